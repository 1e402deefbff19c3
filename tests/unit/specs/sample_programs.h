// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small programs made by hand, classes and signatures only, for specifications to speak of; and states of them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/logic/evaluator.h"
#include "ir/program/vocabulary.h"
#include "specs/lang/load.h"

namespace weir::specs {

/// class List { Cell* head; int size; bool sorted; double weight; }, Cell { Cell* next; Cell* prev; int value; Item*
/// item; }, Item { int key; }, Shape and its derived Circle and Square, a Ring with a part `sentinel` of class Cell and
/// an array `slots` of Cell*, a class `tag` with fields `tag` and `outer`, globals `count` and `first`, enumerators
/// Color::Red and Color::Green, and functions that use them.
program::Program sampleProgram();

/// Lowered from a text, with what was reported.
struct Lowered {
  program::Program program;
  logic::Context context;
  program::Vocabulary vocabulary;
  Diagnostics diagnostics;
  Specification specification;

  Lowered(program::Program made, const std::string& text);
  std::string messages() const;
  const Property& property(const std::string& method, const std::string& label) const;
  const MethodSpec& method(const std::string& name) const;
};

/// A bundle of one text, called test.weir.
Bundle bundleOf(const std::string& text, Diagnostics& diagnostics);

/// A pre-state and a post-state, written field by field; objects are live in both unless said otherwise.
class HandState {
 public:
  explicit HandState(program::Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  /// Adds an object; live before and after unless told otherwise.
  void object(const std::string& name, const std::string& class_name, bool before = true, bool after = true);
  /// `owner.field = value` before and after; a value is an object, a number, or "" for null.
  void field(const std::string& owner, const std::string& field, const std::string& value);
  /// What it is after; before stays what it was.
  void fieldAfter(const std::string& owner, const std::string& field, const std::string& value);
  void parameter(const program::Procedure& procedure, const std::string& name, const std::string& value);
  void result(const program::Procedure& procedure, const std::string& value);
  void global(const std::string& name, const std::string& value, const std::string& after);

  logic::Instance instance() const;

 private:
  struct Made {
    const program::ClassDecl* class_decl = nullptr;
    bool before = true;
    bool after = true;
  };
  const program::Field* find(const std::string& owner, const std::string& field) const;

  program::Vocabulary& vocabulary_;
  std::vector<std::pair<std::string, Made>> objects_;
  std::map<std::pair<logic::Relation, std::string>, std::pair<std::string, std::string>> rows_;  // owner -> value
  std::vector<std::pair<logic::Relation, std::string>> singles_;
  logic::Universe mutable universe_;
};

}  // namespace weir::specs

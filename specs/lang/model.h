// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Models of library classes, for each instance of the class that a program has.
//
//   model std::set<T> {
//     contents: set T
//     method insert(x: T) { ensures contents: this.contents' = this.contents + x }
//   }
//
// gives std::set<int> a ghost relation `contents` from sets to integers, before and after a call, and for `insert` a
// formula over it, over `this` and over `x`. A model stands for itself: its relations are its own, and whoever uses a
// method at a call puts the call's arguments in their place.
//
// A method changes ghost fields of `this` only, and none of them where it is const: both are properties here, `others`
// and `unchanged`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "specs/lang/load.h"
#include "specs/lang/types.h"

namespace weir::specs {

struct Ghost {
  std::string name;
  const program::ClassDecl* owner = nullptr;
  Type type;  // owner -> value; of a `seq`, owner -> Int -> value
  Multiplicity multiplicity = Multiplicity::Default;
  logic::Relation before = nullptr;
  logic::Relation after = nullptr;
};

struct ModelMethod {
  std::string name;
  bool is_const = false;
  logic::Relation self = nullptr;
  std::vector<std::pair<std::string, logic::Relation>> parameters;
  logic::Relation result = nullptr;  // null: it returns nothing
  std::vector<Requirement> requirements;
  std::vector<Property> properties;
  SourceRange range;
};

struct Model {
  const program::ClassDecl* class_decl = nullptr;
  std::vector<Ghost> ghosts;
  std::vector<ModelMethod> methods;

  const Ghost* findGhost(const std::string& name) const;
  const ModelMethod* findMethod(const std::string& name) const;
};

/// The models of a bundle for the classes of the vocabulary's program; mistakes go to `diagnostics`.
std::vector<Model> lowerModels(const Bundle& bundle, program::Vocabulary& vocabulary, Diagnostics& diagnostics);

}  // namespace weir::specs

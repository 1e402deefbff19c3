// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One path of a program in a part of the heap: its values are names there, its steps change the state.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "prove/heap_logic.h"
#include "specs/lang/specification.h"

namespace weir::prove {

/// What the specification has about the method, with what asks for it.
struct Subject {
  program::Vocabulary& vocabulary;
  const specs::MethodSpec& spec;
  const HeapProgram& program;
};

class HeapPath {
 public:
  using Gate = solver::Gate;
  using Pointer = HeapStructure::Pointer;
  /// What must be so for the next step not to be this error.
  using Obliged = std::function<void(program::ErrorKind, Gate)>;

  /// Names the parameters and the variables of the head where it starts, and assumes the requirements.
  HeapPath(const Subject& subject, const Path& path, HeapStructure& structure, Ways ways);

  /// Takes all steps. An execution that meets an error goes no further: that there was none is assumed after it was
  /// asked. False where every execution meets one.
  bool take(const Obliged& obliged);

  const Pointer& slotOwner() const { return names_.slots.at(path_.slot->parameter).owner; }
  /// The parameters, the object with the pointer that a parameter points to, the variables at the head.
  std::vector<Pointer> namesBefore() const;
  /// The same at the head where it ends.
  std::vector<Pointer> namesAfter() const;
  /// At the end of the method: the formula may be false. `unknown` is then of what too little is known, if so.
  Gate mayBreak(logic::Formula formula);
  const std::string& unknown() const { return logic_->unknown(); }

 private:
  void nameParameters();
  void take(const Step& step, const Obliged& obliged);
  void touch(Value object, const Obliged& obliged);
  Pointer value(Value value) const { return values_[at(value)]; }
  Pointer value(Value value, const ClassDecl* class_decl) const;
  void assumeLive(const Pointer& pointer);
  Gate meaning(const Test& test);
  /// Nothing: it is not followed.
  std::optional<HeapStructure::Number> number(const Number& number);
  std::optional<Gate> truth(const Condition& condition);

  const Subject& subject_;
  const Path& path_;
  HeapStructure& structure_;
  std::vector<Pointer> values_;
  HeapLogic::Names names_;
  std::optional<HeapLogic> logic_;
};

/// The fields that the specification follows, or the formula.
std::set<const Field*> followedFields(const Subject& subject, const std::optional<logic::Formula>& formula);

}  // namespace weir::prove

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the classes of a program the state that `model`s give them.
//
//   model Bag<T> {                          class Bag<int>
//     contents: set T                         contents: int[4], of which as many count as contents.length says
//     method insert(x: T) { … }               insert has no body: its specification stands for it
//   }
//
// From then on ghost fields are fields: specifications read them, the verifier carries them along, and a call of a
// method of the model changes them as its specification says (MethodLowering::addModel). The class's own code is not
// looked into any more, because it knows nothing of them: a method that the model does not mention is external.
//
// A set, a sequence or a map holds at most so many elements: executions in which it would hold more are outside the
// scope, as with the containers of `use <std>`.
#pragma once

#include <map>
#include <string>

#include "specs/lang/load.h"

namespace weir::specs {

/// A model and one instance of its class: what the parameters of its template stand for.
struct ModelledClass {
  const ModelDecl* model = nullptr;
  const SpecFile* file = nullptr;
  const program::ClassDecl* class_decl = nullptr;
  std::map<std::string, program::TypeRef> arguments;
};

/// The classes of the program that models of the bundle are about, but for those whose model is code (`use <std>`).
std::vector<ModelledClass> modelledClasses(const Bundle& bundle, const program::Program& program);

/// Was it given them?
bool hasGhostFields(const ModelledClass& modelled);

/// Does this method of a model specify the procedure?
bool isMethodOf(const ModelledClass& modelled, const MethodDecl& method, const program::Procedure& procedure);

/// Adds their ghost fields and takes their methods' bodies away. Call once, before the program is used; mistakes go to
/// `diagnostics`.
void addGhostFields(const Bundle& bundle, program::Program& program, int elements, Diagnostics& diagnostics);

}  // namespace weir::specs

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes one case as a C or C++ function: the heap before, then the call.
//
//   WEIR_CASE static void case0() {
//     List* List0 = weir_make<List>();
//     Cell* Cell0 = weir_make<Cell>();
//     weir_put(List0->head, Cell0);
//     weir_put(Cell0->value, 3);
//     …
//     weir_returned_integer((unsigned long long)(List0->List::contains((int)3)));
//   }
//
// What is not initialised in the heap is not written, so that a sanitizer can see it.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "tools/replay/case.h"

namespace weir::replay {

class CaseWriter {
 public:
  CaseWriter(const program::Program& program, const Case& replayed, std::ostream& out);

  /// The whole function, named `name`.
  void write(const std::string& name);

 private:
  void writeHiddenVariables();
  void writeAllocations();
  std::string arrayForm(const std::string& action, program::ObjectId id) const;
  void writeContainers();
  bool isKeyField(const program::Object& object, const program::Field* field) const;
  bool isKey(program::ObjectId id) const;
  std::string keyAt(const program::Object& container, const program::Field* entries, long index) const;
  void writeKeys(program::ObjectId id, const program::Field* entries, long length);
  void writeText(program::ObjectId id);
  void writeOwner(program::ObjectId id);
  void writeOwners();
  void writeTexts();
  /// All of them, or only those that point into one object.
  void writeFields(std::optional<program::ObjectId> into);
  void writeField(program::ObjectId id, const program::Field* field, long index, const program::Value& value);
  void writeAnnouncements();
  void protectConstants();
  bool isUnbound(const program::Field& field) const;
  void writePlan();
  bool isBuiltInPlace(std::size_t parameter) const;
  void writePassed();
  void writeCall();
  std::string call() const;
  std::string argument(std::size_t parameter, const std::string& type) const;

  /// The object itself, as something that `&` applies to.
  std::string lvalue(program::ObjectId id) const;
  std::string member(program::ObjectId id, const program::Field* field, long index) const;
  std::string pointerTo(program::ObjectId id) const;
  std::string value(const program::Value& given) const;
  std::string scalar(const program::Value& given, program::TypeRef type) const;
  std::string receiver() const;

  /// Where a call that has no body changes what was made during the case, seen from one of its arguments.
  bool writePlannedThrough(const program::CallRecord& call, const program::Change& change) const;
  CaseWriter(const CaseWriter& other, const program::Heap& heap)
      : program_(other.program_), case_(other.case_), heap_(heap), out_(other.out_) {}

  const program::Program& program_;
  const Case& case_;
  const program::Heap& heap_;
  std::ostream& out_;
};

/// Functions that are a value somewhere before or after the call.
std::vector<const program::Procedure*> functionsIn(const Case& replayed);
/// How a function of another source, that the source only has pointers to, is called in a replay.
std::string spellUnknown(const program::Program& program, const program::Procedure& procedure);
/// The class that implements an abstract one of which the source has no implementation.
std::string spellImplementation(const program::Program& program, const program::ClassDecl& class_decl);
/// An expression for the address of a function, its overload picked by type.
std::string addressOf(const program::Program& program, const program::Procedure& procedure);

}  // namespace weir::replay

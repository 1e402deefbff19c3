// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of states as expressions over the state at entry: what symbolic execution carries.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ir/logic/context.h"
#include "refine/encode/heap_model.h"

namespace weir::refine {

/// One piece of the state that statements change.
struct Component {
  enum class Kind {
    Field,          // the field's relation
    Live,           // live objects and parts of exactly this class
    Used,           // counted objects of this class that are or have been live
    Extent,         // array -> Int
    Made,           // counted objects of this class that the run allocated by one allocator
    Uninitialized,  // rows (object, or object and index) of the field that were never written
  };
  Kind kind = Kind::Field;
  const program::Field* field = nullptr;
  const program::ClassDecl* class_decl = nullptr;
  program::Allocator allocator = program::Allocator::Malloc;
};

/// Numbers the components of a heap model and knows their value at entry.
class Components {
 public:
  explicit Components(HeapModel& model);
  int field(const program::Field* field) const { return fields_.at(field); }
  int live(const program::ClassDecl* class_decl) const { return live_.at(class_decl); }
  int used(const program::ClassDecl* class_decl) const { return used_.at(class_decl); }
  int extent(const program::ClassDecl* array) const { return extents_.at(array); }
  int uninitialized(const program::Field* field) const { return uninitialized_.at(field); }
  /// Absent where nothing could give such an object back in a wrong way (Footprint::mixed).
  std::optional<int> madeBy(const program::ClassDecl* class_decl, program::Allocator allocator) const;
  const Component& at(int id) const { return all_.at(id); }
  int size() const { return static_cast<int>(all_.size()); }
  /// The values at entry, by number.
  const std::vector<logic::Expr>& atEntry() const { return at_entry_; }
  std::string nameOf(int id) const;          // unique
  std::string readableNameOf(int id) const;  // a field by its name alone

 private:
  int add(Component component, logic::Expr at_entry);
  std::vector<Component> all_;
  std::vector<logic::Expr> at_entry_;
  std::map<const program::Field*, int> fields_, uninitialized_;
  std::map<const program::ClassDecl*, int> live_, used_, extents_;
  std::map<std::pair<const program::ClassDecl*, program::Allocator>, int> made_;
};

struct LocalValue {
  logic::Expr value = nullptr;           // null: never assigned
  logic::Formula initialized = nullptr;  // null: never assigned
  bool operator==(const LocalValue&) const = default;
};

struct SymbolicState {
  logic::Formula active = nullptr;  // the executions that are here
  std::vector<logic::Expr> heap;    // by component
  std::vector<LocalValue> locals;   // of the procedure being executed, by index
};

/// No execution is here, and the encoder can see it.
inline bool isDead(const SymbolicState& state) { return state.active->kind == logic::FormulaKind::False; }

/// The objects of this class, and of those that derive from it, that are live in a heap.
logic::Expr liveIn(const std::vector<logic::Expr>& heap, const program::ClassDecl* base, const Components& components,
                   const HeapModel& model);

}  // namespace weir::refine

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Owners of isl's objects, and its budget.
//
// isl counts operations and answers null once the budget is used up; whoever owns a null throws `OverBudget`, which no
// function of relations.h lets out.
#pragma once

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/lp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <functional>
#include <utility>
#include <vector>

namespace weir::conditions::numeric {

struct OverBudget {};

template <class T, T* (*copyOf)(T*), T* (*release)(T*)>
class Owned {
 public:
  explicit Owned(T* object) : object_(object) {
    if (object == nullptr) throw OverBudget{};
  }
  Owned(const Owned& other) : object_(copyOf(other.object_)) {}
  Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Owned& operator=(Owned other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Owned() {
    if (object_ != nullptr) release(object_);
  }
  T* get() const { return object_; }           // for a parameter that isl keeps
  T* copy() const { return copyOf(object_); }  // for one that isl takes
  T* take() { return std::exchange(object_, nullptr); }

 private:
  T* object_;
};

using Set = Owned<isl_set, isl_set_copy, isl_set_free>;
using BasicSet = Owned<isl_basic_set, isl_basic_set_copy, isl_basic_set_free>;
using Map = Owned<isl_map, isl_map_copy, isl_map_free>;
using Space = Owned<isl_space, isl_space_copy, isl_space_free>;
using Affine = Owned<isl_aff, isl_aff_copy, isl_aff_free>;
using Constraint = Owned<isl_constraint, isl_constraint_copy, isl_constraint_free>;
using Value = Owned<isl_val, isl_val_copy, isl_val_free>;

inline bool isYes(isl_bool answer) {
  if (answer == isl_bool_error) throw OverBudget{};
  return answer == isl_bool_true;
}

inline int sizeOf(isl_size size) {
  if (size == isl_size_error) throw OverBudget{};
  return static_cast<int>(size);
}

/// Made before every object of its context, and gone after them.
class Session {
 public:
  explicit Session(long operations, std::function<bool()> is_over = {})
      : context_(isl_ctx_alloc()), is_over_(std::move(is_over)) {
    isl_options_set_on_error(context_, ISL_ON_ERROR_CONTINUE);
    allow(operations);
  }
  ~Session() { isl_ctx_free(context_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  isl_ctx* context() const { return context_; }
  /// Between operations: whoever asked has no more time for this.
  void stopIfOver() const {
    if (is_over_ && is_over_()) throw OverBudget{};
  }
  /// From now on so many operations, whatever was used before.
  void allow(long operations) {
    isl_ctx_reset_error(context_);
    isl_ctx_reset_operations(context_);
    isl_ctx_set_max_operations(context_, static_cast<unsigned long>(operations));
  }

 private:
  isl_ctx* context_;
  std::function<bool()> is_over_;
};

inline std::vector<BasicSet> piecesOf(const Set& set) {
  std::vector<BasicSet> pieces;
  const auto add = [](isl_basic_set* piece, void* user) {
    static_cast<std::vector<BasicSet>*>(user)->emplace_back(piece);
    return isl_stat_ok;
  };
  if (isl_set_foreach_basic_set(set.get(), add, &pieces) != isl_stat_ok) throw OverBudget{};
  return pieces;
}

inline std::vector<Constraint> constraintsOf(const BasicSet& piece) {
  std::vector<Constraint> constraints;
  const auto add = [](isl_constraint* constraint, void* user) {
    static_cast<std::vector<Constraint>*>(user)->emplace_back(constraint);
    return isl_stat_ok;
  };
  if (isl_basic_set_foreach_constraint(piece.get(), add, &constraints) != isl_stat_ok) throw OverBudget{};
  return constraints;
}

}  // namespace weir::conditions::numeric

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code that stands for the library's classes in checks (specs/lib/std_models*.h), natively and in a namespace of
// its own, beside the classes themselves: tests do the same random operations on both.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// What the header takes from the library; the rest of it goes to a namespace of its own.
namespace modelled {
using std::__throw_invalid_argument;
using std::__throw_out_of_range;
using std::back_insert_iterator;
using std::declval;
using std::equal_to;
using std::exception;
using std::greater;
using std::has_virtual_destructor;
using std::hash;
using std::initializer_list;
using std::is_convertible;
using std::is_enum;
using std::is_integral;
using std::is_same;
using std::iterator_traits;
using std::less;
using std::pair;
using std::random_access_iterator_tag;
using std::reverse_iterator;
using std::swap;
template <typename T>
class allocator;
using std::basic_string_view;
using std::char_traits;
inline namespace __cxx11 {
template <typename C, typename Traits = char_traits<C>, typename Allocator = allocator<C>>
class basic_string;
}
// How often elements are moved is not compared.
template <typename T>
void weir_unless_unseen(void (*)(T&, T&)) {}
template <typename T>
void weir_unless_plain(T*) {}
}  // namespace modelled

// In a check an execution that needs more room does not exist; here no operation is chosen that does.
#define __builtin_assume(condition) EXPECT_TRUE(condition)
#define WEIR_ELEMENTS 6
// None is chosen that has no model.
#define WEIR_UNSUPPORTED(function, reason)            \
  inline void function() { ADD_FAILURE() << reason; } \
  static_assert(true)
// What may be any number is a large one.
#define WEIR_ANY(result, function, what)     \
  inline result function { return 1000000; } \
  static_assert(true)
#define WEIR_SAME(result, function, what) WEIR_ANY(result, function, what)
#define std modelled
#undef _GLIBCXX_STD_FUNCTION_H
#undef _UNIQUE_PTR_H
#undef _SHARED_PTR_H
#undef _SHARED_PTR_BASE_H
#undef _SHARED_PTR_ATOMIC_H
#undef _BACKWARD_AUTO_PTR_H
#undef _UNORDERED_SET_H
#undef _UNORDERED_MAP_H
#undef _STL_MULTISET_H
#undef _STL_MULTIMAP_H
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wclass-memaccess"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wterminate"
#pragma GCC diagnostic ignored "-Wself-assign"
#pragma GCC diagnostic ignored "-Wpedantic"
// clang-format off: in the order of specs/CMakeLists.txt
#include "specs/lib/std_models.h"
#include "specs/lib/std_models_sequences.h"
#include "specs/lib/std_models_vector.h"
#include "specs/lib/std_models_bits.h"
#include "specs/lib/std_models_deque.h"
#include "specs/lib/std_models_lists.h"
#include "specs/lib/std_models_sorting.h"
#include "specs/lib/std_models_optional.h"
#include "specs/lib/std_models_owners.h"
#include "specs/lib/std_models_function.h"
#include "specs/lib/std_models_packed.h"
#include "specs/lib/std_models_text.h"
#include "specs/lib/std_models_keyed.h"
#include "specs/lib/std_models_several.h"
#include "specs/lib/std_models_algorithms.h"
// clang-format on
#pragma GCC diagnostic pop
#undef std

// A call that a model makes only where the program can tell how often it compares: here nobody looks.
namespace modelled {
template <typename Called, typename T>
void weir_unless_silent(bool (*)(Called&, T&, T&)) {}
template <typename Called, typename T>
void weir_unless_silent(bool (*)(Called&, T&)) {}
}  // namespace modelled

// Nothing is asked of what the code did not make.
template <typename E, typename K, typename Order>
void modelled::weir_keyed<E, K, Order>::order_of_elements() const {
  ADD_FAILURE() << "the order of elements";
}

namespace weir::specs {

constexpr int kSteps = 20'000;
constexpr std::size_t kRoom = WEIR_ELEMENTS;

inline int numberFrom(std::mt19937& random) { return static_cast<int>(random() % 5); }

template <typename T>
T elementFrom(std::mt19937& random) {
  static int targets[5];
  const int number = numberFrom(random);
  if constexpr (std::is_pointer_v<T>)
    return number == 0 ? nullptr : &targets[number];
  else
    return number;
}

/// What was moved from is empty, and swapping gives back what was moved.
template <typename Real, typename Model>
void moveAwayAndSwapBack(Real& real, Model& model) {
  Real real_taken = std::move(real);
  Model model_taken = std::move(model);
  EXPECT_TRUE(model.empty());
  real = Real();
  real.swap(real_taken);
  model.swap(model_taken);
  EXPECT_TRUE(model_taken.empty());
}

}  // namespace weir::specs

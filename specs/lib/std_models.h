// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes of `use <std>` as code over their ghost fields (std.weir says what each operation does; a test holds the
// two against each other). With `use <std>` this header is read before the user's source, and the include guards below
// keep the library's own code out.
//
// A container holds at most WEIR_ELEMENTS elements: executions in which it would hold more are outside the scope. An
// operation that is declared here without a body has no model: an execution that reaches it is `unknown`. So is a use
// of what points into a container after the container has changed (frontend/moved_elements.h).
//
// An element that is not there is an index beyond the array: the built-in property `bounds`.
#ifdef __cplusplus

#include <bits/functexcept.h>
#include <bits/range_access.h>
#include <bits/stl_function.h>
#include <bits/stl_iterator.h>
#include <bits/stl_pair.h>

#include <exception>
#include <initializer_list>
#include <new>

// What a model states about its classes, members and functions, in the words of frontend/library_models.cpp.
#define WEIR_STATES(what) __attribute__((annotate("weir states:" #what)))
#define WEIR_MODEL WEIR_STATES(model)
// A function without a body: an execution that calls it is unsupported there.
#ifndef WEIR_UNSUPPORTED
#define WEIR_UNSUPPORTED(function, reason) void function() __attribute__((annotate("weir unsupported:" reason)))
#endif
// A function without a body whose result is any value, or any that is the same for the same arguments.
#ifndef WEIR_ANY
#define WEIR_ANY(result, function, what) result function __attribute__((annotate("weir any:" what)))
#define WEIR_SAME(result, function, what) \
  result function __attribute__((annotate("weir any, the same for the same:" what)))
#endif
#ifdef __cpp_exceptions
#define WEIR_THROW(exception) throw exception
#else
#define WEIR_THROW(exception) __builtin_abort()
#endif

namespace std {

template <typename T>
class allocator;

// More than any container here holds.
WEIR_SAME(unsigned long, weir_any_most(), "how many elements a container could have");
inline unsigned long weir_most_elements() {
  const unsigned long most = weir_any_most();
  __builtin_assume(most > WEIR_ELEMENTS && most > 8);
  return most;
}
// At least as much as is needed; where it is asked for again it may be more or less.
WEIR_ANY(unsigned long, weir_any_room(), "the capacity of a container");
inline unsigned long weir_room_for(unsigned long needed) {
  const unsigned long room = weir_any_room();
  __builtin_assume(room >= needed);
  return room;
}

template <typename T>
struct weir_is_pointer {
  static constexpr bool value = false;
};
template <typename T>
struct weir_is_pointer<T*> {
  static constexpr bool value = true;
};

// Where an element was. A pointer that is no longer held does not keep its object from being lost.
template <typename T>
inline void weir_forget(T& element) {
  if constexpr (__is_class(T)) element.~T();
}
template <typename T>
inline void weir_forget(T*& element) {
  element = nullptr;
}

// Makes an element that is counted already; where its constructor throws, the count goes back.
template <typename Count, typename T, typename... Arguments>
inline void weir_make(Count& count, Count counted, T& element, Arguments&&... arguments) {
#ifdef __cpp_exceptions
  if constexpr (!__is_nothrow_constructible(T, Arguments && ...)) {
    try {
      ::new ((void*)&element) T(static_cast<Arguments&&>(arguments)...);
    } catch (...) {
      count = count - counted;
      throw;
    }
    return;
  }
#endif
  ::new ((void*)&element) T(static_cast<Arguments&&>(arguments)...);
}

// A model leaves elements where they are where the library moves them (a vector that grows), and moves them where the
// library does not (a list, a vector that is swapped). `weir_moves_differ` stands where that is so, and
// `weir_assignments_differ` where one of the two assigns an element and the other destroys and makes it. The frontend
// takes out the two calls without a body for classes that cannot tell; what is left is unsupported
// (frontend/seen_moves.h).
template <typename T>
inline void weir_move_away(T& to, T& from) {
  if constexpr (__is_nothrow_constructible(T, T&&) || !__is_constructible(T, const T&))
    ::new ((void*)&to) T(static_cast<T&&>(from));
  else
    ::new ((void*)&to) T(static_cast<const T&>(from));
  from.T::~T();
}
template <typename T>
void weir_unless_unseen(void (*move_away)(T&, T&)) WEIR_STATES(unless moves are unseen);
template <typename T>
void weir_unless_plain(T* element) WEIR_STATES(unless elements are plain);
template <typename T>
inline void weir_moves_differ(T&) {
  if constexpr (__is_class(T) && !__is_trivially_copyable(T) && __is_constructible(T, T&&))
    weir_unless_unseen<T>(&weir_move_away<T>);
}
template <typename T>
inline void weir_assignments_differ(T& element) {
  if constexpr (__is_class(T) && !__is_trivially_copyable(T)) weir_unless_plain<T>(&element);
}
// A model asks a comparison or a hash of the program's own as often as it needs, which is not how often the library
// does. The frontend takes out the call without a body where nobody can tell (frontend/silent_calls.h).
template <typename Called, typename T>
inline bool weir_ask_two(Called& called, T& a, T& b) {
  return called(a, b);
}
template <typename Called, typename T>
inline bool weir_ask_one(Called& called, T& a) {
  return called(a) == 0;
}
template <typename Called, typename T>
void weir_unless_silent(bool (*ask)(Called&, T&, T&)) WEIR_STATES(unless moves are unseen);
template <typename Called, typename T>
void weir_unless_silent(bool (*ask)(Called&, T&)) WEIR_STATES(unless moves are unseen);
template <typename Called, typename T>
inline void weir_comparisons_differ(Called&, T&) {
  weir_unless_silent<Called, T>(&weir_ask_two<Called, T>);
}
WEIR_UNSUPPORTED(weir_unmovable,
                 "an element that cannot be moved, of a container in which others come and go before it");
// To a place where there is none.
template <typename T>
inline void weir_put_there(T& to, T& from) {
  if constexpr (!__is_class(T)) {
    to = from;
    if constexpr (weir_is_pointer<T>::value) from = nullptr;
  } else if constexpr (__is_constructible(T, T&&)) {
    ::new ((void*)&to) T(static_cast<T&&>(from));
    from.~T();
  } else {
    weir_unmovable();
  }
}

template <typename T>
struct weir_plain {
  typedef T type;
};
template <typename T>
struct weir_plain<const T> {
  typedef T type;
};
template <typename T>
struct weir_plain<T&> : weir_plain<T> {};
template <typename T>
struct weir_plain<T&&> : weir_plain<T> {};
// An object that the code made itself, of a class whose states at entry are not known.
//@ invariant given: not this.made
class WEIR_MODEL WEIR_STATES(internal) weir_made {
 public:
  bool made WEIR_STATES(made);
  weir_made() : made(true) {}
};

template <typename T>
struct weir_void {
  typedef void type;
};
template <bool Condition>
struct weir_only_if {};
template <>
struct weir_only_if<true> {
  typedef int type;
};

}  // namespace std

#endif

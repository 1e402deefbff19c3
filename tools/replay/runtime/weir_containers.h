/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Containers of the C++ library in a replay: made element by element from what the model of one holds, and told about
 * afterwards in the model's words (specs/lib/std_models.h).
 *
 *   weir_build(Stack0->items);                      an empty one
 *   weir_append(Stack0->items, 7);                  once an element
 *   weir_ready(Stack0->items);
 *
 * A vector is left without spare room, so that the next element moves the others, as it may. An optional is a container
 * of at most one element; a smart pointer is made from what it owns. */
#ifndef WEIR_CONTAINERS_H
#define WEIR_CONTAINERS_H

#include <deque>
#include <list>
#include <memory>
#include <vector>
#if __cplusplus >= 201703L
#include <optional>
#endif

template <typename Container>
void weir_build(Container& place) {
  new (weir_here(), &place) Container();
}

inline const void* weir_number(weir_size number) {
  weir_size* copy = static_cast<weir_size*>(weir_allocate(sizeof number));
  *copy = number;
  return copy;
}

/* The elements in a row, for those who only want their values. */
template <typename T, typename Container>
const void* weir_copied(const Container& container) {
  T* copies = static_cast<T*>(weir_allocate((container.size() + 1) * sizeof(T)));
  T* next = copies;
  for (const auto& element : container) new (weir_here(), next++) T(element);
  return copies;
}

template <typename Container, typename V>
void weir_append(Container& container, V value) {
  container.push_back((typename Container::value_type)value);
}

/* An element of class type: its fields are given their values afterwards. */
template <typename Container>
void weir_append_blank(Container& container) {
  typedef typename Container::value_type T;
  if constexpr (__is_trivially_copyable(T)) {
    alignas(T) char blank[sizeof(T)] = {};
    container.push_back(*reinterpret_cast<T*>(blank));
  } else {
    weir_cannot("elements of a class with a copy constructor cannot be made");
  }
}

template <typename Container>
auto& weir_element(Container& container, weir_size index) {
  auto element = container.begin();
  while (index-- > 0) ++element;
  return *element;
}

template <typename Container>
void weir_fit(Container&) {}
template <typename T, typename A>
void weir_fit(std::vector<T, A>& container) {
  container.shrink_to_fit();
}

template <typename Container>
void weir_show(const Container& container) {
  weir_part(&container, "length", weir_number(container.size()), 1);
  weir_part(&container, "elems", weir_copied<typename Container::value_type>(container), 1);
}
template <typename T, typename A>
void weir_show(const std::vector<T, A>& container) {
  weir_part(&container, "length", weir_number(container.size()), 1);
  weir_part(&container, "elems", container.data(), 0);
}

#if __cplusplus >= 201703L
template <typename T, typename V>
void weir_append(std::optional<T>& optional, V value) {
  optional.emplace((T)value);
}
template <typename T>
void weir_append_blank(std::optional<T>& optional) {
  if constexpr (__is_trivially_copyable(T)) {
    alignas(T) char blank[sizeof(T)] = {};
    optional.emplace(*reinterpret_cast<T*>(blank));
  } else {
    weir_cannot("an optional of a class with a copy constructor cannot be made");
  }
}
template <typename T>
T& weir_element(std::optional<T>& optional, weir_size) {
  return *optional;
}
template <typename T>
void weir_show(const std::optional<T>& optional) {
  bool* present = static_cast<bool*>(weir_allocate(sizeof(bool)));
  *present = optional.has_value();
  weir_part(&optional, "present", present, 1);
  if (optional) weir_part(&optional, "held", &*optional, 0);
}
#endif

template <typename T, typename V>
void weir_own(std::unique_ptr<T>& owner, V target) {
  new (weir_here(), &owner) std::unique_ptr<T>((T*)target);
  weir_watch(&owner, [](const void* place) {
    T** target = static_cast<T**>(weir_allocate(sizeof(T*)));
    *target = static_cast<const std::unique_ptr<T>*>(place)->get();
    weir_part(place, "target", target, 1);
  });
}

template <typename Container>
void weir_ready(Container& container) {
  weir_fit(container);
  weir_watch(&container, [](const void* place) { weir_show(*static_cast<const Container*>(place)); });
}

#endif

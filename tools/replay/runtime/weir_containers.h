/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Containers of the C++ library in a replay: made element by element from what the model of one holds, and reported
 * afterwards by what a part of the model is for (ir/program/library_shape.h).
 *
 *   weir_build(Stack0->items);                      an empty one
 *   weir_append(Stack0->items, 7);                  once an element
 *   weir_ready(Stack0->items);
 *
 * A vector is left without spare room, so that the next element moves the others, as it may. An optional is a container
 * of at most one element; a smart pointer is made from what it owns. A set or map is given its keys; what belongs to a
 * key is filled in afterwards. Where the library has them in another order than the model, there is no replay. */
#ifndef WEIR_CONTAINERS_H
#define WEIR_CONTAINERS_H

#include <stdio.h>

#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
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

/* A string as the model has it: its characters from the highest byte on. None that a model has is longer. */
inline void weir_show_text(const std::string& text) {
  weir_size value = text.size() > 8 ? ~(weir_size)0 : 0;
  for (weir_size i = 0; i < text.size() && text.size() <= 8; ++i)
    value |= (weir_size)(unsigned char)text[i] << (56 - 8 * i);
  weir_part(&text, "text", weir_number(value), 1);
}
inline void weir_watch_text(const std::string& text) {
  weir_watch(&text, [](const void* place) { weir_show_text(*static_cast<const std::string*>(place)); });
}
inline void weir_write(std::string& place, const std::string& text, bool watched) {
  new (weir_here(), &place) std::string(text);
  if (watched) weir_watch_text(place);
}

/* What an element reports besides where it is. */
template <typename T>
void weir_show_inside(const T&) {}
inline void weir_show_inside(const std::string& text) { weir_show_text(text); }
template <typename K, typename V>
void weir_show_inside(const std::pair<K, V>& element) {
  weir_show_inside(element.first);
  weir_show_inside(element.second);
}

template <typename...>
struct weir_any {
  typedef void type;
};
template <typename Container, typename = void>
struct weir_has_keys {
  static const bool value = false;
};
template <typename Container>
struct weir_has_keys<Container, typename weir_any<typename Container::key_type>::type> {
  static const bool value = true;
};
template <typename Container, typename = void>
struct weir_is_map {
  static const bool value = false;
};
template <typename Container>
struct weir_is_map<Container, typename weir_any<typename Container::mapped_type>::type> {
  static const bool value = true;
};
/* A class of the library that weir fills by itself after it was made empty. */
template <typename T, typename = void>
struct weir_starts_empty {
  static const bool value = false;
};
template <typename T>
struct weir_starts_empty<T, typename weir_any<typename T::allocator_type>::type> {
  static const bool value = true;
};
template <typename T>
struct weir_starts_empty<T, typename weir_any<typename T::element_type>::type> {
  static const bool value = true;
};
/* An iterator leads nowhere at first. */
template <typename T>
struct weir_starts_empty<T, typename weir_any<typename T::iterator_category>::type> {
  static const bool value = true;
};

template <typename Container, typename V>
void weir_append(Container& container, V value) {
  if constexpr (weir_is_map<Container>::value) {
    typedef typename Container::mapped_type T;
    if constexpr (weir_starts_empty<T>::value) {
      container.emplace((typename Container::key_type)value, T());
    } else if constexpr (__is_trivially_constructible(T, const T&)) {
      alignas(T) char blank[sizeof(T)] = {};
      container.emplace((typename Container::key_type)value, *reinterpret_cast<const T*>(blank));
    } else {
      weir_cannot("values of a class with a copy constructor cannot be made");
    }
  } else if constexpr (weir_has_keys<Container>::value) {
    container.insert((typename Container::key_type)value);
  } else {
    container.push_back((typename Container::value_type)value);
  }
}

/* An element of class type: its fields are given their values afterwards. */
template <typename Container>
void weir_append_blank(Container& container) {
  typedef typename Container::value_type T;
  if constexpr (weir_starts_empty<T>::value) {
    container.push_back(T());
  } else if constexpr (__is_trivially_constructible(T, const T&)) {
    alignas(T) char blank[sizeof(T)] = {};
    container.push_back(*reinterpret_cast<T*>(blank));
  } else {
    weir_cannot("elements of a class with a copy constructor cannot be made");
  }
}

template <typename T, typename A, typename V>
void weir_append(std::forward_list<T, A>& container, V value) {
  auto last = container.before_begin();
  for (auto next = container.begin(); next != container.end(); ++next) ++last;
  container.insert_after(last, (T)value);
}

template <typename Container>
auto weir_element(Container& container, weir_size index) -> decltype(*container.begin()) {
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

/* The model has this key there. */
template <typename Container, typename V>
void weir_expect(Container& container, weir_size index, V value) {
  const auto& element = weir_element(container, index);
  bool same = false;
  if constexpr (weir_is_map<Container>::value)
    same = element.first == (typename Container::key_type)value;
  else
    same = element == (typename Container::key_type)value;
  if (!same) weir_cannot("the library has the elements of a container in another order");
}

template <typename Container>
void weir_show(const Container& container) {
  weir_size length = 0;
  for (const auto& element : container) {
    char name[32];
    snprintf(name, sizeof name, "elements#%lu", (unsigned long)length++);
    weir_part(&container, name, &element, 0);
    weir_show_inside(element);
  }
  weir_part(&container, "length", weir_number(length), 1);
}
template <typename T, typename A>
void weir_show(const std::vector<T, A>& container) {
  weir_part(&container, "length", weir_number(container.size()), 1);
  weir_part(&container, "elements", container.data(), 0);
  for (const T& element : container) weir_show_inside(element);
}
/* Bits have no address: what is shown are copies. */
template <typename A>
void weir_show(const std::vector<bool, A>& container) {
  weir_part(&container, "length", weir_number(container.size()), 1);
  bool* bits = static_cast<bool*>(weir_allocate(container.size() + 1));
  for (weir_size i = 0; i < container.size(); ++i) bits[i] = container[i];
  weir_part(&container, "elements", bits, 1);
}

#if __cplusplus >= 201703L
template <typename T, typename V>
void weir_append(std::optional<T>& optional, V value) {
  optional.emplace((T)value);
}
template <typename T>
void weir_append_blank(std::optional<T>& optional) {
  if constexpr (weir_starts_empty<T>::value) {
    optional.emplace();
  } else if constexpr (__is_trivially_copyable(T)) {
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
  weir_part(&optional, "has element", present, 1);
  if (!optional) return;
  weir_part(&optional, "element", &*optional, 0);
  weir_show_inside(*optional);
}
#endif

/* A list that does not know its end, of elements of class type. */
template <typename T, typename A>
void weir_append_blank(std::forward_list<T, A>&) {
  weir_cannot("elements of class type of a forward_list cannot be made");
}

/* What a smart pointer points to. */
template <typename Owner>
void weir_watch_owner(const Owner& owner) {
  weir_watch(&owner, [](const void* place) {
    typedef typename Owner::element_type T;
    T** target = static_cast<T**>(weir_allocate(sizeof(T*)));
    *target = static_cast<const Owner*>(place)->get();
    weir_part(place, "target", target, 1);
  });
}

template <typename T, typename V>
void weir_own(std::unique_ptr<T>& owner, V target) {
  new (weir_here(), &owner) std::unique_ptr<T>((T*)target);
  weir_watch_owner(owner);
}

/* The objects that are shared, by the number of what their owners have in common, until all owners are there. */
inline std::map<int, std::shared_ptr<const void>>& weir_shared() {
  static std::map<int, std::shared_ptr<const void>> shared;
  return shared;
}
template <typename T>
std::shared_ptr<T> weir_owner_of(int block, T* target) {
  if (weir_shared().count(block) == 0) weir_shared()[block] = std::shared_ptr<T>(target);
  return std::shared_ptr<T>(weir_shared()[block], target);
}

template <typename T, typename V>
void weir_share(std::shared_ptr<T>& owner, V target, int block) {
  if (block < 0)
    new (weir_here(), &owner) std::shared_ptr<T>();
  else
    new (weir_here(), &owner) std::shared_ptr<T>(weir_owner_of<T>(block, (T*)target));
  weir_watch_owner(owner);
}
template <typename T, typename V>
void weir_share(std::weak_ptr<T>& watcher, V target, int block) {
  if (block < 0)
    new (weir_here(), &watcher) std::weak_ptr<T>();
  else
    new (weir_here(), &watcher) std::weak_ptr<T>(weir_owner_of<T>(block, (T*)target));
}
/* As many owners as there are, some of them somewhere else. */
inline void weir_settle(int block, long owners) {
  static std::vector<std::shared_ptr<const void>>* elsewhere = new std::vector<std::shared_ptr<const void>>();
  const auto found = weir_shared().find(block);
  if (found == weir_shared().end()) return;
  while (found->second.use_count() - 1 < owners) elsewhere->push_back(found->second);
  weir_shared().erase(found);
}

template <typename Container>
void weir_ready(Container& container) {
  weir_fit(container);
  weir_watch(&container, [](const void* place) { weir_show(*static_cast<const Container*>(place)); });
}

#endif

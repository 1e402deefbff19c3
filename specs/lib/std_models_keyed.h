// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets and maps of `use <std>`; std_models.h tells how such a header is read.
//
// Elements are held in the order in which the library shows them. Numbers are in order of their values. The
// order of pointers is that of addresses and the order of what is hashed is the library's: at entry it may be any, and
// after an insertion it is not known (`scattered`), so that an execution which depends on it is `unknown`. So is every
// use of keys of a class or with a comparison or hash of one's own.
#ifdef __cplusplus

#define _GLIBCXX_SET 1
#define _STL_SET_H 1
#define _GLIBCXX_MAP 1
#define _STL_MAP_H 1
#define _GLIBCXX_UNORDERED_SET 1
#define _UNORDERED_SET_H 1
#define _GLIBCXX_UNORDERED_MAP 1
#define _UNORDERED_MAP_H 1
#define _STL_MULTISET_H 1
#define _STL_MULTIMAP_H 1

#include <bits/functional_hash.h>
#include <bits/stl_tree.h>

namespace std {

template <typename K>
struct weir_is_number {
  static constexpr bool value = is_integral<K>::value || is_enum<K>::value;
};

template <typename K>
struct weir_is_text {
  static constexpr bool value = false;
};
template <>
struct weir_is_text<basic_string<char>> {
  static constexpr bool value = true;
};

class WEIR_MODEL WEIR_STATES(internal) weir_by_value {
 public:
  static constexpr bool is_known = true;
  static constexpr bool is_sorted = true;
  bool isScattered() const { return false; }
  void scatter() {}
  template <typename K>
  static bool isBefore(const K& a, const K& b) {
    return a < b;
  }
};
//@ invariant settled: not this.scattered
class WEIR_MODEL WEIR_STATES(internal) weir_by_library {
 public:
  static constexpr bool is_known = true;
  static constexpr bool is_sorted = false;
  bool scattered WEIR_STATES(scattered);
  weir_by_library() : scattered(false) {}
  bool isScattered() const { return scattered; }
  void scatter() { scattered = true; }
};
// In another order than that of the values, which is known of what the code makes itself.
template <typename Compare>
class WEIR_MODEL WEIR_STATES(internal) weir_by_order : public weir_made {
 public:
  static constexpr bool is_known = true;
  static constexpr bool is_sorted = true;
  bool isScattered() const { return !this->made; }
  void scatter() {}
  template <typename K>
  static bool isBefore(const K& a, const K& b) {
    return Compare()(a, b);
  }
};
class WEIR_MODEL WEIR_STATES(internal) WEIR_STATES(compares by user) weir_by_user {
 public:
  static constexpr bool is_known = false;
  static constexpr bool is_sorted = false;
  bool isScattered() const { return true; }
  void scatter() {}
};

template <bool Condition, typename Then, typename Else>
struct weir_choice {
  typedef Then type;
};
template <typename Then, typename Else>
struct weir_choice<false, Then, Else> {
  typedef Else type;
};

template <typename K, typename Compare>
struct weir_sorted {
  typedef weir_by_user type;
};
template <typename K>
struct weir_sorted<K, less<K>>
    : weir_choice<weir_is_number<K>::value || weir_is_text<K>::value, weir_by_value, weir_by_user> {};
template <typename K>
struct weir_sorted<K, less<void>> : weir_sorted<K, less<K>> {};
template <typename K>
struct weir_sorted<K, greater<K>>
    : weir_choice<weir_is_number<K>::value || weir_is_text<K>::value, weir_by_order<greater<K>>, weir_by_user> {};
template <typename K>
struct weir_sorted<K, greater<void>> : weir_sorted<K, greater<K>> {};
template <typename A, typename B>
struct weir_sorted<pair<A, B>, less<pair<A, B>>> : weir_choice<(weir_is_number<A>::value || weir_is_text<A>::value) &&
                                                                   (weir_is_number<B>::value || weir_is_text<B>::value),
                                                               weir_by_order<less<pair<A, B>>>, weir_by_user> {};
template <typename T>
struct weir_sorted<T*, less<T*>> {
  typedef weir_by_library type;
};
template <typename K, typename Hash, typename Equal>
struct weir_hashed {
  typedef weir_by_user type;
};
template <typename K>
struct weir_hashed<K, hash<K>, equal_to<K>>
    : weir_choice<weir_is_number<K>::value || weir_is_pointer<K>::value || weir_is_text<K>::value, weir_by_library,
                  weir_by_user> {};

template <typename K>
inline const K& weir_key(const K& element) {
  return element;
}
template <typename K, typename V>
inline const K& weir_key(const pair<const K, V>& element) {
  return element.first;
}

//@ invariant room: this.length <= WEIR_ELEMENTS
template <typename E, typename K, typename Order>
class WEIR_MODEL WEIR_STATES(internal) weir_keyed : public Order {
 public:
  typedef K key_type;
  typedef E value_type;
  typedef decltype(sizeof(0)) size_type;
  typedef decltype((char*)0 - (char*)0) difference_type;
  typedef E& reference;
  typedef const E& const_reference;
  // The elements of a set do not change.
  typedef typename weir_choice<__is_same(E, K), const E*, E*>::type iterator;
  typedef const E* const_iterator;
  typedef std::reverse_iterator<iterator> reverse_iterator;
  typedef std::reverse_iterator<const_iterator> const_reverse_iterator;

  size_type length WEIR_STATES(length);
  union {
    E entries[WEIR_ELEMENTS] WEIR_STATES(entries);
  };

  weir_keyed() : length(0) {}
  weir_keyed(const weir_keyed& other) : Order(other), length(0) { copyFrom<0>(other); }
  weir_keyed(weir_keyed&& other) noexcept : Order(other), length(0) { take(other); }
  ~weir_keyed() { clear(); }
  weir_keyed& operator=(const weir_keyed& other) {
    if (this == &other) return *this;
    if (length > 0) weir_assignments_differ(entries[0]);
    clear();
    Order::operator=(other);
    copyFrom<0>(other);
    return *this;
  }
  weir_keyed& operator=(weir_keyed&& other) {
    if (this == &other) return *this;
    clear();
    Order::operator=(other);
    take(other);
    return *this;
  }

  size_type size() const { return length; }
  bool empty() const { return length == 0; }
  size_type max_size() const;
  void clear() {
    if constexpr (__is_class(E) || weir_is_pointer<E>::value) forgetFrom<0>();
    length = 0;
  }

  iterator begin() {
    inOrder();
    return entries;
  }
  const_iterator begin() const {
    inOrder();
    return entries;
  }
  const_iterator cbegin() const {
    inOrder();
    return entries;
  }
  iterator end() { return entries + length; }
  const_iterator end() const { return entries + length; }
  const_iterator cend() const { return entries + length; }
  reverse_iterator rbegin() {
    inOrder();
    return reverse_iterator(end());
  }
  reverse_iterator rend() { return reverse_iterator(entries); }
  const_reverse_iterator rbegin() const {
    inOrder();
    return const_reverse_iterator(end());
  }
  const_reverse_iterator rend() const { return const_reverse_iterator(entries); }

  iterator find(const K& key) { return entries + indexOf<0>(key); }
  const_iterator find(const K& key) const { return entries + indexOf<0>(key); }
  size_type count(const K& key) const { return indexOf<0>(key) < length ? 1 : 0; }
  bool contains(const K& key) const { return indexOf<0>(key) < length; }
  pair<iterator, iterator> equal_range(const K& key) {
    return pair<iterator, iterator>(entries + rangeOf(key), entries + rangeOf(key) + count(key));
  }
  pair<const_iterator, const_iterator> equal_range(const K& key) const {
    return pair<const_iterator, const_iterator>(entries + rangeOf(key), entries + rangeOf(key) + count(key));
  }

  size_type erase(const K& key) {
    const size_type at = indexOf<0>(key);
    if (at == length) return 0;
    eraseAt(at);
    return 1;
  }
  iterator erase(const_iterator position) {
    const size_type at = position < entries + length ? position - entries : WEIR_ELEMENTS + 1;
    E& element = entries[at];
    eraseAt(at);
    return entries + at;
  }
  iterator erase(const_iterator first, const_iterator last) {
    const size_type from = first - entries;
    const size_type to = last - entries;
    E& element = entries[from <= to && to <= length ? 0 : WEIR_ELEMENTS + 1];
    eraseBetween(from, to);
    return entries + from;
  }

  // An execution that gets there depends on an order or a comparison that is not known: it is unsupported there.
  void order_of_elements() const WEIR_STATES(unknown order);

 protected:
  void inOrder() const {
    if (this->isScattered() && length > 1) order_of_elements();
  }
  void requireModel() const {
    if constexpr (!Order::is_known || Order::is_sorted) {
      if (this->isScattered()) order_of_elements();
    }
  }
  // `length` where it is not there.
  template <int I>
  size_type indexOf(const K& key) const {
    if constexpr (I == 0) requireModel();
    if constexpr (I < WEIR_ELEMENTS) {
      if (I >= length) return length;
      if constexpr (Order::is_known) {
        if (weir_key(entries[I]) == key) return I;
      }
      return indexOf<I + 1>(key);
    } else {
      return length;
    }
  }
  // How many elements stand before a new one.
  template <int I>
  size_type placeOf(const K& key) const {
    if constexpr (I < WEIR_ELEMENTS && Order::is_sorted) {
      if (I < length && Order::isBefore(weir_key(entries[I]), key)) return placeOf<I + 1>(key);
      return I;
    } else {
      return length;
    }
  }
  // Where an element with this key is, or would be; what comes after it. Of pointers that is a matter of addresses.
  size_type lowerBound(const K& key) const {
    if constexpr (!Order::is_sorted) order_of_elements();
    return placeOf<0>(key);
  }
  size_type upperBound(const K& key) const {
    const size_type at = lowerBound(key);
    if constexpr (Order::is_sorted) {
      if (at < length && weir_key(entries[at]) == key) return at + 1;
    }
    return at;
  }
  // Where the elements with this key are, side by side, or would be.
  size_type rangeOf(const K& key) const {
    if constexpr (Order::is_sorted) return placeOf<0>(key);
    const size_type at = indexOf<0>(key);
    if (at == length && length > 0) order_of_elements();
    return at;
  }
  pair<iterator, bool> put(E&& made) {
    const size_type found = indexOf<0>(weir_key(made));
    if (found < length) {
      // It was made for nothing, which the library avoids where it can.
      weir_assignments_differ(made);
      return pair<iterator, bool>(entries + found, false);
    }
    return pair<iterator, bool>(putAt(placeOf<0>(weir_key(made)), static_cast<E&&>(made)), true);
  }
  iterator putAt(size_type at, E&& made) {
    __builtin_assume(length < WEIR_ELEMENTS);
    // The library makes it where it stays.
    weir_moves_differ(made);
    if (length > 0) this->scatter();
    length = length + 1;
    if (at + 1 == length) {
      ::new ((void*)&entries[at]) E(static_cast<E&&>(made));
    } else {
      makeRoomAt<WEIR_ELEMENTS - 1>(at);
      ::new ((void*)&entries[at]) E(static_cast<E&&>(made));
    }
    return entries + at;
  }
  // The library may put what is hashed in another order.
  void rearrange() {
    if (length > 1) this->scatter();
    length = length;
  }
  void eraseAt(size_type at) {
    weir_forget(entries[at]);
    if (at + 1 < length) weir_moves_differ(entries[0]);
    closeGapAt<1>(at);
    length = length - 1;
  }
  void eraseBetween(size_type from, size_type to) {
    eraseSeveral<0>(from, to);
    length = length;
  }

  // Loops over all there can be, written out, as in std_models.h. `const` keys cannot be assigned: elements are made
  // anew.
  template <int I>
  void makeRoomAt(size_type at) {
    if constexpr (I > 0) {
      if (I > at && I < length) {
        ::new ((void*)&entries[I]) E(static_cast<E&&>(entries[I - 1]));
        weir_forget(entries[I - 1]);
      }
      makeRoomAt<I - 1>(at);
    }
  }
  template <int I>
  void closeGapAt(size_type at) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I > at && I < length) {
        ::new ((void*)&entries[I - 1]) E(static_cast<E&&>(entries[I]));
        weir_forget(entries[I]);
      }
      closeGapAt<I + 1>(at);
    }
  }
  template <int I>
  void eraseSeveral(size_type from, size_type to) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < to - from) {
        eraseAt(from);
        eraseSeveral<I + 1>(from, to);
      }
    }
  }
  template <int I>
  void forgetFrom() {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < length) {
        weir_forget(entries[I]);
        forgetFrom<I + 1>();
      }
    }
  }
  template <int I>
  void copyFrom(const weir_keyed& other) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < other.length) {
        length = length + 1;
        ::new ((void*)&entries[I]) E(other.entries[I]);
        copyFrom<I + 1>(other);
      }
    }
  }
  template <int I>
  void takeFrom(weir_keyed& other) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < other.length) {
        length = length + 1;
        ::new ((void*)&entries[I]) E(static_cast<E&&>(other.entries[I]));
        takeFrom<I + 1>(other);
      }
    }
  }
  void take(weir_keyed& other) {
    if (other.length > 0) weir_moves_differ(other.entries[0]);
    takeFrom<0>(other);
    other.clear();
  }
  void exchange(weir_keyed& other) {
    weir_keyed kept(static_cast<weir_keyed&&>(other));
    other = static_cast<weir_keyed&&>(*this);
    *this = static_cast<weir_keyed&&>(kept);
  }
};

// ---- sets

template <typename K, typename Order>
class WEIR_MODEL WEIR_STATES(internal) weir_set : public weir_keyed<K, K, Order> {
 public:
  using typename weir_keyed<K, K, Order>::iterator;
  using typename weir_keyed<K, K, Order>::const_iterator;
  // What specifications read; it takes no room.
  char contents[0] WEIR_STATES(contents);

  weir_set() {}
  weir_set(const weir_set& other) : weir_keyed<K, K, Order>(other) {}
  weir_set(weir_set&& other) noexcept : weir_keyed<K, K, Order>(static_cast<weir_keyed<K, K, Order>&&>(other)) {}
  weir_set& operator=(const weir_set& other) {
    weir_keyed<K, K, Order>::operator=(other);
    return *this;
  }
  weir_set& operator=(weir_set&& other) {
    weir_keyed<K, K, Order>::operator=(static_cast<weir_keyed<K, K, Order>&&>(other));
    return *this;
  }
  pair<iterator, bool> insert(const K& key) {
    const auto found = this->template indexOf<0>(key);
    if (found < this->length) return pair<iterator, bool>(this->entries + found, false);
    return this->put(K(key));
  }
  pair<iterator, bool> insert(K&& key) { return this->put(static_cast<K&&>(key)); }
  iterator insert(const_iterator, const K& key) { return this->put(K(key)).first; }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) this->put(K(*first));
  }
  void insert(initializer_list<K> keys) {
    for (const K* key = keys.begin(); key != keys.end(); ++key) this->put(K(*key));
  }
  template <typename... Arguments>
  pair<iterator, bool> emplace(Arguments&&... arguments) {
    return this->put(K(static_cast<Arguments&&>(arguments)...));
  }
};

template <typename K, typename Order, int I = 0>
inline bool weir_includes(const weir_set<K, Order>& a, const weir_set<K, Order>& b) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= b.length) return true;
    return a.contains(b.entries[I]) && weir_includes<K, Order, I + 1>(a, b);
  } else {
    return true;
  }
}

template <typename K, typename Compare = less<K>, typename Allocator = allocator<K>>
class WEIR_MODEL set : public weir_set<K, typename weir_sorted<K, Compare>::type> {
  typedef weir_set<K, typename weir_sorted<K, Compare>::type> Base;

 public:
  using typename Base::iterator;
  typedef Compare key_compare;
  typedef Compare value_compare;
  set() {}
  set(const set&) = default;
  set(set&&) = default;
  set& operator=(const set&) = default;
  set& operator=(set&&) = default;
  explicit set(const Compare&) {}
  set(initializer_list<K> keys) { this->insert(keys); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  set(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(set& other) { this->exchange(other); }
  iterator lower_bound(const K& key) const { return this->entries + this->lowerBound(key); }
  iterator upper_bound(const K& key) const { return this->entries + this->upperBound(key); }
};

// In order, the first elements first.
template <int I, typename T, typename Size>
inline bool weir_less_at(const T* a, Size length, const T* b, Size other_length) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= length || I >= other_length) return length < other_length;
    if (a[I] < b[I]) return true;
    if (b[I] < a[I]) return false;
    return weir_less_at<I + 1>(a, length, b, other_length);
  } else {
    return false;
  }
}
#define WEIR_KEYED_ORDER(PARAMETERS, KEYED)                           \
  template <PARAMETERS>                                               \
  inline bool operator<(const KEYED& a, const KEYED& b) {             \
    return weir_less_at<0>(a.begin(), a.length, b.begin(), b.length); \
  }                                                                   \
  template <PARAMETERS>                                               \
  inline bool operator>(const KEYED& a, const KEYED& b) {             \
    return b < a;                                                     \
  }                                                                   \
  template <PARAMETERS>                                               \
  inline bool operator<=(const KEYED& a, const KEYED& b) {            \
    return !(b < a);                                                  \
  }                                                                   \
  template <PARAMETERS>                                               \
  inline bool operator>=(const KEYED& a, const KEYED& b) {            \
    return !(a < b);                                                  \
  }
#define WEIR_COMMA ,
WEIR_KEYED_ORDER(typename K WEIR_COMMA typename C WEIR_COMMA typename A, set<K WEIR_COMMA C WEIR_COMMA A>)
template <typename K, typename C, typename A>
inline bool operator==(const set<K, C, A>& a, const set<K, C, A>& b) {
  return a.length == b.length && weir_includes(a, b);
}
template <typename K, typename C, typename A>
inline bool operator!=(const set<K, C, A>& a, const set<K, C, A>& b) {
  return !(a == b);
}

template <typename K, typename Hash = hash<K>, typename Equal = equal_to<K>, typename Allocator = allocator<K>>
class WEIR_MODEL unordered_set : public weir_set<K, typename weir_hashed<K, Hash, Equal>::type> {
  typedef weir_set<K, typename weir_hashed<K, Hash, Equal>::type> Base;

 public:
  using typename Base::iterator;
  using typename Base::size_type;
  typedef Hash hasher;
  typedef Equal key_equal;
  unordered_set() {}
  unordered_set(const unordered_set&) = default;
  unordered_set(unordered_set&&) = default;
  unordered_set& operator=(const unordered_set&) = default;
  unordered_set& operator=(unordered_set&&) = default;
  explicit unordered_set(size_type) {}
  unordered_set(initializer_list<K> keys) { this->insert(keys); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  unordered_set(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(unordered_set& other) { this->exchange(other); }
  void reserve(size_type) { this->rearrange(); }
  void rehash(size_type) { this->rearrange(); }
  size_type bucket_count() const;
};
template <typename K, typename H, typename E, typename A>
inline bool operator==(const unordered_set<K, H, E, A>& a, const unordered_set<K, H, E, A>& b) {
  return a.length == b.length && weir_includes(a, b);
}
template <typename K, typename H, typename E, typename A>
inline bool operator!=(const unordered_set<K, H, E, A>& a, const unordered_set<K, H, E, A>& b) {
  return !(a == b);
}

// ---- maps

template <typename K, typename V, typename Order>
class WEIR_MODEL WEIR_STATES(internal) weir_map : public weir_keyed<pair<const K, V>, K, Order> {
  typedef weir_keyed<pair<const K, V>, K, Order> Base;

 public:
  using Base::entries;
  using Base::length;
  using typename Base::const_iterator;
  using typename Base::iterator;
  using typename Base::size_type;
  using typename Base::value_type;
  typedef V mapped_type;
  // What specifications read; they take no room.
  char keys[0] WEIR_STATES(keys);
  char mapping[0] WEIR_STATES(mapping);

  weir_map() {}
  weir_map(const weir_map& other) : Base(other) {}
  weir_map(weir_map&& other) noexcept : Base(static_cast<Base&&>(other)) {}
  weir_map& operator=(const weir_map& other) {
    Base::operator=(other);
    return *this;
  }
  weir_map& operator=(weir_map&& other) {
    Base::operator=(static_cast<Base&&>(other));
    return *this;
  }
  V& operator[](const K& key) {
    const size_type found = this->template indexOf<0>(key);
    if (found < length) return entries[found].second;
    return this->put(value_type(key, V())).first->second;
  }
  V& at(const K& key) {
    const size_type found = this->template indexOf<0>(key);
    if (found == length) __throw_out_of_range("map::at");
    return entries[found].second;
  }
  const V& at(const K& key) const {
    const size_type found = this->template indexOf<0>(key);
    if (found == length) __throw_out_of_range("map::at");
    return entries[found].second;
  }

  pair<iterator, bool> insert(const value_type& element) {
    const size_type found = this->template indexOf<0>(element.first);
    if (found < length) return pair<iterator, bool>(entries + found, false);
    return this->put(value_type(element));
  }
  pair<iterator, bool> insert(value_type&& element) {
    const size_type found = this->template indexOf<0>(element.first);
    if (found < length) return pair<iterator, bool>(entries + found, false);
    return this->put(static_cast<value_type&&>(element));
  }
  template <typename Pair, typename weir_only_if<__is_constructible(value_type, Pair&&)>::type = 0>
  pair<iterator, bool> insert(Pair&& element) {
    return this->put(value_type(static_cast<Pair&&>(element)));
  }
  iterator insert(const_iterator, const value_type& element) { return this->put(value_type(element)).first; }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) this->put(value_type(*first));
  }
  void insert(initializer_list<value_type> elements) {
    for (const value_type* element = elements.begin(); element != elements.end(); ++element)
      this->put(value_type(*element));
  }
  template <typename... Arguments>
  pair<iterator, bool> emplace(Arguments&&... arguments) {
    return this->put(value_type(static_cast<Arguments&&>(arguments)...));
  }
  template <typename... Arguments>
  pair<iterator, bool> try_emplace(const K& key, Arguments&&... arguments) {
    const size_type found = this->template indexOf<0>(key);
    if (found < length) return pair<iterator, bool>(entries + found, false);
    return this->put(value_type(key, V(static_cast<Arguments&&>(arguments)...)));
  }
  template <typename Value>
  pair<iterator, bool> insert_or_assign(const K& key, Value&& value) {
    const size_type found = this->template indexOf<0>(key);
    if (found < length) {
      entries[found].second = static_cast<Value&&>(value);
      return pair<iterator, bool>(entries + found, false);
    }
    return this->put(value_type(key, V(static_cast<Value&&>(value))));
  }
};

template <typename K, typename V, typename Order, int I = 0>
inline bool weir_includes(const weir_map<K, V, Order>& a, const weir_map<K, V, Order>& b) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= b.length) return true;
    const auto found = a.find(b.entries[I].first);
    if (found == a.end() || !(found->second == b.entries[I].second)) return false;
    return weir_includes<K, V, Order, I + 1>(a, b);
  } else {
    return true;
  }
}

template <typename K, typename V, typename Compare = less<K>, typename Allocator = allocator<pair<const K, V>>>
class WEIR_MODEL map : public weir_map<K, V, typename weir_sorted<K, Compare>::type> {
  typedef weir_map<K, V, typename weir_sorted<K, Compare>::type> Base;

 public:
  using typename Base::const_iterator;
  using typename Base::iterator;
  using typename Base::value_type;
  typedef Compare key_compare;
  map() {}
  map(const map&) = default;
  map(map&&) = default;
  map& operator=(const map&) = default;
  map& operator=(map&&) = default;
  explicit map(const Compare&) {}
  map(initializer_list<value_type> elements) { this->insert(elements); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  map(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(map& other) { this->exchange(other); }
  iterator lower_bound(const K& key) { return this->entries + this->lowerBound(key); }
  const_iterator lower_bound(const K& key) const { return this->entries + this->lowerBound(key); }
  iterator upper_bound(const K& key) { return this->entries + this->upperBound(key); }
  const_iterator upper_bound(const K& key) const { return this->entries + this->upperBound(key); }
};
WEIR_KEYED_ORDER(typename K WEIR_COMMA typename V WEIR_COMMA typename C WEIR_COMMA typename A,
                 map<K WEIR_COMMA V WEIR_COMMA C WEIR_COMMA A>)
#undef WEIR_COMMA
#undef WEIR_KEYED_ORDER
template <typename K, typename V, typename C, typename A>
inline bool operator==(const map<K, V, C, A>& a, const map<K, V, C, A>& b) {
  return a.length == b.length && weir_includes(a, b);
}
template <typename K, typename V, typename C, typename A>
inline bool operator!=(const map<K, V, C, A>& a, const map<K, V, C, A>& b) {
  return !(a == b);
}

template <typename K, typename V, typename Hash = hash<K>, typename Equal = equal_to<K>,
          typename Allocator = allocator<pair<const K, V>>>
class WEIR_MODEL unordered_map : public weir_map<K, V, typename weir_hashed<K, Hash, Equal>::type> {
  typedef weir_map<K, V, typename weir_hashed<K, Hash, Equal>::type> Base;

 public:
  using typename Base::size_type;
  using typename Base::value_type;
  typedef Hash hasher;
  typedef Equal key_equal;
  unordered_map() {}
  unordered_map(const unordered_map&) = default;
  unordered_map(unordered_map&&) = default;
  unordered_map& operator=(const unordered_map&) = default;
  unordered_map& operator=(unordered_map&&) = default;
  explicit unordered_map(size_type) {}
  unordered_map(initializer_list<value_type> elements) { this->insert(elements); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  unordered_map(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(unordered_map& other) { this->exchange(other); }
  void reserve(size_type) { this->rearrange(); }
  void rehash(size_type) { this->rearrange(); }
  size_type bucket_count() const;
};
template <typename K, typename V, typename H, typename E, typename A>
inline bool operator==(const unordered_map<K, V, H, E, A>& a, const unordered_map<K, V, H, E, A>& b) {
  return a.length == b.length && weir_includes(a, b);
}
template <typename K, typename V, typename H, typename E, typename A>
inline bool operator!=(const unordered_map<K, V, H, E, A>& a, const unordered_map<K, V, H, E, A>& b) {
  return !(a == b);
}

}  // namespace std

#endif

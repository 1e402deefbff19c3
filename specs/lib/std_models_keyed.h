// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets and maps of `use <std>`; std_models.h tells how such a header is read.
//
// Elements are held in the order in which the library shows them. Numbers are in order of their values. The
// order of pointers is that of addresses and the order of what is hashed is the library's: at entry it may be any, and
// after an insertion it is not known (`scattered`), so that an execution which depends on it is `unknown`.
//
// Keys of a class, and others with a comparison or a hash of the program's own, are known in what the code made itself:
// what a container of the caller's holds would have to be in that order. Those that lead elsewhere are not: the library
// compares a key with some of the elements, the model with all, and a comparison that follows pointers can tell.
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

WEIR_UNSUPPORTED(weir_ambiguous_hash, "keys that are the same and have several hashes");
class WEIR_MODEL WEIR_STATES(internal) weir_by_value {
 public:
  template <typename K>
  static void asks() {}
  static constexpr bool is_known = true;
  static constexpr bool is_sorted = true;
  static constexpr bool finds_by_order = false;
  weir_by_value() {}
  template <typename Compare>
  explicit weir_by_value(const Compare&) {}
  bool isForeign() const { return false; }
  bool isScattered() const { return false; }
  void scatter() {}
  template <typename K>
  static bool isBefore(const K& a, const K& b) {
    return a < b;
  }
  template <typename K>
  static bool isSame(const K& a, const K& b) {
    return a == b;
  }
};
//@ invariant settled: not this.scattered
class WEIR_MODEL WEIR_STATES(internal) weir_by_library {
 public:
  template <typename K>
  static void asks() {}
  static constexpr bool is_known = true;
  static constexpr bool is_sorted = false;
  static constexpr bool finds_by_order = false;
  bool scattered WEIR_STATES(scattered);
  weir_by_library() : scattered(false) {}
  template <typename Compare>
  explicit weir_by_library(const Compare&) : scattered(false) {}
  bool isForeign() const { return false; }
  bool isScattered() const { return scattered; }
  void scatter() { scattered = true; }
  template <typename K>
  static bool isSame(const K& a, const K& b) {
    return a == b;
  }
};
// In another order than that of the values, which is known of what the code makes itself.
template <typename Compare>
class WEIR_MODEL WEIR_STATES(internal) weir_by_order : public weir_made {
 public:
  template <typename K>
  static void asks() {}
  static constexpr bool is_known = true;
  static constexpr bool is_sorted = true;
  static constexpr bool finds_by_order = true;
  Compare before;
  weir_by_order() : before() {}
  explicit weir_by_order(const Compare& compare) : before(compare) {}
  bool isForeign() const { return !this->made; }
  bool isScattered() const { return !this->made; }
  void scatter() {}
  template <typename K>
  bool isBefore(const K& a, const K& b) const {
    return before(a, b);
  }
  template <typename K>
  bool isSame(const K& a, const K& b) const {
    return !before(a, b) && !before(b, a);
  }
};
// By code of the program's own.
template <typename Compare>
class WEIR_MODEL WEIR_STATES(internal) WEIR_STATES(compares by user) weir_by_own_order : public weir_by_order<Compare> {
 public:
  weir_by_own_order() {}
  explicit weir_by_own_order(const Compare& compare) : weir_by_order<Compare>(compare) {}
  template <typename K>
  static void asks() {
    weir_unless_silent<const Compare, const K>(&weir_ask_two<const Compare, const K>);
  }
};
// Told apart by code of the program's own, in an order that is the library's. Where the same keys have several hashes
// it is not known what is found.
template <typename Hash, typename Equal>
class WEIR_MODEL WEIR_STATES(internal) WEIR_STATES(compares by user) weir_by_hash : public weir_made {
 public:
  static constexpr bool is_known = true;
  static constexpr bool is_sorted = false;
  static constexpr bool finds_by_order = false;
  bool scattered WEIR_STATES(scattered);
  Hash hash;
  Equal equal;
  weir_by_hash() : scattered(false), hash(), equal() {}
  weir_by_hash(const Hash& hashes, const Equal& compares) : scattered(false), hash(hashes), equal(compares) {}
  bool isForeign() const { return !this->made; }
  bool isScattered() const { return scattered || !this->made; }
  void scatter() { scattered = true; }
  template <typename K>
  static void asks() {
    weir_unless_silent<const Equal, const K>(&weir_ask_two<const Equal, const K>);
    weir_unless_silent<const Hash, const K>(&weir_ask_one<const Hash, const K>);
  }
  template <typename K>
  bool isSame(const K& a, const K& b) const {
    if (!equal(a, b)) return false;
    if (hash(a) != hash(b)) weir_ambiguous_hash();
    return true;
  }
};
class WEIR_MODEL WEIR_STATES(internal) WEIR_STATES(compares by user) weir_by_user {
 public:
  template <typename K>
  static void asks() {}
  static constexpr bool is_known = false;
  static constexpr bool is_sorted = false;
  static constexpr bool finds_by_order = false;
  weir_by_user() {}
  template <typename Compare>
  explicit weir_by_user(const Compare&) {}
  template <typename Hash, typename Equal>
  weir_by_user(const Hash&, const Equal&) {}
  bool isForeign() const { return true; }
  bool isScattered() const { return true; }
  void scatter() {}
};
// Pointers in all but name, and what leads to elements.
template <typename K>
struct weir_leads_elsewhere {
  static constexpr bool value = weir_is_pointer<K>::value;
};
template <typename T, typename D>
struct weir_leads_elsewhere<unique_ptr<T, D>> {
  static constexpr bool value = true;
};
template <typename T>
struct weir_leads_elsewhere<shared_ptr<T>> {
  static constexpr bool value = true;
};
template <typename T>
struct weir_leads_elsewhere<weak_ptr<T>> {
  static constexpr bool value = true;
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
struct weir_sorted : weir_choice<weir_leads_elsewhere<K>::value, weir_by_user, weir_by_own_order<Compare>> {};
template <typename K>
struct weir_sorted<K, less<K>>
    : weir_choice<
          weir_is_number<K>::value || weir_is_text<K>::value, weir_by_value,
          typename weir_choice<weir_leads_elsewhere<K>::value, weir_by_user, weir_by_own_order<less<K>>>::type> {};
template <typename K>
struct weir_sorted<K, greater<K>>
    : weir_choice<
          weir_is_number<K>::value || weir_is_text<K>::value, weir_by_order<greater<K>>,
          typename weir_choice<weir_leads_elsewhere<K>::value, weir_by_user, weir_by_own_order<greater<K>>>::type> {};
template <typename A, typename B>
struct weir_sorted<pair<A, B>, less<pair<A, B>>>
    : weir_choice<(weir_is_number<A>::value || weir_is_text<A>::value) &&
                      (weir_is_number<B>::value || weir_is_text<B>::value),
                  weir_by_order<less<pair<A, B>>>,
                  typename weir_choice<weir_leads_elsewhere<A>::value || weir_leads_elsewhere<B>::value, weir_by_user,
                                       weir_by_own_order<less<pair<A, B>>>>::type> {};
template <typename K>
struct weir_sorted<K, less<void>> : weir_sorted<K, less<K>> {};
template <typename K>
struct weir_sorted<K, greater<void>> : weir_sorted<K, greater<K>> {};
template <typename T>
struct weir_sorted<T*, less<T*>> {
  typedef weir_by_library type;
};
template <typename K, typename Hash, typename Equal>
struct weir_hashed : weir_choice<weir_leads_elsewhere<K>::value, weir_by_user, weir_by_hash<Hash, Equal>> {};
template <typename K>
struct weir_hashed<K, hash<K>, equal_to<K>>
    : weir_choice<weir_is_number<K>::value || weir_is_pointer<K>::value || weir_is_text<K>::value, weir_by_library,
                  typename weir_choice<weir_leads_elsewhere<K>::value, weir_by_user,
                                       weir_by_hash<hash<K>, equal_to<K>>>::type> {};

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
  template <typename, typename, typename>
  friend class weir_keyed;

 public:
  typedef Order weir_order_type;
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

  weir_keyed() : length(0) { Order::template asks<K>(); }
  explicit weir_keyed(const Order& order) : Order(order), length(0) { Order::template asks<K>(); }
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
  size_type max_size() const { return weir_most_elements(); }
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
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }

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

  template <typename Condition>
  size_type weirRemove(Condition goes) {
    inOrder();
    const size_type before = length;
    eraseWhere<0>(0, goes);
    length = length;
    return before - length;
  }

  // An execution that gets there depends on an order or a comparison that is not known: it is unsupported there.
  void order_of_elements() const WEIR_STATES(unknown order);

 protected:
  void inOrder() const {
    if (this->isScattered() && length > 1) order_of_elements();
  }
  void requireModel() const {
    if (this->isForeign()) order_of_elements();
  }
  // `length` where it is not there.
  template <int I>
  size_type indexOf(const K& key) const {
    if constexpr (I == 0) requireModel();
    if constexpr (Order::finds_by_order) {
      const size_type at = placeOf<0>(key);
      return at < length && !this->isBefore(key, weir_key(entries[at])) ? at : length;
    } else if constexpr (I < WEIR_ELEMENTS) {
      if (I >= length) return length;
      if constexpr (Order::is_known) {
        if (this->isSame(weir_key(entries[I]), key)) return I;
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
      if (I < length && this->isBefore(weir_key(entries[I]), key)) return placeOf<I + 1>(key);
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
      if (at < length && !this->isBefore(key, weir_key(entries[at]))) return at + 1;
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
  // What the condition holds of.
  template <int I, typename Condition>
  void eraseWhere(size_type at, Condition& goes) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (at >= length) return;
      if (goes(entries[at])) {
        eraseAt(at);
        eraseWhere<I + 1>(at, goes);
      } else {
        eraseWhere<I + 1>(at + 1, goes);
      }
    }
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
  // Of another container, those that this one does not have.
  template <typename Other, int I = 0>
  void takeNew(Other& other, size_type at = 0) {
    if constexpr (I == 0) other.inOrder();
    if constexpr (I < WEIR_ELEMENTS) {
      if (at >= other.length) return;
      if (indexOf<0>(weir_key(other.entries[at])) < length) {
        takeNew<Other, I + 1>(other, at + 1);
      } else {
        put(static_cast<E&&>(other.entries[at]));
        other.eraseAt(at);
        takeNew<Other, I + 1>(other, at);
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

// What is told of buckets is up to the library.
WEIR_ANY(unsigned long, weir_any_count(), "how many buckets there are");
WEIR_ANY(float, weir_any_load(), "how full the buckets are");
#define WEIR_BUCKETS                                        \
  void reserve(size_type) { this->rearrange(); }            \
  void rehash(size_type) { this->rearrange(); }             \
  size_type bucket_count() const {                          \
    const size_type count = weir_any_count();               \
    __builtin_assume(count > 0);                            \
    return count;                                           \
  }                                                         \
  float load_factor() const { return weir_any_load(); }     \
  float max_load_factor() const { return weir_any_load(); } \
  void max_load_factor(float) { this->rearrange(); }

template <typename Order, typename Hash, typename Equal>
inline Order weir_order(const Hash& hash, const Equal& equal) {
  if constexpr (__is_constructible(Order, const Hash&, const Equal&))
    return Order(hash, equal);
  else
    return Order();
}

// ---- sets

template <typename K, typename Order>
class WEIR_MODEL WEIR_STATES(internal) weir_set : public weir_keyed<K, K, Order> {
 public:
  using typename weir_keyed<K, K, Order>::iterator;
  using typename weir_keyed<K, K, Order>::const_iterator;
  // What specifications read; it takes no room.
  char contents[0] WEIR_STATES(contents);

  weir_set() {}
  explicit weir_set(const Order& order) : weir_keyed<K, K, Order>(order) {}
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
  iterator insert(const_iterator, K&& key) { return this->put(static_cast<K&&>(key)).first; }
  template <typename... Arguments>
  pair<iterator, bool> emplace(Arguments&&... arguments) {
    return this->put(K(static_cast<Arguments&&>(arguments)...));
  }
  template <typename... Arguments>
  iterator emplace_hint(const_iterator, Arguments&&... arguments) {
    return this->put(K(static_cast<Arguments&&>(arguments)...)).first;
  }
  template <typename Other>
  void merge(Other&& other) {
    this->takeNew(other);
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
  typedef typename weir_sorted<K, Compare>::type Order;
  typedef weir_set<K, Order> Base;

 public:
  using typename Base::iterator;
  typedef Compare key_compare;
  typedef Compare value_compare;
  set() {}
  set(const set&) = default;
  set(set&&) = default;
  set& operator=(const set&) = default;
  set& operator=(set&&) = default;
  explicit set(const Compare& compare) : Base(Order(compare)) {}
  set(initializer_list<K> keys, const Compare& compare) : Base(Order(compare)) { this->insert(keys); }
  set(initializer_list<K> keys) { this->insert(keys); }
  set& operator=(initializer_list<K> keys) {
    this->clear();
    this->insert(keys);
    return *this;
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  set(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  set(Iterator first, Iterator last, const Compare& compare) : Base(Order(compare)) {
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
  typedef typename weir_hashed<K, Hash, Equal>::type Order;
  typedef weir_set<K, Order> Base;

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
  unordered_set(size_type, const Hash& hash, const Equal& equal = Equal()) : Base(weir_order<Order>(hash, equal)) {}
  unordered_set(initializer_list<K> keys) { this->insert(keys); }
  unordered_set& operator=(initializer_list<K> keys) {
    this->clear();
    this->insert(keys);
    return *this;
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  unordered_set(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(unordered_set& other) { this->exchange(other); }
  WEIR_BUCKETS
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
  explicit weir_map(const Order& order) : Base(order) {}
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
  iterator emplace_hint(const_iterator, Arguments&&... arguments) {
    return this->put(value_type(static_cast<Arguments&&>(arguments)...)).first;
  }
  template <typename Other>
  void merge(Other&& other) {
    this->takeNew(other);
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
  typedef typename weir_sorted<K, Compare>::type Order;
  typedef weir_map<K, V, Order> Base;

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
  explicit map(const Compare& compare) : Base(Order(compare)) {}
  map(initializer_list<value_type> elements, const Compare& compare) : Base(Order(compare)) { this->insert(elements); }
  map(initializer_list<value_type> elements) { this->insert(elements); }
  map& operator=(initializer_list<value_type> elements) {
    this->clear();
    this->insert(elements);
    return *this;
  }
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
  typedef typename weir_hashed<K, Hash, Equal>::type Order;
  typedef weir_map<K, V, Order> Base;

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
  unordered_map(size_type, const Hash& hash, const Equal& equal = Equal()) : Base(weir_order<Order>(hash, equal)) {}
  unordered_map(initializer_list<value_type> elements) { this->insert(elements); }
  unordered_map& operator=(initializer_list<value_type> elements) {
    this->clear();
    this->insert(elements);
    return *this;
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  unordered_map(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(unordered_map& other) { this->exchange(other); }
  WEIR_BUCKETS
};
template <typename K, typename V, typename H, typename E, typename A>
inline bool operator==(const unordered_map<K, V, H, E, A>& a, const unordered_map<K, V, H, E, A>& b) {
  return a.length == b.length && weir_includes(a, b);
}
template <typename K, typename V, typename H, typename E, typename A>
inline bool operator!=(const unordered_map<K, V, H, E, A>& a, const unordered_map<K, V, H, E, A>& b) {
  return !(a == b);
}

#if __cplusplus >= 202002L
#define WEIR_KEYED_ERASURE(KEYED, ...)                                     \
  template <__VA_ARGS__, typename Condition>                               \
  inline typename KEYED::size_type erase_if(KEYED& from, Condition goes) { \
    return from.weirRemove(goes);                                          \
  }
#define WEIR_COMMA ,
WEIR_KEYED_ERASURE(set<K WEIR_COMMA C WEIR_COMMA A>, typename K, typename C, typename A)
WEIR_KEYED_ERASURE(map<K WEIR_COMMA V WEIR_COMMA C WEIR_COMMA A>, typename K, typename V, typename C, typename A)
WEIR_KEYED_ERASURE(unordered_set<K WEIR_COMMA H WEIR_COMMA E WEIR_COMMA A>, typename K, typename H, typename E,
                   typename A)
WEIR_KEYED_ERASURE(unordered_map<K WEIR_COMMA V WEIR_COMMA H WEIR_COMMA E WEIR_COMMA A>, typename K, typename V,
                   typename H, typename E, typename A)
#undef WEIR_COMMA
#undef WEIR_KEYED_ERASURE
#endif

}  // namespace std

#endif

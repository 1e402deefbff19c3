// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets and maps of `use <std>` in which several elements may have one key; std_models.h tells how such a header is read
// and std_models_keyed.h how sets and maps are held. Elements with one key are side by side. Where elements are sorted,
// a new one comes behind those with its key; elsewhere the library puts it where it likes.
#ifdef __cplusplus

namespace std {

template <typename Order>
class WEIR_MODEL WEIR_STATES(internal) WEIR_STATES(repeats keys) weir_several : public Order {
 public:
  weir_several() {}
  explicit weir_several(const Order& order) : Order(order) {}
};

template <typename E, typename K, typename Order>
class WEIR_MODEL WEIR_STATES(internal) weir_keyed_several : public weir_keyed<E, K, weir_several<Order>> {
  typedef weir_keyed<E, K, weir_several<Order>> Base;

 public:
  using Base::entries;
  using Base::erase;
  using Base::length;
  using typename Base::const_iterator;
  using typename Base::iterator;
  using typename Base::size_type;

  weir_keyed_several() {}
  explicit weir_keyed_several(const weir_several<Order>& order) : Base(order) {}
  iterator find(const K& key) { return entries + oneOf(key); }
  const_iterator find(const K& key) const { return entries + oneOf(key); }
  size_type count(const K& key) const {
    this->requireModel();
    return countFrom<0>(key);
  }
  size_type erase(const K& key) {
    const size_type from = this->template indexOf<0>(key);
    const size_type gone = count(key);
    this->eraseBetween(from, from + gone);
    return gone;
  }
  pair<iterator, iterator> equal_range(const K& key) {
    return pair<iterator, iterator>(entries + this->rangeOf(key), entries + this->rangeOf(key) + count(key));
  }
  pair<const_iterator, const_iterator> equal_range(const K& key) const {
    return pair<const_iterator, const_iterator>(entries + this->rangeOf(key),
                                                entries + this->rangeOf(key) + count(key));
  }

 protected:
  // Elements of a set with one key are the same; which of several values of a key comes first is the library's affair.
  size_type oneOf(const K& key) const {
    if constexpr (!Order::is_sorted && !__is_same(E, K)) {
      if (count(key) > 1) this->order_of_elements();
    }
    return this->template indexOf<0>(key);
  }
  iterator add(E&& made) {
    const size_type same = count(weir_key(made));
    if constexpr (Order::is_sorted)
      return this->putAt(this->template placeOf<0>(weir_key(made)) + same, static_cast<E&&>(made));
    else
      return this->putAt(this->template indexOf<0>(weir_key(made)) + same, static_cast<E&&>(made));
  }
  template <int I>
  size_type countFrom(const K& key) const {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I >= length) return 0;
      const size_type behind = countFrom<I + 1>(key);
      if constexpr (Order::is_known) {
        if (this->isSame(weir_key(entries[I]), key)) return behind + 1;
      }
      return behind;
    } else {
      return 0;
    }
  }
};

// ---- sets

template <typename K, typename Order>
class WEIR_MODEL WEIR_STATES(internal) weir_multiset : public weir_keyed_several<K, K, Order> {
  typedef weir_keyed_several<K, K, Order> Base;

 public:
  using typename Base::iterator;
  // What specifications read; it takes no room.
  char contents[0] WEIR_STATES(contents);

  weir_multiset() {}
  explicit weir_multiset(const Order& order) : Base(weir_several<Order>(order)) {}
  weir_multiset(const weir_multiset& other) : Base(other) {}
  weir_multiset(weir_multiset&& other) noexcept : Base(static_cast<Base&&>(other)) {}
  weir_multiset& operator=(const weir_multiset& other) {
    Base::operator=(other);
    return *this;
  }
  weir_multiset& operator=(weir_multiset&& other) {
    Base::operator=(static_cast<Base&&>(other));
    return *this;
  }
  iterator insert(const K& key) { return this->add(K(key)); }
  iterator insert(K&& key) { return this->add(static_cast<K&&>(key)); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) this->add(K(*first));
  }
  void insert(initializer_list<K> keys) { insert(keys.begin(), keys.end()); }
  template <typename... Arguments>
  iterator emplace(Arguments&&... arguments) {
    return this->add(K(static_cast<Arguments&&>(arguments)...));
  }
};

// Does `a` have every element of `b` as often as that has it?
template <typename K, typename Order, int I = 0>
inline bool weir_has_as_often(const weir_multiset<K, Order>& a, const weir_multiset<K, Order>& b) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= b.length) return true;
    return a.count(b.entries[I]) == b.count(b.entries[I]) && weir_has_as_often<K, Order, I + 1>(a, b);
  } else {
    return true;
  }
}

template <typename K, typename Compare = less<K>, typename Allocator = allocator<K>>
class WEIR_MODEL multiset : public weir_multiset<K, typename weir_sorted<K, Compare>::type> {
  typedef typename weir_sorted<K, Compare>::type Order;
  typedef weir_multiset<K, Order> Base;

 public:
  using typename Base::iterator;
  typedef Compare key_compare;
  typedef Compare value_compare;
  typedef Allocator allocator_type;
  multiset() {}
  multiset(const multiset&) = default;
  multiset(multiset&&) = default;
  multiset& operator=(const multiset&) = default;
  multiset& operator=(multiset&&) = default;
  explicit multiset(const Compare& compare) : Base(Order(compare)) {}
  multiset(initializer_list<K> keys) { this->insert(keys); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  multiset(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(multiset& other) { this->exchange(other); }
  iterator lower_bound(const K& key) const { return this->entries + this->lowerBound(key); }
  iterator upper_bound(const K& key) const { return this->entries + this->lowerBound(key) + this->count(key); }
};
template <typename K, typename C, typename A>
inline bool operator==(const multiset<K, C, A>& a, const multiset<K, C, A>& b) {
  return a.length == b.length && weir_has_as_often(a, b);
}
template <typename K, typename C, typename A>
inline bool operator!=(const multiset<K, C, A>& a, const multiset<K, C, A>& b) {
  return !(a == b);
}

template <typename K, typename Hash = hash<K>, typename Equal = equal_to<K>, typename Allocator = allocator<K>>
class WEIR_MODEL unordered_multiset : public weir_multiset<K, typename weir_hashed<K, Hash, Equal>::type> {
  typedef weir_multiset<K, typename weir_hashed<K, Hash, Equal>::type> Base;

 public:
  using typename Base::size_type;
  typedef Hash hasher;
  typedef Equal key_equal;
  typedef Allocator allocator_type;
  unordered_multiset() {}
  unordered_multiset(const unordered_multiset&) = default;
  unordered_multiset(unordered_multiset&&) = default;
  unordered_multiset& operator=(const unordered_multiset&) = default;
  unordered_multiset& operator=(unordered_multiset&&) = default;
  explicit unordered_multiset(size_type) {}
  unordered_multiset(initializer_list<K> keys) { this->insert(keys); }
  void swap(unordered_multiset& other) { this->exchange(other); }
  WEIR_BUCKETS
};
template <typename K, typename H, typename E, typename A>
inline bool operator==(const unordered_multiset<K, H, E, A>& a, const unordered_multiset<K, H, E, A>& b) {
  return a.length == b.length && weir_has_as_often(a, b);
}
template <typename K, typename H, typename E, typename A>
inline bool operator!=(const unordered_multiset<K, H, E, A>& a, const unordered_multiset<K, H, E, A>& b) {
  return !(a == b);
}

// ---- maps

template <typename K, typename V, typename Order>
class WEIR_MODEL WEIR_STATES(internal) weir_multimap : public weir_keyed_several<pair<const K, V>, K, Order> {
  typedef weir_keyed_several<pair<const K, V>, K, Order> Base;

 public:
  using typename Base::iterator;
  using typename Base::value_type;
  typedef V mapped_type;
  // What specifications read; they take no room.
  char keys[0] WEIR_STATES(keys);
  char mapping[0] WEIR_STATES(mapping);

  weir_multimap() {}
  explicit weir_multimap(const Order& order) : Base(weir_several<Order>(order)) {}
  weir_multimap(const weir_multimap& other) : Base(other) {}
  weir_multimap(weir_multimap&& other) noexcept : Base(static_cast<Base&&>(other)) {}
  weir_multimap& operator=(const weir_multimap& other) {
    Base::operator=(other);
    return *this;
  }
  weir_multimap& operator=(weir_multimap&& other) {
    Base::operator=(static_cast<Base&&>(other));
    return *this;
  }
  iterator insert(const value_type& element) { return this->add(value_type(element)); }
  iterator insert(value_type&& element) { return this->add(static_cast<value_type&&>(element)); }
  template <typename Pair, typename weir_only_if<__is_constructible(value_type, Pair&&)>::type = 0>
  iterator insert(Pair&& element) {
    return this->add(value_type(static_cast<Pair&&>(element)));
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) this->add(value_type(*first));
  }
  void insert(initializer_list<value_type> elements) { insert(elements.begin(), elements.end()); }
  template <typename... Arguments>
  iterator emplace(Arguments&&... arguments) {
    return this->add(value_type(static_cast<Arguments&&>(arguments)...));
  }
};

template <typename K, typename V, typename Order, int I = 0>
inline decltype(sizeof(0)) weir_times(const weir_multimap<K, V, Order>& in, const pair<const K, V>& element) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= in.length) return 0;
    const decltype(sizeof(0)) behind = weir_times<K, V, Order, I + 1>(in, element);
    return in.isSame(in.entries[I].first, element.first) && in.entries[I].second == element.second ? behind + 1
                                                                                                   : behind;
  } else {
    return 0;
  }
}
// Sorted elements have to be the same in the same order, others each as often.
template <typename K, typename V, typename Order, int I = 0>
inline bool weir_has_as_often(const weir_multimap<K, V, Order>& a, const weir_multimap<K, V, Order>& b) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= b.length) return true;
    if constexpr (Order::is_sorted) {
      if (!(a.entries[I].first == b.entries[I].first && a.entries[I].second == b.entries[I].second)) return false;
    } else {
      if (weir_times(a, b.entries[I]) != weir_times(b, b.entries[I])) return false;
    }
    return weir_has_as_often<K, V, Order, I + 1>(a, b);
  } else {
    return true;
  }
}

template <typename K, typename V, typename Compare = less<K>, typename Allocator = allocator<pair<const K, V>>>
class WEIR_MODEL multimap : public weir_multimap<K, V, typename weir_sorted<K, Compare>::type> {
  typedef typename weir_sorted<K, Compare>::type Order;
  typedef weir_multimap<K, V, Order> Base;

 public:
  using typename Base::const_iterator;
  using typename Base::iterator;
  using typename Base::value_type;
  typedef Compare key_compare;
  typedef Allocator allocator_type;
  multimap() {}
  multimap(const multimap&) = default;
  multimap(multimap&&) = default;
  multimap& operator=(const multimap&) = default;
  multimap& operator=(multimap&&) = default;
  explicit multimap(const Compare& compare) : Base(Order(compare)) {}
  multimap(initializer_list<value_type> elements) { this->insert(elements); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  multimap(Iterator first, Iterator last) {
    this->insert(first, last);
  }
  void swap(multimap& other) { this->exchange(other); }
  iterator lower_bound(const K& key) { return this->entries + this->lowerBound(key); }
  const_iterator lower_bound(const K& key) const { return this->entries + this->lowerBound(key); }
  iterator upper_bound(const K& key) { return this->entries + this->lowerBound(key) + this->count(key); }
  const_iterator upper_bound(const K& key) const { return this->entries + this->lowerBound(key) + this->count(key); }
};
template <typename K, typename V, typename C, typename A>
inline bool operator==(const multimap<K, V, C, A>& a, const multimap<K, V, C, A>& b) {
  if (a.length != b.length) return false;
  if constexpr (!multimap<K, V, C, A>::is_sorted) {
    if (a.length > 1) a.order_of_elements();
  }
  return weir_has_as_often(a, b);
}
template <typename K, typename V, typename C, typename A>
inline bool operator!=(const multimap<K, V, C, A>& a, const multimap<K, V, C, A>& b) {
  return !(a == b);
}

template <typename K, typename V, typename Hash = hash<K>, typename Equal = equal_to<K>,
          typename Allocator = allocator<pair<const K, V>>>
class WEIR_MODEL unordered_multimap : public weir_multimap<K, V, typename weir_hashed<K, Hash, Equal>::type> {
  typedef weir_multimap<K, V, typename weir_hashed<K, Hash, Equal>::type> Base;

 public:
  using typename Base::size_type;
  using typename Base::value_type;
  typedef Hash hasher;
  typedef Equal key_equal;
  typedef Allocator allocator_type;
  unordered_multimap() {}
  unordered_multimap(const unordered_multimap&) = default;
  unordered_multimap(unordered_multimap&&) = default;
  unordered_multimap& operator=(const unordered_multimap&) = default;
  unordered_multimap& operator=(unordered_multimap&&) = default;
  explicit unordered_multimap(size_type) {}
  unordered_multimap(initializer_list<value_type> elements) { this->insert(elements); }
  void swap(unordered_multimap& other) { this->exchange(other); }
  WEIR_BUCKETS
};
template <typename K, typename V, typename H, typename E, typename A>
inline bool operator==(const unordered_multimap<K, V, H, E, A>& a, const unordered_multimap<K, V, H, E, A>& b) {
  return a.length == b.length && weir_has_as_often(a, b);
}
template <typename K, typename V, typename H, typename E, typename A>
inline bool operator!=(const unordered_multimap<K, V, H, E, A>& a, const unordered_multimap<K, V, H, E, A>& b) {
  return !(a == b);
}

}  // namespace std

#endif

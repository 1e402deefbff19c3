// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::list and std::forward_list of `use <std>`; std_models_sequences.h has what they share with other sequences.
#ifdef __cplusplus

#define _GLIBCXX_LIST 1
#define _STL_LIST_H 1
#define _LIST_TCC 1
#define _GLIBCXX_FORWARD_LIST 1
#define _FORWARD_LIST_H 1
#define _FORWARD_LIST_TCC 1

namespace std {

template <typename T, typename Allocator = allocator<T>>
class WEIR_MODEL list : public weir_sequence<T> {
 public:
  using typename weir_sequence<T>::size_type;
  using typename weir_sequence<T>::iterator;
  using typename weir_sequence<T>::const_iterator;
  using weir_sequence<T>::length;
  using weir_sequence<T>::elems;
  typedef Allocator allocator_type;

  list() {}
  list(const list&) = default;
  list(list&&) = default;
  list& operator=(const list&) = default;
  list& operator=(list&&) = default;
  explicit list(size_type count) { this->resize(count); }
  list(size_type count, const T& value) { this->resize(count, value); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  list(Iterator first, Iterator last) {
    for (; first != last; ++first) this->append(*first);
  }
  list(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->append(*value);
  }
  list& operator=(initializer_list<T> values) {
    this->assign(values.begin(), values.end());
    return *this;
  }
  void swap(list& other) { this->exchange(other); }

  void push_front(const T& x) { this->pushFront(x); }
  void push_front(T&& x) { this->pushFront(static_cast<T&&>(x)); }
  template <typename... Arguments>
  T& emplace_front(Arguments&&... arguments) {
    this->pushFront(static_cast<Arguments&&>(arguments)...);
    return elems[0];
  }
  void pop_front() { this->popFront(); }

  iterator insert(const_iterator position, const T& value) { return this->putAt(this->placeAt(position), value); }
  iterator insert(const_iterator position, T&& value) {
    return this->putAt(this->placeAt(position), static_cast<T&&>(value));
  }
  iterator insert(const_iterator position, size_type count, const T& value) {
    return this->putCopiesAt(this->placeAt(position), count, value);
  }
  iterator insert(const_iterator position, initializer_list<T> values) {
    return insert(position, values.begin(), values.end());
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  iterator insert(const_iterator position, Iterator first, Iterator last) {
    return this->putAllAt(this->placeAt(position), first, last);
  }
  template <typename... Arguments>
  iterator emplace(const_iterator position, Arguments&&... arguments) {
    return this->putAt(this->placeAt(position), static_cast<Arguments&&>(arguments)...);
  }
  iterator erase(const_iterator position) {
    const size_type at = this->elementAt(position);
    T& gone = elems[at];
    return this->dropAt(at);
  }
  iterator erase(const_iterator first, const_iterator last) {
    return this->dropBetween(this->placeAt(first), this->placeAt(last));
  }
  template <typename Condition>
  size_type weirRemove(Condition goes) {
    return this->removeWhere(goes);
  }
  void reverse() { this->reverseAll(); }
  size_type remove(const T& x) { return this->removeAll(x); }
  template <typename Condition>
  size_type remove_if(Condition goes) {
    return this->removeWhere(goes);
  }
  void sort() { this->sortAll(weir_less()); }
  template <typename Compare>
  void sort(Compare less) {
    this->sortAll(less);
  }
  size_type unique() { return this->dropRepeated(weir_same()); }
  template <typename Same>
  size_type unique(Same same) {
    return this->dropRepeated(same);
  }
  void merge(list& other) { this->mergeAll(other, weir_less()); }
  void merge(list&& other) { this->mergeAll(other, weir_less()); }
  template <typename Compare>
  void merge(list& other, Compare less) {
    this->mergeAll(other, less);
  }
  template <typename Compare>
  void merge(list&& other, Compare less) {
    this->mergeAll(other, less);
  }
  void splice(const_iterator position, list& other) {
    if (this != &other) this->takeBetween(this->placeAt(position), other, 0, other.length);
  }
  void splice(const_iterator position, list&& other) { splice(position, other); }
  void splice(const_iterator position, list& other, const_iterator element) {
    const size_type from = other.elementAt(element);
    const T& taken = other.elems[from];
    this->takeBetween(this->placeAt(position), other, from, from + 1);
  }
  void splice(const_iterator position, list&& other, const_iterator element) { splice(position, other, element); }
  void splice(const_iterator position, list& other, const_iterator first, const_iterator last) {
    this->takeBetween(this->placeAt(position), other, other.placeAt(first), other.placeAt(last));
  }
  void splice(const_iterator position, list&& other, const_iterator first, const_iterator last) {
    splice(position, other, first, last);
  }
};

WEIR_COMPARISONS(list)
WEIR_ERASURES(list)

template <typename T, typename Allocator = allocator<T>>
class WEIR_MODEL forward_list : public weir_sequence<T> {
 public:
  using typename weir_sequence<T>::size_type;
  using typename weir_sequence<T>::iterator;
  using typename weir_sequence<T>::const_iterator;
  using weir_sequence<T>::length;
  using weir_sequence<T>::elems;
  typedef Allocator allocator_type;

  forward_list() {}
  forward_list(const forward_list&) = default;
  forward_list(forward_list&&) = default;
  forward_list& operator=(const forward_list&) = default;
  forward_list& operator=(forward_list&&) = default;
  explicit forward_list(size_type count) { this->resize(count); }
  forward_list(size_type count, const T& value) { this->resize(count, value); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  forward_list(Iterator first, Iterator last) {
    for (; first != last; ++first) this->append(*first);
  }
  forward_list(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->append(*value);
  }
  forward_list& operator=(initializer_list<T> values) {
    this->assign(values.begin(), values.end());
    return *this;
  }
  void swap(forward_list& other) { this->exchange(other); }

  void push_front(const T& x) { this->pushFront(x); }
  void push_front(T&& x) { this->pushFront(static_cast<T&&>(x)); }
  template <typename... Arguments>
  T& emplace_front(Arguments&&... arguments) {
    this->pushFront(static_cast<Arguments&&>(arguments)...);
    return elems[0];
  }
  void pop_front() { this->popFront(); }
  iterator insert_after(const_iterator position, const T& x) { return this->putAt(this->elementAt(position) + 1, x); }
  iterator erase_after(const_iterator position) {
    const size_type at = this->elementAt(position) + 1;
    T& gone = elems[at < length ? at : WEIR_ELEMENTS + 1];
    return this->dropAt(at);
  }
  iterator before_begin();
  const_iterator before_begin() const;
  void reverse() { this->reverseAll(); }
  void remove(const T& x) { this->removeAll(x); }
  template <typename Condition>
  void remove_if(Condition goes) {
    this->removeWhere(goes);
  }
  template <typename Condition>
  size_type weirRemove(Condition goes) {
    return this->removeWhere(goes);
  }
  void sort() { this->sortAll(weir_less()); }
  template <typename Compare>
  void sort(Compare less) {
    this->sortAll(less);
  }
  size_type unique() { return this->dropRepeated(weir_same()); }
  template <typename Same>
  size_type unique(Same same) {
    return this->dropRepeated(same);
  }
  void merge(forward_list& other) { this->mergeAll(other, weir_less()); }
  void merge(forward_list&& other) { this->mergeAll(other, weir_less()); }
  template <typename Compare>
  void merge(forward_list& other, Compare less) {
    this->mergeAll(other, less);
  }
};

WEIR_COMPARISONS(forward_list)
WEIR_ERASURES(forward_list)

}  // namespace std

#endif

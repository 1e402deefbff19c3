// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::deque of `use <std>`; std_models_sequences.h has what it shares with other sequences.
#ifdef __cplusplus

#define _GLIBCXX_DEQUE 1
#define _STL_DEQUE_H 1
#define _DEQUE_TCC 1

namespace std {

template <typename T, typename Allocator = allocator<T>>
class WEIR_MODEL deque : public weir_sequence<T> {
 public:
  using typename weir_sequence<T>::size_type;
  using typename weir_sequence<T>::iterator;
  using typename weir_sequence<T>::const_iterator;
  using weir_sequence<T>::length;
  using weir_sequence<T>::elems;
  typedef Allocator allocator_type;

  deque() {}
  deque(const deque&) = default;
  // The library allocates, which may fail.
  deque(deque&& other) : weir_sequence<T>(static_cast<weir_sequence<T>&&>(other)) {}
  deque& operator=(const deque&) = default;
  deque& operator=(deque&&) = default;
  explicit deque(size_type count) { this->resize(count); }
  deque(size_type count, const T& value) { this->resize(count, value); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  deque(Iterator first, Iterator last) {
    for (; first != last; ++first) this->append(*first);
  }
  deque(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->append(*value);
  }
  deque& operator=(initializer_list<T> values) {
    this->assign(values.begin(), values.end());
    return *this;
  }
  void swap(deque& other) { this->exchange(other); }

  T& operator[](size_type i) { return elems[i < length ? i : WEIR_ELEMENTS + 1]; }
  const T& operator[](size_type i) const { return elems[i < length ? i : WEIR_ELEMENTS + 1]; }
  T& at(size_type i) {
    if (i >= length) __throw_out_of_range("deque::at");
    return elems[i];
  }
  const T& at(size_type i) const {
    if (i >= length) __throw_out_of_range("deque::at");
    return elems[i];
  }
  void push_front(const T& x) { this->pushFront(x); }
  void push_front(T&& x) { this->pushFront(static_cast<T&&>(x)); }
  template <typename... Arguments>
  T& emplace_front(Arguments&&... arguments) {
    this->pushFront(static_cast<Arguments&&>(arguments)...);
    return elems[0];
  }
  void pop_front() { this->popFront(); }
  void shrink_to_fit() { length = length; }

  iterator insert(const_iterator position, const T& value) { return put(this->placeAt(position), value); }
  iterator insert(const_iterator position, T&& value) { return put(this->placeAt(position), static_cast<T&&>(value)); }
  iterator insert(const_iterator position, size_type count, const T& value);
  iterator insert(const_iterator position, initializer_list<T> values) {
    return insert(position, values.begin(), values.end());
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  iterator insert(const_iterator position, Iterator first, Iterator last) {
    if (length > 0) weir_assignments_differ(elems[0]);
    return this->putAllAt(this->placeAt(position), first, last);
  }
  template <typename... Arguments>
  iterator emplace(const_iterator position, Arguments&&... arguments) {
    return put(this->placeAt(position), static_cast<Arguments&&>(arguments)...);
  }
  iterator erase(const_iterator position) {
    const size_type at = this->elementAt(position);
    T& gone = elems[at];
    if (at > 0 && at + 1 < length) weir_assignments_differ(elems[0]);
    return this->dropAt(at);
  }
  iterator erase(const_iterator first, const_iterator last) {
    if (length > 0) weir_assignments_differ(elems[0]);
    return this->dropBetween(this->placeAt(first), this->placeAt(last));
  }
  template <typename Condition>
  size_type weirRemove(Condition goes) {
    if (length > 0) weir_assignments_differ(elems[0]);
    return this->removeWhere(goes);
  }

 private:
  // The library assigns what stands on the shorter side.
  template <typename... Arguments>
  iterator put(size_type at, Arguments&&... arguments) {
    if (at > 0 && at < length) weir_assignments_differ(elems[0]);
    return this->putAt(at, static_cast<Arguments&&>(arguments)...);
  }
};

WEIR_COMPARISONS(deque)
WEIR_ERASURES(deque)

}  // namespace std

#endif

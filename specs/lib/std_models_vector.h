// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::vector of `use <std>`; std_models_sequences.h has what it shares with other sequences.
#ifdef __cplusplus

#define _GLIBCXX_VECTOR 1
#define _STL_VECTOR_H 1
#define _STL_BVECTOR_H 1
#define _VECTOR_TCC 1

namespace std {

template <typename T, typename Allocator = allocator<T>>
class WEIR_MODEL vector : public weir_sequence<T> {
 public:
  using typename weir_sequence<T>::size_type;
  using typename weir_sequence<T>::iterator;
  using typename weir_sequence<T>::const_iterator;
  using weir_sequence<T>::length;
  using weir_sequence<T>::elems;
  typedef Allocator allocator_type;

  vector() {}
  vector(const vector&) = default;
  vector(vector&&) = default;
  vector& operator=(const vector&) = default;
  vector& operator=(vector&&) = default;
  explicit vector(size_type count) { this->resize(count); }
  vector(size_type count, const T& value) { this->resize(count, value); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  vector(Iterator first, Iterator last) {
    for (; first != last; ++first) this->append(*first);
  }
  vector(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->append(*value);
  }
  vector& operator=(initializer_list<T> values) {
    this->assign(values.begin(), values.end());
    return *this;
  }
  void swap(vector& other) { this->exchange(other); }

  T& operator[](size_type i) { return elems[i < length ? i : WEIR_ELEMENTS + 1]; }
  const T& operator[](size_type i) const { return elems[i < length ? i : WEIR_ELEMENTS + 1]; }
  T& at(size_type i) {
    if (i >= length) __throw_out_of_range("vector::at");
    return elems[i];
  }
  const T& at(size_type i) const {
    if (i >= length) __throw_out_of_range("vector::at");
    return elems[i];
  }
  T* data() { return elems; }
  const T* data() const { return elems; }
  size_type capacity() const { return weir_room_for(length); }
  void reserve(size_type) {
    mayGrow();
    length = length;
  }
  void shrink_to_fit() {
    mayGrow();
    length = length;
  }

  void push_back(const T& x) {
    mayGrow();
    this->append(x);
  }
  void push_back(T&& x) {
    mayGrow();
    this->append(static_cast<T&&>(x));
  }
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    mayGrow();
    this->append(static_cast<Arguments&&>(arguments)...);
    return elems[length - 1];
  }
  void resize(size_type count) {
    if (length < count) mayGrow();
    weir_sequence<T>::resize(count);
  }
  void resize(size_type count, const T& value) {
    if (length < count) mayGrow();
    weir_sequence<T>::resize(count, value);
  }
  iterator insert(const_iterator position, const T& value) { return put(this->placeAt(position), value); }
  iterator insert(const_iterator position, T&& value) { return put(this->placeAt(position), static_cast<T&&>(value)); }
  iterator insert(const_iterator position, size_type count, const T& value) {
    const size_type at = this->placeAt(position);
    const T kept(value);
    for (size_type i = 0; i < count; ++i) put(at, kept);
    return elems + at;
  }
  iterator insert(const_iterator position, initializer_list<T> values) {
    return insert(position, values.begin(), values.end());
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  iterator insert(const_iterator position, Iterator first, Iterator last) {
    mayGrow();
    if (length > 0) weir_assignments_differ(elems[0]);
    return this->putAllAt(this->placeAt(position), first, last);
  }
  template <typename... Arguments>
  iterator emplace(const_iterator position, Arguments&&... arguments) {
    return put(this->placeAt(position), static_cast<Arguments&&>(arguments)...);
  }
  // As the library does it: elements are assigned, and the last ones go.
  iterator erase(const_iterator position) {
    const size_type at = this->elementAt(position);
    T& gone = elems[at];
    assignDown<1>(at + 1, 1);
    this->cutTo(length - 1);
    return elems + at;
  }
  iterator erase(const_iterator first, const_iterator last) {
    const size_type from = this->placeAt(first);
    const size_type to = this->placeAt(last);
    T& gone = elems[from <= to && to <= length ? 0 : WEIR_ELEMENTS + 1];
    if (from < to) assignDown<1>(to, to - from);
    this->cutTo(length - (to - from));
    return elems + from;
  }
  template <typename Condition>
  size_type weirRemove(Condition goes) {
    if (length > 0) weir_assignments_differ(elems[0]);
    return this->removeWhere(goes);
  }

 private:
  // Where there is no room any more the library moves all elements.
  void mayGrow() {
    if (length > 0) weir_moves_differ(elems[0]);
  }
  template <typename... Arguments>
  iterator put(size_type at, Arguments&&... arguments) {
    mayGrow();
    if (at < length) weir_assignments_differ(elems[0]);
    return this->putAt(at, static_cast<Arguments&&>(arguments)...);
  }
  template <int I>
  void assignDown(size_type from, size_type by) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I >= from && I < length) elems[I - by] = static_cast<T&&>(elems[I]);
      assignDown<I + 1>(from, by);
    }
  }
};

WEIR_COMPARISONS(vector)
WEIR_ERASURES(vector)

}  // namespace std

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::vector<bool> of `use <std>`.
#ifdef __cplusplus

namespace std {

// A reference to a bit is an object: a copy of it leads to the same bit.
class WEIR_MODEL WEIR_STATES(internal) weir_bit {
 public:
  bool* bit;
  explicit weir_bit(bool* place) : bit(place) {}
  weir_bit(const weir_bit&) = default;
  operator bool() const { return *bit; }
  weir_bit& operator=(bool value) {
    *bit = value;
    return *this;
  }
  weir_bit& operator=(const weir_bit& other) {
    *bit = *other.bit;
    return *this;
  }
  bool operator==(const weir_bit& other) const { return *bit == *other.bit; }
  bool operator<(const weir_bit& other) const { return !*bit && *other.bit; }
  void flip() { *bit = !*bit; }
};
inline void swap(weir_bit a, weir_bit b) {
  const bool kept = a;
  a = static_cast<bool>(b);
  b = kept;
}

template <typename Reference>
class WEIR_MODEL WEIR_STATES(internal) weir_bit_iterator {
 public:
  typedef random_access_iterator_tag iterator_category;
  typedef bool value_type;
  typedef decltype((char*)0 - (char*)0) difference_type;
  typedef Reference reference;
  typedef void pointer;
  bool* place;
  weir_bit_iterator() : place(nullptr) {}
  explicit weir_bit_iterator(bool* at) : place(at) {}
  template <typename Other>
  weir_bit_iterator(const weir_bit_iterator<Other>& other) : place(other.place) {}
  Reference operator*() const { return at(place); }
  Reference operator[](difference_type n) const { return at(place + n); }
  weir_bit_iterator& operator++() {
    ++place;
    return *this;
  }
  weir_bit_iterator operator++(int) { return weir_bit_iterator(place++); }
  weir_bit_iterator& operator--() {
    --place;
    return *this;
  }
  weir_bit_iterator operator--(int) { return weir_bit_iterator(place--); }
  weir_bit_iterator& operator+=(difference_type n) {
    place += n;
    return *this;
  }
  weir_bit_iterator& operator-=(difference_type n) {
    place -= n;
    return *this;
  }
  weir_bit_iterator operator+(difference_type n) const { return weir_bit_iterator(place + n); }
  weir_bit_iterator operator-(difference_type n) const { return weir_bit_iterator(place - n); }

 private:
  static Reference at(bool* bit) {
    if constexpr (__is_same(Reference, bool))
      return *bit;
    else
      return Reference(bit);
  }
};
template <typename A, typename B>
inline decltype((char*)0 - (char*)0) operator-(const weir_bit_iterator<A>& a, const weir_bit_iterator<B>& b) {
  return a.place - b.place;
}
template <typename A, typename B>
inline bool operator==(const weir_bit_iterator<A>& a, const weir_bit_iterator<B>& b) {
  return a.place == b.place;
}
template <typename A, typename B>
inline bool operator!=(const weir_bit_iterator<A>& a, const weir_bit_iterator<B>& b) {
  return a.place != b.place;
}
template <typename A, typename B>
inline bool operator<(const weir_bit_iterator<A>& a, const weir_bit_iterator<B>& b) {
  return a.place < b.place;
}

template <typename Allocator>
class WEIR_MODEL vector<bool, Allocator> : public weir_sequence<bool> {
 public:
  using typename weir_sequence<bool>::size_type;
  using weir_sequence<bool>::length;
  using weir_sequence<bool>::elems;
  typedef Allocator allocator_type;
  typedef weir_bit reference;
  typedef bool const_reference;
  typedef weir_bit_iterator<weir_bit> iterator;
  typedef weir_bit_iterator<bool> const_iterator;
  typedef std::reverse_iterator<iterator> reverse_iterator;
  typedef std::reverse_iterator<const_iterator> const_reverse_iterator;

  vector() {}
  vector(const vector&) = default;
  vector(vector&&) = default;
  vector& operator=(const vector&) = default;
  vector& operator=(vector&&) = default;
  explicit vector(size_type count) { this->resize(count, false); }
  vector(size_type count, bool value) { this->resize(count, value); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  vector(Iterator first, Iterator last) {
    for (; first != last; ++first) this->append(static_cast<bool>(*first));
  }
  vector(initializer_list<bool> values) {
    for (const bool* value = values.begin(); value != values.end(); ++value) this->append(*value);
  }
  vector& operator=(initializer_list<bool> values) {
    this->assign(values.begin(), values.end());
    return *this;
  }
  void swap(vector& other) { this->exchange(other); }

  weir_bit operator[](size_type i) { return weir_bit(&elems[i < length ? i : WEIR_ELEMENTS + 1]); }
  bool operator[](size_type i) const { return elems[i < length ? i : WEIR_ELEMENTS + 1]; }
  weir_bit at(size_type i) {
    if (i >= length) __throw_out_of_range("vector<bool>::at");
    return weir_bit(&elems[i]);
  }
  bool at(size_type i) const {
    if (i >= length) __throw_out_of_range("vector<bool>::at");
    return elems[i];
  }
  weir_bit front() { return (*this)[0]; }
  bool front() const { return (*this)[0]; }
  weir_bit back() { return (*this)[length - 1]; }
  bool back() const { return (*this)[length - 1]; }
  iterator begin() { return iterator(elems); }
  iterator end() { return iterator(elems + length); }
  const_iterator begin() const { return const_iterator(const_cast<bool*>(elems)); }
  const_iterator end() const { return const_iterator(const_cast<bool*>(elems) + length); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

  size_type capacity() const;
  void reserve(size_type) { length = length; }
  void shrink_to_fit() { length = length; }
  void push_back(bool x) { this->append(x); }
  weir_bit emplace_back(bool x = false) {
    this->append(x);
    return back();
  }
  void resize(size_type count, bool value = false) { weir_sequence<bool>::resize(count, value); }
  void flip() { flipFrom<0>(); }
  iterator insert(const_iterator position, bool value) {
    return iterator(this->putAt(this->placeAt(position.place), value));
  }
  iterator erase(const_iterator position) { return iterator(this->dropAt(this->elementAt(position.place))); }
  iterator erase(const_iterator first, const_iterator last) {
    return iterator(this->dropBetween(this->placeAt(first.place), this->placeAt(last.place)));
  }
  template <typename Condition>
  size_type weirRemove(Condition goes) {
    return this->removeWhere(goes);
  }

 private:
  template <int I>
  void flipFrom() {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < length) {
        elems[I] = !elems[I];
        flipFrom<I + 1>();
      }
    }
  }
};

}  // namespace std

#endif

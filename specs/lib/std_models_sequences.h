// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences of `use <std>`; std_models.h tells how such a header is read.
#ifdef __cplusplus

#define _GLIBCXX_VECTOR 1
#define _STL_VECTOR_H 1
#define _STL_BVECTOR_H 1
#define _VECTOR_TCC 1
#define _GLIBCXX_DEQUE 1
#define _STL_DEQUE_H 1
#define _DEQUE_TCC 1
#define _GLIBCXX_LIST 1
#define _STL_LIST_H 1
#define _LIST_TCC 1
#define _GLIBCXX_FORWARD_LIST 1
#define _FORWARD_LIST_H 1
#define _FORWARD_LIST_TCC 1

namespace std {

//@ invariant room: this.length <= WEIR_ELEMENTS
template <typename T>
class WEIR_MODEL WEIR_STATES(internal) weir_sequence {
 public:
  typedef T value_type;
  typedef decltype(sizeof(0)) size_type;
  typedef decltype((char*)0 - (char*)0) difference_type;
  typedef T& reference;
  typedef const T& const_reference;
  typedef T* pointer;
  typedef const T* const_pointer;
  typedef T* iterator;
  typedef const T* const_iterator;
  typedef std::reverse_iterator<iterator> reverse_iterator;
  typedef std::reverse_iterator<const_iterator> const_reverse_iterator;

  size_type length WEIR_STATES(length);
  union {
    T elems[WEIR_ELEMENTS] WEIR_STATES(sequence);
  };

  weir_sequence() : length(0) {}
  weir_sequence(const weir_sequence& other) : length(0) { copy(other); }
  // What the elements do to be moved is not done by the library.
  weir_sequence(weir_sequence&& other) noexcept : length(0) { take(other); }
  ~weir_sequence() { clear(); }
  weir_sequence& operator=(const weir_sequence& other) {
    if (this == &other) return *this;
    if (length > 0) weir_assignments_differ(elems[0]);
    clear();
    copy(other);
    return *this;
  }
  weir_sequence& operator=(weir_sequence&& other) {
    if (this == &other) return *this;
    clear();
    take(other);
    return *this;
  }

  size_type size() const { return length; }
  bool empty() const { return length == 0; }
  size_type max_size() const;
  T& front() { return elems[length > 0 ? 0 : WEIR_ELEMENTS + 1]; }
  const T& front() const { return elems[length > 0 ? 0 : WEIR_ELEMENTS + 1]; }
  T& back() { return elems[length > 0 ? length - 1 : WEIR_ELEMENTS + 1]; }
  const T& back() const { return elems[length > 0 ? length - 1 : WEIR_ELEMENTS + 1]; }

  void push_back(const T& x) { append(x); }
  void push_back(T&& x) { append(static_cast<T&&>(x)); }
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    append(static_cast<Arguments&&>(arguments)...);
    return elems[length - 1];
  }
  void pop_back() {
    weir_forget(back());
    length = length - 1;
  }
  void clear() {
    if constexpr (__is_class(T) || weir_is_pointer<T>::value) forgetFrom<0>();
    length = 0;
  }
  void resize(size_type count) {
    __builtin_assume(count <= WEIR_ELEMENTS);
    if (count < length) return cutTo(count);
    appendUpTo<0>(count);
  }
  void resize(size_type count, const T& value) {
    __builtin_assume(count <= WEIR_ELEMENTS);
    if (count < length) return cutTo(count);
    // The library makes a copy of the value first where there is room.
    if (length > 0 && length < count) weir_assignments_differ(elems[0]);
    appendUpTo<0>(count, value);
  }
  void assign(size_type count, const T& value) {
    if (length > 0) weir_assignments_differ(elems[0]);
    clear();
    resize(count, value);
  }
  void assign(initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  void assign(Iterator first, Iterator last) {
    if (length > 0) weir_assignments_differ(elems[0]);
    clear();
    for (; first != last; ++first) append(*first);
  }

  iterator begin() { return elems; }
  iterator end() { return elems + length; }
  const_iterator begin() const { return elems; }
  const_iterator end() const { return elems + length; }
  const_iterator cbegin() const { return elems; }
  const_iterator cend() const { return elems + length; }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }

 protected:
  // Where an element is that a position stands for; beyond all elements where there is none, or nothing can be put.
  size_type elementAt(const_iterator position) const {
    return position < elems + length ? position - elems : WEIR_ELEMENTS + 1;
  }
  size_type placeAt(const_iterator position) const {
    return position <= elems + length ? position - elems : WEIR_ELEMENTS + 1;
  }
  // In the middle: what stands behind moves.
  template <typename... Arguments>
  iterator putAt(size_type at, Arguments&&... arguments) {
    T& end = elems[at <= length ? 0 : WEIR_ELEMENTS + 1];
    append(static_cast<Arguments&&>(arguments)...);
    if (at + 1 < length) {
      if constexpr (!__is_class(T)) {
        T kept = elems[length - 1];
        openGapAt<WEIR_ELEMENTS - 1>(at);
        elems[at] = kept;
      } else if constexpr (__is_constructible(T, T&&)) {
        weir_moves_differ(elems[0]);
        T kept(static_cast<T&&>(elems[length - 1]));
        elems[length - 1].~T();
        openGapAt<WEIR_ELEMENTS - 1>(at);
        ::new ((void*)&elems[at]) T(static_cast<T&&>(kept));
      } else {
        weir_unmovable();
      }
    }
    return elems + at;
  }
  template <typename Iterator>
  iterator putAllAt(size_type at, Iterator first, Iterator last) {
    size_type next = at;
    for (; first != last; ++first) {
      putAt(next, *first);
      ++next;
    }
    length = length;
    return elems + at;
  }
  // A node goes, and those behind it stay as they are.
  iterator dropAt(size_type at) {
    T& gone = elems[at];
    weir_forget(gone);
    if (at + 1 < length) weir_moves_differ(elems[0]);
    closeGapAt<1>(at);
    length = length - 1;
    return elems + at;
  }
  iterator dropBetween(size_type from, size_type to) {
    T& gone = elems[from <= to ? 0 : WEIR_ELEMENTS + 1];
    dropSeveral<0>(from, to);
    length = length;
    return elems + from;
  }

  // The element is there before its constructor runs: code that is not the model's may use no other.
  template <typename... Arguments>
  void append(Arguments&&... arguments) {
    __builtin_assume(length < WEIR_ELEMENTS);
    length = length + 1;
    weir_make(length, size_type(1), elems[length - 1], static_cast<Arguments&&>(arguments)...);
  }
  template <typename... Arguments>
  void pushFront(Arguments&&... arguments) {
    putAt(0, static_cast<Arguments&&>(arguments)...);
  }
  void popFront() {
    T& first = front();
    dropAt(0);
  }
  void reverseAll() {
    if (length > 1) weir_moves_differ(elems[0]);
    swapFrom<0>();
  }
  // What is to go is known before anything does: the value may be one of them.
  template <typename Condition>
  size_type removeWhere(Condition goes) {
    bool marked[WEIR_ELEMENTS];
    markFrom<0>(marked, goes);
    const size_type before = length;
    dropMarked<0>(marked, 0);
    length = length;
    return before - length;
  }
  size_type removeAll(const T& x) {
    return removeWhere([&x](const T& element) { return element == x; });
  }
  void exchangeElements(size_type i, size_type j) {
    if constexpr (!__is_class(T)) {
      T kept = elems[i];
      elems[i] = elems[j];
      elems[j] = kept;
    } else if constexpr (__is_constructible(T, T&&)) {
      T kept(static_cast<T&&>(elems[i]));
      elems[i].~T();
      weir_put_there(elems[i], elems[j]);
      ::new ((void*)&elems[j]) T(static_cast<T&&>(kept));
    } else {
      weir_unmovable();
    }
  }
  void copy(const weir_sequence& other) { copyFrom<0>(other); }
  void take(weir_sequence& other) {
    if (other.length > 0) weir_moves_differ(other.elems[0]);
    takeFrom<0>(other);
    other.length = 0;
  }
  void cutTo(size_type count) {
    if constexpr (__is_class(T) || weir_is_pointer<T>::value) forgetBehind<0>(count);
    length = count;
  }

  // Loops over all there can be, written out: the number of iterations that a check allows is for the user's loops.
  template <int I>
  void forgetFrom() {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < length) {
        weir_forget(elems[I]);
        forgetFrom<I + 1>();
      }
    }
  }
  template <int I>
  void copyFrom(const weir_sequence& other) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < other.length) {
        append(other.elems[I]);
        copyFrom<I + 1>(other);
      }
    }
  }
  template <int I>
  void takeFrom(weir_sequence& other) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < other.length) {
        length = length + 1;
        weir_put_there(elems[I], other.elems[I]);
        takeFrom<I + 1>(other);
      }
    }
  }
  template <int I, typename... Arguments>
  void appendUpTo(size_type count, Arguments&&... arguments) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (length < count) {
        append(arguments...);
        appendUpTo<I + 1>(count, arguments...);
      }
    }
  }
  template <int I>
  void forgetBehind(size_type count) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I >= count && I < length) weir_forget(elems[I]);
      forgetBehind<I + 1>(count);
    }
  }
  template <int I>
  void closeGapAt(size_type at) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I > at && I < length) weir_put_there(elems[I - 1], elems[I]);
      closeGapAt<I + 1>(at);
    }
  }
  template <int I>
  void openGapAt(size_type at) {
    if constexpr (I > 0) {
      if (I > at && I < length) weir_put_there(elems[I], elems[I - 1]);
      openGapAt<I - 1>(at);
    }
  }
  template <int I>
  void dropSeveral(size_type from, size_type to) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < to - from) {
        dropAt(from);
        dropSeveral<I + 1>(from, to);
      }
    }
  }
  template <int I, typename Condition>
  void markFrom(bool* marked, Condition& goes) {
    if constexpr (I < WEIR_ELEMENTS) {
      marked[I] = I < length && goes(elems[I]);
      markFrom<I + 1>(marked, goes);
    }
  }
  template <int I>
  void dropMarked(const bool* marked, size_type dropped) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (marked[I]) {
        dropAt(I - dropped);
        dropMarked<I + 1>(marked, dropped + 1);
      } else {
        dropMarked<I + 1>(marked, dropped);
      }
    }
  }
  template <int I>
  void swapFrom() {
    if constexpr (2 * I + 1 < WEIR_ELEMENTS) {
      if (I + 1 < length - I && length > 0) {
        exchangeElements(I, length - 1 - I);
        swapFrom<I + 1>();
      }
    }
  }
  void exchange(weir_sequence& other) {
    if (this == &other) return;
    weir_sequence kept(static_cast<weir_sequence&&>(other));
    other.take(*this);
    take(kept);
  }
};

template <int I, typename T>
inline bool weir_equal_from(const weir_sequence<T>& a, const weir_sequence<T>& b) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= a.length) return true;
    if (!(a.elems[I] == b.elems[I])) return false;
    return weir_equal_from<I + 1>(a, b);
  } else {
    return true;
  }
}
template <typename T>
inline bool weir_equal(const weir_sequence<T>& a, const weir_sequence<T>& b) {
  if (a.length != b.length) return false;
  return weir_equal_from<0>(a, b);
}

template <int I, typename T>
inline bool weir_less_from(const weir_sequence<T>& a, const weir_sequence<T>& b) {
  if constexpr (I < WEIR_ELEMENTS) {
    if (I >= a.length || I >= b.length) return a.length < b.length;
    if (a.elems[I] < b.elems[I]) return true;
    if (b.elems[I] < a.elems[I]) return false;
    return weir_less_from<I + 1>(a, b);
  } else {
    return false;
  }
}

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
  size_type capacity() const;
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

template <typename T, typename A>
inline bool operator==(const vector<T, A>& a, const vector<T, A>& b) {
  return weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator!=(const vector<T, A>& a, const vector<T, A>& b) {
  return !weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator<(const vector<T, A>& a, const vector<T, A>& b) {
  return weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline bool operator>(const vector<T, A>& a, const vector<T, A>& b) {
  return weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator<=(const vector<T, A>& a, const vector<T, A>& b) {
  return !weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator>=(const vector<T, A>& a, const vector<T, A>& b) {
  return !weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline void swap(vector<T, A>& a, vector<T, A>& b) {
  a.swap(b);
}
#if __cplusplus >= 202002L
template <typename T, typename A, typename U>
inline typename vector<T, A>::size_type erase(vector<T, A>& from, const U& x) {
  return from.weirRemove([&x](const T& element) { return element == x; });
}
template <typename T, typename A, typename Condition>
inline typename vector<T, A>::size_type erase_if(vector<T, A>& from, Condition goes) {
  return from.weirRemove(goes);
}
#endif

// ---- bits

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

template <typename T, typename A>
inline bool operator==(const deque<T, A>& a, const deque<T, A>& b) {
  return weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator!=(const deque<T, A>& a, const deque<T, A>& b) {
  return !weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator<(const deque<T, A>& a, const deque<T, A>& b) {
  return weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline bool operator>(const deque<T, A>& a, const deque<T, A>& b) {
  return weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator<=(const deque<T, A>& a, const deque<T, A>& b) {
  return !weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator>=(const deque<T, A>& a, const deque<T, A>& b) {
  return !weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline void swap(deque<T, A>& a, deque<T, A>& b) {
  a.swap(b);
}
#if __cplusplus >= 202002L
template <typename T, typename A, typename U>
inline typename deque<T, A>::size_type erase(deque<T, A>& from, const U& x) {
  return from.weirRemove([&x](const T& element) { return element == x; });
}
template <typename T, typename A, typename Condition>
inline typename deque<T, A>::size_type erase_if(deque<T, A>& from, Condition goes) {
  return from.weirRemove(goes);
}
#endif

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
  iterator insert(const_iterator position, size_type count, const T& value);
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
  void sort();
  template <typename Compare>
  void sort(Compare less);
  void unique();
  void merge(list& other);
  void splice(const_iterator position, list& other);
  void splice(const_iterator position, list& other, const_iterator element);
  void splice(const_iterator position, list& other, const_iterator first, const_iterator last);
};

template <typename T, typename A>
inline bool operator==(const list<T, A>& a, const list<T, A>& b) {
  return weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator!=(const list<T, A>& a, const list<T, A>& b) {
  return !weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator<(const list<T, A>& a, const list<T, A>& b) {
  return weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline bool operator>(const list<T, A>& a, const list<T, A>& b) {
  return weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator<=(const list<T, A>& a, const list<T, A>& b) {
  return !weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator>=(const list<T, A>& a, const list<T, A>& b) {
  return !weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline void swap(list<T, A>& a, list<T, A>& b) {
  a.swap(b);
}
#if __cplusplus >= 202002L
template <typename T, typename A, typename U>
inline typename list<T, A>::size_type erase(list<T, A>& from, const U& x) {
  return from.weirRemove([&x](const T& element) { return element == x; });
}
template <typename T, typename A, typename Condition>
inline typename list<T, A>::size_type erase_if(list<T, A>& from, Condition goes) {
  return from.weirRemove(goes);
}
#endif

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
  void sort();
  void unique();
  void merge(forward_list& other);
};

template <typename T, typename A>
inline bool operator==(const forward_list<T, A>& a, const forward_list<T, A>& b) {
  return weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator!=(const forward_list<T, A>& a, const forward_list<T, A>& b) {
  return !weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator<(const forward_list<T, A>& a, const forward_list<T, A>& b) {
  return weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline bool operator>(const forward_list<T, A>& a, const forward_list<T, A>& b) {
  return weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator<=(const forward_list<T, A>& a, const forward_list<T, A>& b) {
  return !weir_less_from<0>(b, a);
}
template <typename T, typename A>
inline bool operator>=(const forward_list<T, A>& a, const forward_list<T, A>& b) {
  return !weir_less_from<0>(a, b);
}
template <typename T, typename A>
inline void swap(forward_list<T, A>& a, forward_list<T, A>& b) {
  a.swap(b);
}
#if __cplusplus >= 202002L
template <typename T, typename A, typename U>
inline typename forward_list<T, A>::size_type erase(forward_list<T, A>& from, const U& x) {
  return from.weirRemove([&x](const T& element) { return element == x; });
}
template <typename T, typename A, typename Condition>
inline typename forward_list<T, A>::size_type erase_if(forward_list<T, A>& from, Condition goes) {
  return from.weirRemove(goes);
}
#endif

// ---- sorting

// More than the library sorts by insertion.
WEIR_UNSUPPORTED(weir_sorts_many, "std::sort of more than 16 elements");

// With up to 16 elements the library does just this.
template <typename T, typename Compare>
inline void sort(T* first, T* last, Compare less) {
  if (first == last) return;
  if (last - first > 16) weir_sorts_many();
  for (T* next = first + 1; next != last; ++next) {
    T* to = next;
    T kept(static_cast<T&&>(*next));
    if (less(kept, *first)) {
      for (; to != first; --to) *to = static_cast<T&&>(*(to - 1));
    } else {
      for (; less(kept, *(to - 1)); --to) *to = static_cast<T&&>(*(to - 1));
    }
    *to = static_cast<T&&>(kept);
  }
}
template <typename T>
inline void sort(T* first, T* last) {
  sort(first, last, [](const T& a, const T& b) { return a < b; });
}
// The library moves elements to and fro; the result is the same.
template <typename T, typename Compare>
inline void stable_sort(T* first, T* last, Compare less) {
  if (first == last) return;
  weir_moves_differ(*first);
  weir_assignments_differ(*first);
  sort(first, last, less);
}
template <typename T>
inline void stable_sort(T* first, T* last) {
  stable_sort(first, last, [](const T& a, const T& b) { return a < b; });
}

}  // namespace std

#endif

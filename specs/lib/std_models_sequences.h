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
class WEIR_MODEL weir_sequence {
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

  size_type length;
  union {
    T elems[WEIR_ELEMENTS];
  };

  weir_sequence() : length(0) {}
  weir_sequence(const weir_sequence& other) : length(0) { copy(other); }
  weir_sequence(weir_sequence&& other) : length(0) { take(other); }
  ~weir_sequence() { clear(); }
  weir_sequence& operator=(const weir_sequence& other) {
    if (this == &other) return *this;
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
    while (length > count) pop_back();
    while (length < count) emplace_back();
  }
  void resize(size_type count, const T& value) {
    while (length > count) pop_back();
    while (length < count) push_back(value);
  }
  void assign(size_type count, const T& value) {
    clear();
    resize(count, value);
  }
  void assign(initializer_list<T> values);
  template <typename Iterator, typename = typename Iterator::iterator_category>
  void assign(Iterator first, Iterator last);

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
  iterator insert(const_iterator position, const T& value) {
    const size_type at = position - elems;
    push_back(value);
    moveDownTo<WEIR_ELEMENTS - 1>(at);
    return elems + at;
  }
  iterator insert(const_iterator position, T&& value) {
    const size_type at = position - elems;
    push_back(static_cast<T&&>(value));
    moveDownTo<WEIR_ELEMENTS - 1>(at);
    return elems + at;
  }
  iterator insert(const_iterator position, size_type count, const T& value);
  iterator insert(const_iterator position, initializer_list<T> values);
  template <typename Iterator>
  iterator insert(const_iterator position, Iterator first, Iterator last);
  template <typename... Arguments>
  iterator emplace(const_iterator position, Arguments&&... arguments);
  iterator erase(const_iterator position) {
    const size_type at = position < elems + length ? position - elems : WEIR_ELEMENTS + 1;
    closeGapAt<1>(at);
    if (at < length) pop_back();
    return elems + at;
  }
  iterator erase(const_iterator first, const_iterator last);

 protected:
  // The element is there before its constructor runs: code that is not the model's may use no other.
  template <typename... Arguments>
  void append(Arguments&&... arguments) {
    __builtin_assume(length < WEIR_ELEMENTS);
    length = length + 1;
    weir_make(length, size_type(1), elems[length - 1], static_cast<Arguments&&>(arguments)...);
  }
  void pushFront(const T& x) { insert(elems, x); }
  void popFront() {
    T& first = front();
    erase(elems);
  }
  void reverseAll() {
    for (size_type i = 0; i + 1 < length - i; ++i) swapElements(i, length - 1 - i);
  }
  void removeAll(const T& x) {
    for (size_type i = 0; i < length;) {
      if (elems[i] == x)
        erase(elems + i);
      else
        ++i;
    }
  }
  void swapElements(size_type i, size_type j) {
    T kept(static_cast<T&&>(elems[i]));
    elems[i] = static_cast<T&&>(elems[j]);
    elems[j] = static_cast<T&&>(kept);
  }
  void copy(const weir_sequence& other) { copyFrom<0>(other); }
  void take(weir_sequence& other) {
    takeFrom<0>(other);
    other.clear();
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
        push_back(other.elems[I]);
        copyFrom<I + 1>(other);
      }
    }
  }
  template <int I>
  void takeFrom(weir_sequence& other) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I < other.length) {
        push_back(static_cast<T&&>(other.elems[I]));
        takeFrom<I + 1>(other);
      }
    }
  }
  template <int I>
  void closeGapAt(size_type at) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I > at && I < length) elems[I - 1] = static_cast<T&&>(elems[I]);
      closeGapAt<I + 1>(at);
    }
  }
  template <int I>
  void moveDownTo(size_type at) {
    if constexpr (I > 0) {
      if (I > at && I < length) swapElements(I - 1, I);
      moveDownTo<I - 1>(at);
    }
  }
  void exchange(weir_sequence& other) {
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
  vector(size_type count, const T& value) { this->assign(count, value); }
  vector(const T* first, const T* last) {
    for (; first != last; ++first) this->push_back(*first);
  }
  template <typename Iterator, typename = typename Iterator::iterator_category>
  vector(Iterator first, Iterator last);
  vector(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->push_back(*value);
  }
  vector& operator=(initializer_list<T> values);
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
  void reserve(size_type) { length = length; }
  void shrink_to_fit() { length = length; }
};

template <typename T, typename A>
inline bool operator==(const vector<T, A>& a, const vector<T, A>& b) {
  return weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator!=(const vector<T, A>& a, const vector<T, A>& b) {
  return !weir_equal(a, b);
}

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
  deque(deque&&) = default;
  deque& operator=(const deque&) = default;
  deque& operator=(deque&&) = default;
  explicit deque(size_type count) { this->resize(count); }
  deque(size_type count, const T& value) { this->assign(count, value); }
  deque(const T* first, const T* last) {
    for (; first != last; ++first) this->push_back(*first);
  }
  template <typename Iterator, typename = typename Iterator::iterator_category>
  deque(Iterator first, Iterator last);
  deque(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->push_back(*value);
  }
  deque& operator=(initializer_list<T> values);
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
  void pop_front() { this->popFront(); }
};

template <typename T, typename A>
inline bool operator==(const deque<T, A>& a, const deque<T, A>& b) {
  return weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator!=(const deque<T, A>& a, const deque<T, A>& b) {
  return !weir_equal(a, b);
}

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
  list(size_type count, const T& value) { this->assign(count, value); }
  list(const T* first, const T* last) {
    for (; first != last; ++first) this->push_back(*first);
  }
  template <typename Iterator, typename = typename Iterator::iterator_category>
  list(Iterator first, Iterator last);
  list(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->push_back(*value);
  }
  list& operator=(initializer_list<T> values);
  void swap(list& other) { this->exchange(other); }

  void push_front(const T& x) { this->pushFront(x); }
  void pop_front() { this->popFront(); }
  void reverse() { this->reverseAll(); }
  void remove(const T& x) { this->removeAll(x); }
  void sort();
  void unique();
  void merge(list& other);
  void splice(const_iterator position, list& other);
};

template <typename T, typename A>
inline bool operator==(const list<T, A>& a, const list<T, A>& b) {
  return weir_equal(a, b);
}
template <typename T, typename A>
inline bool operator!=(const list<T, A>& a, const list<T, A>& b) {
  return !weir_equal(a, b);
}

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
  forward_list(size_type count, const T& value) { this->assign(count, value); }
  template <typename Iterator, typename = typename Iterator::iterator_category>
  forward_list(Iterator first, Iterator last);
  forward_list(initializer_list<T> values) {
    for (const T* value = values.begin(); value != values.end(); ++value) this->push_back(*value);
  }
  forward_list& operator=(initializer_list<T> values);
  void swap(forward_list& other) { this->exchange(other); }

  void push_front(const T& x) { this->pushFront(x); }
  template <typename... Arguments>
  T& emplace_front(Arguments&&... arguments) {
    this->pushFront(T(static_cast<Arguments&&>(arguments)...));
    return elems[0];
  }
  void pop_front() { this->popFront(); }
  iterator insert_after(const_iterator position, const T& x) {
    const size_type at = position < elems + length ? position - elems + 1 : WEIR_ELEMENTS + 1;
    return this->insert(elems + at, x);
  }
  iterator erase_after(const_iterator position) {
    const size_type at = position < elems + length ? position - elems + 1 : WEIR_ELEMENTS + 1;
    return this->erase(elems + at);
  }
  iterator before_begin();
  const_iterator before_begin() const;
  void reverse() { this->reverseAll(); }
  void remove(const T& x) { this->removeAll(x); }
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

}  // namespace std

#endif

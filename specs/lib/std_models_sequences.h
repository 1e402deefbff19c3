// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sequences of `use <std>` have in common; std_models.h tells how such a header is read.
#ifdef __cplusplus

namespace std {

// What operations compare by where nobody says otherwise.
struct weir_less {
  template <typename A, typename B>
  bool operator()(const A& a, const B& b) const {
    return a < b;
  }
};
struct weir_same {
  template <typename A, typename B>
  bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};

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
  size_type max_size() const { return weir_most_elements(); }
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
  // Nodes of another sequence, or of this one, which stay as they are.
  void takeBetween(size_type at, weir_sequence& other, size_type from, size_type to) {
    const T& gone = other.elems[from <= to && to <= other.length ? 0 : WEIR_ELEMENTS + 1];
    if (this == &other) {
      if (from == to || (at >= from && at <= to)) return;
      weir_moves_differ(elems[0]);
      if (at < from)
        carryDown<0>(from, to, at);
      else
        carryUp<0>(from, to, at);
      length = length;
      return;
    }
    const size_type count = to - from;
    __builtin_assume(length + count <= WEIR_ELEMENTS);
    if (count == 0) return;
    weir_moves_differ(other.elems[from]);
    const T& there = elems[at <= length ? 0 : WEIR_ELEMENTS + 1];
    openGap<WEIR_ELEMENTS - 1>(at, count);
    length = length + count;
    fillGap<0>(at, other, from, count);
    other.template closeGap<0>(to, count);
    other.length = other.length - count;
  }
  // The library compares just so: runs of one, two, four elements are merged, and then what is left of them.
  template <typename Compare>
  void sortAll(Compare less) {
    if (length > 1) {
      weir_moves_differ(elems[0]);
      weir_comparisons_differ(less, elems[0]);
    }
    sortExactly<WEIR_ELEMENTS>(less);
    length = length;
  }
  template <typename Compare>
  void mergeAll(weir_sequence& other, Compare less) {
    if (this == &other) return;
    const size_type mine = length;
    takeBetween(mine, other, 0, other.length);
    mergeRuns<2 * WEIR_ELEMENTS>(0, mine, length, less);
  }
  template <typename Same>
  size_type dropRepeated(Same same) {
    const size_type before = length;
    dropSame<1>(0, same);
    length = length;
    return before - length;
  }
  iterator putCopiesAt(size_type at, size_type count, const T& value) {
    for (size_type i = 0; i < count; ++i) putAt(at + i, value);
    length = length;
    return elems + at;
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
  // The element of one place to another one before it; those between make room.
  void carry(size_type from, size_type to) {
    if (to >= from) return;
    exchangeElements(from - 1, from);
    carryOn<WEIR_ELEMENTS - 2>(from - 1, to);
  }
  template <int I>
  void carryOn(size_type from, size_type to) {
    if constexpr (I > 0) {
      if (to >= from) return;
      exchangeElements(from - 1, from);
      carryOn<I - 1>(from - 1, to);
    }
  }
  template <int I>
  void carryDown(size_type from, size_type to, size_type at) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (from + I >= to) return;
      carry(from + I, at + I);
      carryDown<I + 1>(from, to, at);
    }
  }
  // As many behind it come before it instead.
  template <int I>
  void carryUp(size_type from, size_type to, size_type at) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (to + I >= at) return;
      carry(to + I, from + I);
      carryUp<I + 1>(from, to, at);
    }
  }
  template <int I>
  void openGap(size_type at, size_type count) {
    if constexpr (I > 0) {
      if (I >= at + count && I < length + count) weir_put_there(elems[I], elems[I - count]);
      openGap<I - 1>(at, count);
    }
  }
  template <int I>
  void fillGap(size_type at, weir_sequence& other, size_type from, size_type count) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I >= count) return;
      weir_put_there(elems[at + I], other.elems[from + I]);
      fillGap<I + 1>(at, other, from, count);
    }
  }
  template <int I>
  void closeGap(size_type from, size_type count) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (I >= from && I < length) weir_put_there(elems[I - count], elems[I]);
      closeGap<I + 1>(from, count);
    }
  }
  template <int Count, typename Compare>
  void sortExactly(Compare& less) {
    if constexpr (Count > 1) {
      if (length == Count)
        sortRun<0, Count>(less);
      else
        sortExactly<Count - 1>(less);
    }
  }
  template <int From, int Count, typename Compare>
  void sortRun(Compare& less) {
    if constexpr (Count > 1) {
      constexpr int first = Count > 8 ? 8 : Count > 4 ? 4 : Count > 2 ? 2 : 1;
      sortRun<From, first>(less);
      sortRun<From + first, Count - first>(less);
      mergeRuns<Count - 1>(From, From + first, From + Count, less);
    }
  }
  template <int Steps, typename Compare>
  void mergeRuns(size_type one, size_type other, size_type end, Compare& less) {
    if constexpr (Steps > 0) {
      if (one >= other || other >= end) return;
      if (less(elems[other], elems[one])) {
        carry(other, one);
        mergeRuns<Steps - 1>(one + 1, other + 1, end, less);
      } else {
        mergeRuns<Steps - 1>(one + 1, other, end, less);
      }
    }
  }
  template <int I, typename Same>
  void dropSame(size_type kept, Same& same) {
    if constexpr (I < WEIR_ELEMENTS) {
      if (kept + 1 >= length) return;
      if (same(elems[kept], elems[kept + 1])) {
        dropAt(kept + 1);
        dropSame<I + 1>(kept, same);
      } else {
        dropSame<I + 1>(kept + 1, same);
      }
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

// What each sequence has besides its members. The functions are written once, for each class by its own name: that is
// the name which traces and messages show.
#define WEIR_COMPARISONS(SEQUENCE)                                           \
  template <typename T, typename A>                                          \
  inline bool operator==(const SEQUENCE<T, A>& a, const SEQUENCE<T, A>& b) { \
    return weir_equal(a, b);                                                 \
  }                                                                          \
  template <typename T, typename A>                                          \
  inline bool operator!=(const SEQUENCE<T, A>& a, const SEQUENCE<T, A>& b) { \
    return !weir_equal(a, b);                                                \
  }                                                                          \
  template <typename T, typename A>                                          \
  inline bool operator<(const SEQUENCE<T, A>& a, const SEQUENCE<T, A>& b) {  \
    return weir_less_from<0>(a, b);                                          \
  }                                                                          \
  template <typename T, typename A>                                          \
  inline bool operator>(const SEQUENCE<T, A>& a, const SEQUENCE<T, A>& b) {  \
    return weir_less_from<0>(b, a);                                          \
  }                                                                          \
  template <typename T, typename A>                                          \
  inline bool operator<=(const SEQUENCE<T, A>& a, const SEQUENCE<T, A>& b) { \
    return !weir_less_from<0>(b, a);                                         \
  }                                                                          \
  template <typename T, typename A>                                          \
  inline bool operator>=(const SEQUENCE<T, A>& a, const SEQUENCE<T, A>& b) { \
    return !weir_less_from<0>(a, b);                                         \
  }                                                                          \
  template <typename T, typename A>                                          \
  inline void swap(SEQUENCE<T, A>& a, SEQUENCE<T, A>& b) {                   \
    a.swap(b);                                                               \
  }
#if __cplusplus >= 202002L
#define WEIR_ERASURES(SEQUENCE)                                                              \
  template <typename T, typename A, typename U>                                              \
  inline typename SEQUENCE<T, A>::size_type erase(SEQUENCE<T, A>& from, const U& x) {        \
    return from.weirRemove([&x](const T& element) { return element == x; });                 \
  }                                                                                          \
  template <typename T, typename A, typename Condition>                                      \
  inline typename SEQUENCE<T, A>::size_type erase_if(SEQUENCE<T, A>& from, Condition goes) { \
    return from.weirRemove(goes);                                                            \
  }
#else
#define WEIR_ERASURES(SEQUENCE)
#endif

}  // namespace std

#endif

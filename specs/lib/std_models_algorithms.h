// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of `use <std>` whose code in the library is not for a reader: what compares bytes, and what puts elements
// into a container while it walks over others.
#ifdef __cplusplus

namespace std {

// The library compares the bytes of numbers.
template <typename T, typename U>
inline bool equal(T* first, T* last, U* other) {
  for (; first != last; ++first, ++other)
    if (!(*first == *other)) return false;
  return true;
}
template <typename T, typename U>
inline bool equal(T* first, T* last, U* other, U* other_last) {
  if (last - first != other_last - other) return false;
  return equal(first, last, other);
}

// The library swaps whole blocks; the result is the same.
template <typename T>
inline T* rotate(T* first, T* middle, T* last) {
  if (first == middle) return last;
  if (middle == last) return first;
  weir_moves_differ(*first);
  weir_assignments_differ(*first);
  for (; middle != last; ++middle, ++first) {
    T kept(static_cast<T&&>(*middle));
    for (T* place = middle; place != first; --place) *place = static_cast<T&&>(place[-1]);
    *first = static_cast<T&&>(kept);
  }
  return first;
}

WEIR_UNSUPPORTED(weir_grows_itself, "an algorithm that puts elements into the container which it reads");

template <typename Container>
class weir_inserter : public back_insert_iterator<Container> {
 public:
  explicit weir_inserter(const back_insert_iterator<Container>& inserter) : back_insert_iterator<Container>(inserter) {}
  // What is read is not what grows.
  template <typename Iterator>
  void apartFrom(const Iterator&) const {}
  template <typename T>
  void apartFrom(T* const& first) const {
    if constexpr (requiresCheck<T, Container>()) {
      if (isInside<0>(this->container, first)) weir_grows_itself();
    }
  }

 private:
  template <typename T, typename C>
  static constexpr bool requiresCheck() {
    return __is_same(typename weir_plain<T>::type, typename C::value_type);
  }
  template <int I, typename C, typename T>
  static bool isInside(const C* container, T* place) {
    if constexpr (I <= WEIR_ELEMENTS)
      return place == container->begin() + I || isInside<I + 1>(container, place);
    else
      return false;
  }
};

#define WEIR_INSERTS(statement)                        \
  weir_inserter<Container>(inserter).apartFrom(first); \
  for (; first != last; ++first) {                     \
    statement;                                         \
  }                                                    \
  return inserter;
template <typename Iterator, typename Container>
inline back_insert_iterator<Container> copy(Iterator first, Iterator last, back_insert_iterator<Container> inserter) {
  WEIR_INSERTS(*inserter = *first)
}
template <typename Iterator, typename Container>
inline back_insert_iterator<Container> move(Iterator first, Iterator last, back_insert_iterator<Container> inserter) {
  WEIR_INSERTS(*inserter = static_cast<typename Container::value_type&&>(*first))
}
template <typename Iterator, typename Container, typename Condition>
inline back_insert_iterator<Container> copy_if(Iterator first, Iterator last, back_insert_iterator<Container> inserter,
                                               Condition holds) {
  WEIR_INSERTS(if (holds(*first))* inserter = *first)
}
template <typename Iterator, typename Container, typename Condition>
inline back_insert_iterator<Container> remove_copy_if(Iterator first, Iterator last,
                                                      back_insert_iterator<Container> inserter, Condition holds) {
  WEIR_INSERTS(if (!holds(*first))* inserter = *first)
}
template <typename Iterator, typename Container, typename T>
inline back_insert_iterator<Container> remove_copy(Iterator first, Iterator last,
                                                   back_insert_iterator<Container> inserter, const T& value) {
  WEIR_INSERTS(if (!(*first == value))* inserter = *first)
}
template <typename Iterator, typename Container, typename Operation>
inline back_insert_iterator<Container> transform(Iterator first, Iterator last,
                                                 back_insert_iterator<Container> inserter, Operation operation) {
  WEIR_INSERTS(*inserter = operation(*first))
}
template <typename Iterator, typename Other, typename Container, typename Operation>
inline back_insert_iterator<Container> transform(Iterator first, Iterator last, Other other,
                                                 back_insert_iterator<Container> inserter, Operation operation) {
  weir_inserter<Container>(inserter).apartFrom(other);
  WEIR_INSERTS(*inserter = operation(*first, *other); ++other)
}
#undef WEIR_INSERTS

// Two ranges in order, side by side.
#define WEIR_MERGES(name, before, both, behind, rest, other_rest)                                           \
  template <typename Iterator, typename Other, typename Container, typename Compare>                        \
  inline back_insert_iterator<Container> name(Iterator first, Iterator last, Other other, Other other_last, \
                                              back_insert_iterator<Container> inserter, Compare less) {     \
    weir_inserter<Container>(inserter).apartFrom(first);                                                    \
    weir_inserter<Container>(inserter).apartFrom(other);                                                    \
    while (first != last && other != other_last) {                                                          \
      if (less(*first, *other)) {                                                                           \
        if (before) *inserter = *first;                                                                     \
        ++first;                                                                                            \
      } else if (less(*other, *first)) {                                                                    \
        if (behind) *inserter = *other;                                                                     \
        ++other;                                                                                            \
      } else {                                                                                              \
        if (both) *inserter = *first;                                                                       \
        ++first;                                                                                            \
        ++other;                                                                                            \
      }                                                                                                     \
    }                                                                                                       \
    if (rest)                                                                                               \
      for (; first != last; ++first) *inserter = *first;                                                    \
    if (other_rest)                                                                                         \
      for (; other != other_last; ++other) *inserter = *other;                                              \
    return inserter;                                                                                        \
  }                                                                                                         \
  template <typename Iterator, typename Other, typename Container>                                          \
  inline back_insert_iterator<Container> name(Iterator first, Iterator last, Other other, Other other_last, \
                                              back_insert_iterator<Container> inserter) {                   \
    return name(first, last, other, other_last, inserter, weir_less());                                     \
  }
WEIR_MERGES(set_intersection, false, true, false, false, false)
WEIR_MERGES(set_union, true, true, true, true, true)
WEIR_MERGES(set_difference, true, false, false, true, false)
WEIR_MERGES(set_symmetric_difference, true, false, true, true, true)
#undef WEIR_MERGES

template <typename Container, typename Size, typename T>
inline back_insert_iterator<Container> fill_n(back_insert_iterator<Container> inserter, Size count, const T& value) {
  for (; count > 0; --count) *inserter = value;
  return inserter;
}
template <typename Container, typename Size, typename Generator>
inline back_insert_iterator<Container> generate_n(back_insert_iterator<Container> inserter, Size count,
                                                  Generator generator) {
  for (; count > 0; --count) *inserter = generator();
  return inserter;
}

}  // namespace std

#endif

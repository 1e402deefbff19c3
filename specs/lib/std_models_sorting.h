// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::sort and std::stable_sort of `use <std>`, of the elements of sequences.
#ifdef __cplusplus

namespace std {

// The library would do the same with up to 16 elements; loops over them are written out, as in std_models_sequences.h.
WEIR_UNSUPPORTED(weir_sorts_many, "std::sort of more than 8 elements");

template <int I, typename T, typename Compare>
inline void weir_shift_from(T* first) {
  if constexpr (I > 0) {
    first[I] = static_cast<T&&>(first[I - 1]);
    weir_shift_from<I - 1, T, Compare>(first);
  }
}
// With a comparison that is none the library leaves the range.
template <int I, typename T, typename Compare>
inline void weir_put_before(T* first, T& kept, Compare& less) {
  if (less(kept, first[I - 1])) {
    first[I] = static_cast<T&&>(first[I - 1]);
    if constexpr (I > 1)
      weir_put_before<I - 1>(first, kept, less);
    else
      first[-1] = static_cast<T&&>(kept);
  } else {
    first[I] = static_cast<T&&>(kept);
  }
}
template <int I, typename T, typename Compare>
inline void weir_sort_from(T* first, decltype((char*)0 - (char*)0) count, Compare& less) {
  if constexpr (I < 8) {
    if (I >= count) return;
    T kept(static_cast<T&&>(first[I]));
    if (less(kept, first[0])) {
      weir_shift_from<I, T, Compare>(first);
      first[0] = static_cast<T&&>(kept);
    } else {
      weir_put_before<I>(first, kept, less);
    }
    weir_sort_from<I + 1>(first, count, less);
  }
}
template <typename T, typename Compare>
inline void sort(T* first, T* last, Compare less) {
  if (last - first > 8) weir_sorts_many();
  weir_sort_from<1>(first, last - first, less);
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
  weir_comparisons_differ(less, *first);
  sort(first, last, less);
}
template <typename T>
inline void stable_sort(T* first, T* last) {
  stable_sort(first, last, [](const T& a, const T& b) { return a < b; });
}

}  // namespace std

#endif

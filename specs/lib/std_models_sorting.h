// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::sort and std::stable_sort of `use <std>`, of the elements of sequences.
#ifdef __cplusplus

namespace std {

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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The containers of std::pmr: those of std, with another allocator; std_models.h tells how such a header is read.
#ifdef __cplusplus

#if __cplusplus >= 201703L
namespace std {
namespace pmr {

template <typename T>
class polymorphic_allocator;

// A resource of the library's has a vector of a class that is not there yet, and that only the library looks into.
template <typename T>
struct weir_unknown_vector {};
template <typename T, typename = void>
struct weir_vector {
  typedef weir_unknown_vector<T> type;
};
template <typename T>
struct weir_vector<T, typename weir_void<decltype(sizeof(T))>::type> {
  typedef std::vector<T, polymorphic_allocator<T>> type;
};
template <typename T>
using vector = typename weir_vector<T>::type;
template <typename T>
using deque = std::deque<T, polymorphic_allocator<T>>;
template <typename T>
using list = std::list<T, polymorphic_allocator<T>>;
template <typename T>
using forward_list = std::forward_list<T, polymorphic_allocator<T>>;
template <typename K, typename Compare = std::less<K>>
using set = std::set<K, Compare, polymorphic_allocator<K>>;
template <typename K, typename Compare = std::less<K>>
using multiset = std::multiset<K, Compare, polymorphic_allocator<K>>;
template <typename K, typename V, typename Compare = std::less<K>>
using map = std::map<K, V, Compare, polymorphic_allocator<std::pair<const K, V>>>;
template <typename K, typename V, typename Compare = std::less<K>>
using multimap = std::multimap<K, V, Compare, polymorphic_allocator<std::pair<const K, V>>>;
template <typename K, typename Hash = std::hash<K>, typename Equal = std::equal_to<K>>
using unordered_set = std::unordered_set<K, Hash, Equal, polymorphic_allocator<K>>;
template <typename K, typename Hash = std::hash<K>, typename Equal = std::equal_to<K>>
using unordered_multiset = std::unordered_multiset<K, Hash, Equal, polymorphic_allocator<K>>;
template <typename K, typename V, typename Hash = std::hash<K>, typename Equal = std::equal_to<K>>
using unordered_map = std::unordered_map<K, V, Hash, Equal, polymorphic_allocator<std::pair<const K, V>>>;
template <typename K, typename V, typename Hash = std::hash<K>, typename Equal = std::equal_to<K>>
using unordered_multimap = std::unordered_multimap<K, V, Hash, Equal, polymorphic_allocator<std::pair<const K, V>>>;

}  // namespace pmr
}  // namespace std
#endif

#endif

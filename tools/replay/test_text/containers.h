/* Containers of the standard library, filled by their own operations. */
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
namespace {
template <typename Container>
void heap_build(Container& place) {
  new (&place) Container();
}
inline void heap_write(std::string& place, const std::string& text, bool) { new (&place) std::string(text); }

template <typename Container, typename = void>
struct heap_has_keys : std::false_type {};
template <typename Container>
struct heap_has_keys<Container, std::void_t<typename Container::key_type>> : std::true_type {};
template <typename Container, typename = void>
struct heap_is_map : std::false_type {};
template <typename Container>
struct heap_is_map<Container, std::void_t<typename Container::mapped_type>> : std::true_type {};

template <typename Container, typename V>
void heap_append(Container& container, V value) {
  if constexpr (heap_is_map<Container>::value)
    container.emplace((typename Container::key_type)value, typename Container::mapped_type());
  else if constexpr (heap_has_keys<Container>::value)
    container.insert((typename Container::key_type)value);
  else
    container.push_back((typename Container::value_type)value);
}
template <typename T, typename A, typename V>
void heap_append(std::forward_list<T, A>& container, V value) {
  auto last = container.before_begin();
  for (auto next = container.begin(); next != container.end(); ++next) ++last;
  container.insert_after(last, (T)value);
}
template <typename T, typename V>
void heap_append(std::optional<T>& optional, V value) {
  optional.emplace((T)value);
}
template <typename Container>
void heap_append_blank(Container& container) {
  container.emplace_back();
}
template <typename T>
void heap_append_blank(std::optional<T>& optional) {
  optional.emplace();
}
template <typename Container>
auto heap_element(Container& container, decltype(sizeof(0)) index) -> decltype(*container.begin()) {
  auto element = container.begin();
  while (index-- > 0) ++element;
  return *element;
}
template <typename T>
T& heap_element(std::optional<T>& optional, decltype(sizeof(0))) {
  return *optional;
}
template <typename Container>
void heap_ready(Container&) {}
template <typename T, typename V>
void heap_own(std::unique_ptr<T>& owner, V target) {
  new (&owner) std::unique_ptr<T>((T*)target);
}
inline std::map<int, std::shared_ptr<const void>>& heap_shared() {
  static std::map<int, std::shared_ptr<const void>> shared;
  return shared;
}
template <typename Owner, typename V>
void heap_share(Owner& owner, V target, int block) {
  using T = typename Owner::element_type;
  if (block >= 0 && heap_shared().count(block) == 0) heap_shared()[block] = std::shared_ptr<T>((T*)target);
  if (block < 0)
    new (&owner) Owner();
  else
    new (&owner) Owner(std::shared_ptr<T>(heap_shared()[block], (T*)target));
}
/* As many owners as the test says, some of them somewhere else. */
inline void heap_settle(int block, long owners) {
  static std::vector<std::shared_ptr<const void>>* elsewhere = new std::vector<std::shared_ptr<const void>>();
  const auto found = heap_shared().find(block);
  if (found == heap_shared().end()) return;
  while (found->second.use_count() - 1 < owners) elsewhere->push_back(found->second);
  heap_shared().erase(found);
}
}  // namespace

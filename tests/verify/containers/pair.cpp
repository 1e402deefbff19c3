// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::pair by its code and std::optional by its model, as people use them.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct Span {
  std::pair<int, int> ends;
  void set(int a, int b) { ends = std::make_pair(a, b); }
  void setBraces(int a, int b) { ends = {a, b}; }
  void order() {
    if (ends.second < ends.first) std::swap(ends.first, ends.second);
  }
  int length() const {
    const auto [from, to] = ends;
    return to - from;
  }
  void widen() {
    auto& [from, to] = ends;
    --from;
    ++to;
  }
  bool before(const Span& other) const { return ends < other.ends; }
  bool same(const Span& other) const { return ends == other.ends; }
  void exchange(Span& other) { ends.swap(other.ends); }
  std::pair<bool, int> find(int x) const {
    if (x == ends.first) return {true, 0};
    if (x == ends.second) return {true, 1};
    return {false, -1};
  }
  int position(int x) const {
    auto [found, at] = find(x);
    return found ? at : -1;
  }
};
struct Entry {
  std::pair<std::string, int> row;
  void rename(const std::string& to) { row = std::make_pair(to, row.second); }
};
std::pair<std::unique_ptr<int>, int> boxed(int x) { return {std::make_unique<int>(x), x}; }

struct Item {
  int id;
};
struct Holder {
  std::optional<Item> item;
  std::optional<int> number;
  std::optional<std::string> name;
  std::unique_ptr<Item> owned;
  void put(int id) { item = Item{id}; }
  void emplace(int id) { item.emplace(Item{id}); }
  int id() const { return item ? item->id : -1; }
  int value() const { return number.value(); }
  int valueOr() const { return number.value_or(7); }
  bool caught() const {
    try {
      return number.value() > 0;
    } catch (const std::bad_optional_access&) {
      return false;
    }
  }
  std::optional<int> half(int x) const {
    if (x % 2 != 0) return {};
    return x / 2;
  }
  int chain(int x) const {
    if (auto h = half(x)) return *h;
    return 0;
  }
  std::optional<Item> take() { return std::exchange(item, std::nullopt); }
  void exchange(Holder& other) { std::swap(number, other.number); }
  bool less(const Holder& other) const { return number < other.number; }
  bool is(int x) const { return number == x; }
  void call(const std::string& s) { name = s; }
  bool called(const std::string& s) const { return name == s; }
  std::optional<std::unique_ptr<Item>> boxed() { return std::move(owned); }
};
std::optional<int> first(const std::vector<int>& v) {
  if (v.empty()) return std::nullopt;
  return v.front();
}
int use(Span& s, Holder& h) { return s.length() + h.id(); }

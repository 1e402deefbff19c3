// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::map by its model.
#include <map>

class Table {
 public:
  void put(int k, int v) { rows[k] = v; }
  void putBad(int k, int v) { rows.insert({k, v}); }
  bool has(int k) const { return rows.count(k) != 0; }
  int get(int k) const {
    const auto row = rows.find(k);
    return row == rows.end() ? -1 : row->second;
  }
  int getBad(int k) const { return rows.find(k)->second; }
  int sure(int k) const { return rows.at(k); }
  bool add(int k, int v) {
    const auto [row, is_new] = rows.emplace(k, v);
    return is_new && row->second == v;
  }
  bool drop(int k) { return rows.erase(k) != 0; }
  void dropFound(int k) {
    const auto row = rows.find(k);
    if (row != rows.end()) rows.erase(row);
  }
  void dropFoundBad(int k) { rows.erase(rows.find(k)); }
  int least() const { return rows.begin()->first; }
  int total() const {
    int sum = 0;
    for (const auto& row : rows) sum += row.second;
    return sum;
  }
  void reset() {
    for (auto& [key, value] : rows) value = 0;
  }
  void resetBad() {
    for (auto [key, value] : rows) value = 0;
  }
  void copyFrom(const Table& other) { rows = other.rows; }
  int afterInsertion(int k) {
    const auto made = rows.emplace(k, 1);
    rows.erase(0);
    return made.first->second;
  }

 private:
  std::map<int, int> rows;
};

int use(Table& table) { return table.total(); }

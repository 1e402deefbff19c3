// A source that has containers which `use <std>` has no code for: what does not touch them is checked all the same.
#include <map>
#include <set>

struct Ids {
  std::set<int> ids;
  std::map<int, int> names;
  int count;

  bool add(int id) { return ids.insert(id).second; }
  void name(int id, int name) { names.emplace(id, name); }

  void clear() { count = 0; }
  void clearBad() { count = 1; }
};

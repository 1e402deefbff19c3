// A registry on a set and a table whose code is somewhere else: the specification has models of both.
template <class T>
class Bag {
 public:
  Bag();
  ~Bag();
  void insert(T x);
  void erase(T x);
  bool has(T x) const;
  int size() const;
};

template <class K, class V>
class Table {
 public:
  void put(const K& key, V value);
  V get(const K& key) const;
  bool has(const K& key) const;
};

struct User {
  int id;
};

struct Registry {
  Bag<int> ids;
  Table<int, User*> users;

  bool add(User* user) {
    if (ids.has(user->id)) return false;
    ids.insert(user->id);
    users.put(user->id, user);
    return true;
  }
  bool addBad(User* user) {
    if (ids.has(user->id)) return false;
    users.put(user->id, user);
    return true;
  }
  User* find(int id) { return users.has(id) ? users.get(id) : nullptr; }
  void moveId(int from, int to) {
    ids.erase(from);
    ids.insert(to);
  }
  void moveIdBad(int from, int to) {
    ids.insert(to);
    ids.erase(from);
  }
};

int firstOfNew(int x) {
  Bag<int> bag;
  bag.insert(x);
  return bag.has(x) ? bag.size() : 0;
}

// Iterators, references and pointers into containers that change: what the library keeps valid, and what it does not.
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// The iterator that `erase` returns is where elements are then.
void dropZeros(std::vector<int>& v) {
  for (auto it = v.begin(); it != v.end();) {
    if (*it == 0)
      it = v.erase(it);
    else
      ++it;
  }
}
void dropZerosBad(std::vector<int>& v) {
  for (auto it = v.begin(); it != v.end();) {
    if (*it == 1)
      it = v.erase(it);
    else
      ++it;
  }
}
void dropZerosOfList(std::list<int>& v) {
  auto it = v.begin();
  while (it != v.end()) {
    if (*it == 0) {
      it = v.erase(it);
      continue;
    }
    ++it;
  }
}
void dropZerosOfMap(std::map<int, int>& m) {
  for (auto it = m.begin(); it != m.end();) {
    if (it->second == 0)
      it = m.erase(it);
    else
      ++it;
  }
}
void dropFirstThenNext(std::vector<int>& v) {
  for (auto it = v.begin(); it != v.end(); ++it)
    if (*it == 0) v.erase(it);  // and then the iterator is used
}

// Nothing is used after the container has changed: the function or the loop is left.
void removeOne(std::vector<int>& v, int x) {
  for (auto it = v.begin(); it != v.end(); ++it)
    if (*it == x) {
      v.erase(it);
      return;
    }
}
void removeOneBad(std::vector<int>& v, int x) {
  for (auto it = v.begin(); it != v.end(); ++it)
    if (*it == x) {
      v.push_back(x);
      return;
    }
}
int removeAndCount(std::vector<int>& v, int x) {
  int seen = 0;
  for (int& element : v) {
    ++seen;
    if (element == x) {
      v.pop_back();
      break;
    }
  }
  return seen;
}
int afterBreak(std::vector<int>& v) {
  auto it = v.begin();
  while (it != v.end()) {
    if (*it == 0) {
      v.push_back(1);
      break;
    }
    ++it;
  }
  return it == v.end() ? 0 : *it;
}
int afterSwitch(std::vector<int>& v, int x) {
  if (v.empty()) return 0;
  int& first = v[0];
  switch (x) {
    case 0: return 0;
    case 1: v.push_back(1); break;
    default: break;
  }
  return first;
}
int afterThrow(std::vector<int>& v) {
  if (v.empty()) return 0;
  int& first = v[0];
  try {
    v.push_back(1);
    throw 1;
  } catch (int) {
    return first;
  }
}
int onlyWhereItIsLeft(std::vector<int>& v, int x) {
  if (v.empty()) return 0;
  int& first = v[0];
  if (x == 1) {
    v.clear();
    return 1;
  }
  return first;
}

// What a parameter leads to is in no container that the function makes.
int besideALocal(const int& s) {
  std::vector<int> out;
  out.push_back(s);
  out.push_back(s);
  return s;
}
int besideALocalBad(const int& s) {
  std::vector<int> out;
  out.push_back(s);
  out.push_back(1);
  return out[1];
}
std::vector<int> collect(const int& s, int n) {
  std::vector<int> out;
  for (int i = 0; i < n; ++i) out.push_back(s);
  return out;
}
// It may be in one that was given as well.
int besideAnother(const int& s, std::vector<int>& v) {
  v.push_back(1);
  return s;
}
struct Held {
  std::vector<int> all;
};
int besideAMember(std::vector<int>& v, Held& held) {
  if (held.all.empty()) return 0;
  int& first = held.all[0];
  v.push_back(1);
  return first;
}
int besideAnotherType(std::vector<std::string>& names, Held& held) {
  if (held.all.empty()) return 0;
  int& first = held.all[0];
  names.clear();
  return first;
}
std::vector<int>* made() { return new std::vector<int>{1}; }
int inWhatACalleeMade() {
  std::vector<int>* v = made();
  int& first = (*v)[0];
  v->push_back(2);
  const int result = first;
  delete v;
  return result;
}
struct Base {
  int b = 0;
};
struct Derived : Base {
  int d = 0;
};
int asBase(std::vector<Derived>& v) {
  if (v.empty()) return 0;
  Base* first = &v[0];
  v.push_back(Derived());
  return first->b;
}

// What is passed by value is the function's own.
struct Node {
  int value;
};
struct Pool {
  std::vector<std::unique_ptr<Node>> all;
  void drop(Node* n) {
    for (auto it = all.begin(); it != all.end(); ++it) {
      if (it->get() == n) {
        all.erase(it);
        return;
      }
    }
  }
  std::unique_ptr<Node> take(Node* n) {
    for (auto it = all.begin(); it != all.end(); ++it) {
      if (it->get() == n) {
        std::unique_ptr<Node> out = std::move(*it);
        all.erase(it);
        return out;
      }
    }
    return nullptr;
  }
};
void add(Pool& pool, std::unique_ptr<Node> n) { pool.all.push_back(std::move(n)); }
void addBad(Pool& pool, std::unique_ptr<Node> n) { pool.all.push_back(nullptr); }

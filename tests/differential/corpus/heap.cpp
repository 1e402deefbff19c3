// new and delete, arrays of objects, owners.
int alive = 0;

struct Node {
  int value;
  Node* next;
};
struct Tracked {
  int id;
  Tracked(int i = 7) : id(i) { alive += id; }
  ~Tracked() { alive -= id; }
};

class Stack {
 public:
  Stack() = default;
  Stack(const Stack&) = delete;
  ~Stack() {
    while (pop()) {
    }
  }
  void push(int v) {
    Node* n = new Node{v, top_};
    top_ = n;
    ++size_;
  }
  bool pop() {
    if (top_ == nullptr) return false;
    Node* gone = top_;
    top_ = top_->next;
    delete gone;
    --size_;
    return true;
  }
  int peek() const { return top_->value; }
  int size() const { return size_; }

 private:
  Node* top_ = nullptr;
  int size_ = 0;
};

int stack_use(unsigned n) {
  Stack s;
  for (unsigned i = 0; i < n % 4; ++i) s.push(static_cast<int>(i * 3));
  s.pop();
  return s.size() ? s.peek() : -1;
}
Node* value_initialised() { return new Node(); }
Node* brace_initialised(int v) { return new Node{v}; }
int* new_int(int v) { return new int(v); }
int use_new_int(int v) {
  int* p = new int{v};
  *p += 2;
  int r = *p;
  delete p;
  return r;
}
int* new_array(unsigned n) {
  int* a = new int[n % 3 + 1]();
  a[n % 3] = 5;
  return a;
}
int array_sum(unsigned n) {
  n = n % 3 + 1;
  int* a = new int[n]{1};
  for (unsigned i = 1; i < n; ++i) a[i] = a[i - 1] * 2;
  int sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += a[i];
  delete[] a;
  return sum;
}
int delete_array_with_destructors(unsigned n) {
  alive = 0;
  Tracked* a = new Tracked[n % 4];
  int during = alive;
  delete[] a;
  return during * 10 + alive;
}
int order_of_destruction;
struct Numbered {
  int number;
  Numbered() : number(order_of_destruction++) {}
  ~Numbered() { order_of_destruction = order_of_destruction * 4 + number; }
};
int delete_array_backwards(unsigned n) {
  order_of_destruction = 0;
  Numbered* a = new Numbered[n % 4];
  order_of_destruction = 1;
  delete[] a;
  return order_of_destruction;
}
void delete_given_array(Tracked* a) {
  alive = 0;
  delete[] a;
}
void delete_array_twice(Tracked* a, Tracked* b) {
  delete[] a;
  delete[] b;
}
int delete_array_of_arrays(unsigned n) {
  alive = 0;
  auto* a = new Tracked[n % 3][2];
  a[0][0].id += 0;
  delete[] a;
  return alive;
}
struct Fragile {
  static int built;
  int id;
  Fragile() : id(built) {
    if (built == 2) throw 5;
    ++built;
  }
  ~Fragile() { order_of_destruction = order_of_destruction * 4 + id; }
};
int Fragile::built = 0;
int array_half_built(unsigned n) {
  order_of_destruction = 1;
  Fragile::built = 0;
  try {
    Fragile* a = new Fragile[n % 5];
    delete[] a;
  } catch (int code) {
    return code * 100 + order_of_destruction;
  }
  return order_of_destruction;
}
struct Pool {
  Tracked* items;
  unsigned count;
  explicit Pool(unsigned n) : items(new Tracked[n % 3]), count(n % 3) {}
  ~Pool() { delete[] items; }
  int first() const { return count != 0 ? items[0].id : -1; }
};
int use_pool(unsigned n) {
  Pool pool(n);
  return pool.first() + pool.items[pool.count / 2].id;
}
Node** pointer_array(Node* first) {
  Node** a = new Node*[2];
  a[0] = first;
  a[1] = nullptr;
  return a;
}
void delete_node(Node* n) { delete n; }
void delete_twice(Node* a, Node* b) {
  delete a;
  delete b;
}
int use_deleted(Node* n, bool yes) {
  if (yes) delete n;
  return n->value;
}
Node* clone(const Node* n) { return n ? new Node{n->value, clone(n->next)} : nullptr; }
void truncate(Node* n) {
  Node* rest = n->next;
  n->next = nullptr;
  while (rest) {
    Node* after = rest->next;
    delete rest;
    rest = after;
  }
}
Node* remove_if_odd(Node* n) {
  Node** link = &n;
  while (*link) {
    if ((*link)->value % 2 != 0) {
      Node* gone = *link;
      *link = gone->next;
      delete gone;
    } else {
      link = &(*link)->next;
    }
  }
  return n;
}

class Owner {
 public:
  explicit Owner(int v) : held_(new Tracked(v)) {}
  Owner(Owner&& other) noexcept : held_(other.held_) { other.held_ = nullptr; }
  Owner& operator=(Owner&& other) noexcept {
    if (this != &other) {
      delete held_;
      held_ = other.held_;
      other.held_ = nullptr;
    }
    return *this;
  }
  ~Owner() { delete held_; }
  Tracked* operator->() const { return held_; }
  Tracked& operator*() const { return *held_; }
  explicit operator bool() const { return held_ != nullptr; }

 private:
  Tracked* held_;
};
int move_owner(int v) {
  alive = 0;
  Owner a(v);
  Owner b = static_cast<Owner&&>(a);
  if (a) return -1;
  Owner c(3);
  c = static_cast<Owner&&>(b);
  c->id += 1;
  alive += 1;
  return alive * 10 + (*c).id;
}
int owner_balance(int v) {
  alive = 0;
  { Owner a(v); }
  return alive;
}

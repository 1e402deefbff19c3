// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four classes deep: code that cannot tell the classes apart needs no objects of the derived ones, all other code does.
struct B {
  B* next;
  B* prev;
  int k;
  virtual int kind() { return 0; }
  virtual ~B() {}
};
struct D0 : B {
  int v0;
};
struct D1 : D0 {
  int v1;
  int kind() override { return 1; }
};
struct D2 : D1 {
  int v2;
};

void insertBefore(B& n, B& x) {
  B* p = n.prev;
  x.next = &n;
  x.prev = p;
  p->next = &x;
  n.prev = &x;
}

void insertWrong(B& n, B& x) {
  B* p = n.prev;
  x.next = &n;
  x.prev = p;
  n.prev = &x;
}

int difference(B* a, B* b) { return a->kind() - b->kind(); }

int isD1(B* a) { return dynamic_cast<D1*>(a) != nullptr; }

int keyOfNext(B* a) { return a->next->k; }

int ownField(B* a) {
  D0* d = dynamic_cast<D0*>(a);
  return d != nullptr ? d->v0 : -1;
}

void destroy(B* a) { delete a; }

D2 given(D2 x) { return x; }

B* make() { return new D2(); }

// Abstract: one of the two stands for both, unless the code asks.
struct Shape {
  Shape* next;
  virtual int sides() = 0;
};
struct Square : Shape {
  int sides() override { return 4; }
};
struct Triangle : Shape {
  int sides() override { return 3; }
};
int both(Shape* a) { return a->next == a; }
int sides(Shape* a) { return a->sides(); }

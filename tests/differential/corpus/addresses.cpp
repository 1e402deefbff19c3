// Addresses through void*, several bases, and memory that is given back in the wrong way.
#include <cstdlib>
#include <new>

struct Left {
  int a = 1;
};
struct Right {
  int b = 2;
};
struct Both : Left, Right {
  int c = 3;
};
int same_class(int v) {
  Both both;
  both.c = v;
  void* address = &both;
  return static_cast<Both*>(address)->c == v;
}
int first_base(int v) {
  Both both;
  both.a = v;
  Left* left = &both;
  void* address = left;
  return static_cast<Both*>(address)->a == v;
}
int gap_second_base_as_whole() {
  Both both;
  Right* right = &both;
  void* address = right;
  return static_cast<Both*>(address) == &both;
}
int gap_whole_as_second_base() {
  Both both;
  void* address = &both;
  return static_cast<Right*>(address)->b;
}
struct Outer {
  Left first;
  int second;
};
int first_member(int v) {
  Outer outer;
  outer.second = v;
  void* whole = &outer;
  void* member = &outer.first;
  void* number = &outer.first.a;
  void* other = &outer.second;
  return (whole == member) * 4 + (member == number) * 2 + (whole == other);
}
struct Plain {
  int v;
};
struct More : Plain {
  int w;
};
void freed_new(int v) {
  Plain* p = new Plain{v};
  if (v > 0) free(p);
}
void deleted_malloc(int v) {
  Plain* p = static_cast<Plain*>(malloc(sizeof(Plain)));
  if (v > 0)
    delete p;
  else
    free(p);
}
void deleted_array(int v) {
  int* p = new int[2];
  if (v > 0)
    delete p;
  else
    delete[] p;
}
void deleted_as_base(int v) {
  More* p = new More;
  if (v > 0)
    delete static_cast<Plain*>(p);
  else
    delete p;
}
void by_operators(int v) {
  void* memory = operator new(sizeof(Plain));
  Plain* p = new (memory) Plain{v};
  p->~Plain();
  operator delete(p);
}
int placed(int v) {
  void* memory = malloc(sizeof(More));
  More* p = new (memory) More{{v}, 2};
  const int sum = p->v == v ? p->w : 0;
  free(memory);
  return sum;
}

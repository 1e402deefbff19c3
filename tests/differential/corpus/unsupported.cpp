// What weir does not model. Each of these has to say so where it is reached; the last ones do not get there.
#include <setjmp.h>
#include <stdarg.h>

#include <atomic>
#include <coroutine>
#include <cstring>
#include <thread>

union Bits {
  int number;
  unsigned char bytes[4];
};
struct Packet {
  int length;
  double weight;
  volatile int flag;
  int payload;
};

int gap_floating_point(int v) {
  double d = v;
  d = d / 2 + 0.5;
  return static_cast<int>(d);
}
int float_field(int v) {
  Packet p{v, 1.5, 0, 2};
  return p.weight > 1 ? p.length : p.payload;
}
int gap_float_conversion(Packet* p) { return p->weight > -9 && p->weight < 9 ? static_cast<int>(p->weight) : 0; }
int gap_inline_assembly(int v) {
  __asm__("addl $1, %0" : "+r"(v));
  return v;
}
int empty_assembly(int v) {
  __asm__("" : "+r"(v));
  __asm__ volatile("" ::: "memory");
  return v;
}
int local_volatile(int v) {
  volatile int x = v;
  return x;
}
int gap_volatile_field(int v) {
  Packet p{};
  p.flag = v;
  return p.flag;
}
int atomic_class(int v) {
  std::atomic<int> counter(v);
  counter.fetch_add(1);
  return counter.load();
}
int atomic_builtin(int v) { return __atomic_add_fetch(&v, 1, __ATOMIC_SEQ_CST); }
int atomic_nand(int v) { return __atomic_fetch_nand(&v, 5, __ATOMIC_SEQ_CST) + v; }
int atomic_exchange(Packet* p, int v) { return __atomic_exchange_n(&p->length, v, __ATOMIC_SEQ_CST) - p->length; }
int atomic_compared(Packet* p, int v) {
  int expected = 2;
  const bool changed = __atomic_compare_exchange_n(&p->length, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return changed ? -1 : expected;
}
int sync_builtins(Packet* p, int v) {
  const int old = __sync_fetch_and_add(&p->length, v);
  return __sync_bool_compare_and_swap(&p->payload, 1, old) ? 1 : __sync_lock_test_and_set(&p->payload, 3);
}
int float_comparisons(Packet* p, int v) {
  const double other = v < 0 ? -0.0 : v == 1 ? 1.5 : 1e300;
  return (p->weight < other) + 2 * (p->weight <= other) + 4 * (p->weight == other) + 8 * (p->weight != other) +
         16 * (p->weight > -other) + 32 * (p->weight ? 1 : 0) + 64 * !p->weight;
}
double float_copied(Packet* p, double d) {
  p->weight = d < 0 ? -d : d;
  return p->weight;
}
float float_of(float f) { return -f; }
int gap_thread(int v) {
  std::thread worker([&v] { ++v; });
  worker.join();
  return v;
}
int gap_setjmp(int v) {
  jmp_buf at;
  if (setjmp(at) != 0) return 1;
  return v;
}
static int sum_of(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += va_arg(list, int);
  va_end(list);
  return sum;
}
int gap_variadic(int v) { return sum_of(2, v, 3); }

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {this}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  promise_type* promise;
};
static Task helper_count(int v) {
  if (v > 0) co_await std::suspend_never{};
}
int gap_coroutine(int v) {
  helper_count(v);
  return v;
}
int gap_union_punning(int v) {
  Bits b;
  b.number = v;
  return b.bytes[0];
}
int gap_cast_punning(int v) {
  short* half = reinterpret_cast<short*>(&v);
  return *half;
}
int gap_copy_punning(int v) {
  short halves[2];
  std::memcpy(halves, &v, sizeof v);
  return halves[0];
}
int gap_pointer_as_integer(Packet* p) { return static_cast<int>(reinterpret_cast<unsigned long>(p) >> 4); }

int unsupported_but_not_reached(int v) {
  if (v > 1000 && v < 1001) {
    double d = v;
    return static_cast<int>(d * 2);
  }
  return v + 1;
}
int float_field_not_touched(Packet* p) {
  p->length += 2;
  return p->payload;
}

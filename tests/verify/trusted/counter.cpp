// A counter behind a lock that weir cannot look into: the specification says all that matters of it.
#include <sched.h>

struct Mutex {
  int state;
  void lock() { sched_yield(); }
  void unlock() { sched_yield(); }
};

struct Counter {
  Mutex mutex;
  int value;
  int limit;
};

static int clamp(int value, int limit) { return value > limit ? limit : value; }

void add(Counter* c, int n) {
  c->mutex.lock();
  c->value = clamp(c->value + n, c->limit);
  c->mutex.unlock();
}

void addBad(Counter* c, int n) {
  c->mutex.lock();
  c->value = c->value + n;
  c->mutex.unlock();
}

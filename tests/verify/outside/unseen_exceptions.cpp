// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that only other sources know may throw. What their exceptions break does not hold.
void told() noexcept;

void lose(void (*f)()) {
  int *p = new int(1);
  f();
  delete p;
}
void lose_nothing() {
  int *p = new int(1);
  told();
  delete p;
}
void keep_quiet(void (*f)()) noexcept {
  int *p = new int(1);
  f();
  delete p;
}

struct Owner {
  int *p;
  explicit Owner(int v) : p(new int(v)) {}
  ~Owner() { delete p; }
};
void hold_badly(void (*f)()) {
  Owner owner(1);
  delete owner.p;
  f();
  owner.p = nullptr;
}
void hold_well(void (*f)()) {
  Owner owner(1);
  delete owner.p;
  owner.p = nullptr;
  f();
}
static void between(void (*f)()) { hold_badly(f); }
void hold_inside(void (*f)()) { between(f); }

int caught_by_some(int which, void (*f)()) {
  try {
    f();
    return 1;
  } catch (...) {
    if (which) return 2;
    throw;
  }
}

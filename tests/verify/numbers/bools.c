// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C, one less than true is false, and one less than false is true again.
int down(_Bool b) {
  b--;
  return b;
}
int down_before(_Bool b) { return --b; }
int down_after(_Bool b) { return b--; }
int up(_Bool b) {
  b++;
  return b;
}
struct flag {
  _Bool set : 1;
};
int down_bit(struct flag *f) {
  f->set--;
  return f->set;
}

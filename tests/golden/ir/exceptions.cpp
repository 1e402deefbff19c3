// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// throw, try and catch; a destructor on the way out; noexcept.
struct Error {
  int code;
};
struct Guard {
  int* count;
  explicit Guard(int* c) : count(c) { ++*count; }
  ~Guard() { --*count; }
};

int risky(int k, int* count) {
  Guard guard(count);
  if (k > 2) throw Error{k};
  if (k == 1) throw 5;
  return k;
}

int caught(int k, int* count) {
  try {
    return risky(k, count);
  } catch (const Error& e) {
    return e.code;
  } catch (int) {
    return -1;
  }
}

int stops(int k, int* count) noexcept { return risky(k, count); }

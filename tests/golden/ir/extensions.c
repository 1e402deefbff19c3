// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extensions of GNU C that libraries use.
#define likely(x) __builtin_expect(!!(x), 1)
#define max(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

int largest(int a, int b) {
  if (likely(a > 0)) return max(a, b) ?: 7;
  __builtin_unreachable();
}

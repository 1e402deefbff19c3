/* Every way through a function. */
#include <assert.h>
#include <stdlib.h>

int classify(int v) {
  if (v < 0) return -1;
  else if (v == 0) return 0;
  if (v > 100) { return 2; } else { v++; }
  return v > 5;
}
int loops(unsigned n) {
  int sum = 0;
  unsigned i = n % 6;
  while (i) sum += (int)i--;
  do { sum *= 2; } while (sum < 20 && sum > 0);
  for (;;) {
    if (sum++ > 30) break;
    if (sum % 3) continue;
    sum += 5;
  }
  return sum;
}
int nested_breaks(int a) {
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (j == a) break;
      if (i == j) continue;
      ++count;
    }
    if (count > 8) break;
  }
  return count;
}
int do_continue(unsigned n) {
  int sum = 0;
  n %= 5;
  do {
    if (n == 2) continue;
    sum += (int)n;
  } while (n-- > 0);
  return sum;
}
int switch_fall_through(int v) {
  int r = 0;
  switch (v) {
    case 0: r += 1;
    case 1:
    case 2: r += 10; break;
    case 3: { r += 100; }
    default: r += 1000;
    case -1: r += 5;
  }
  return r;
}
int switch_without_default(char c) {
  switch (c) {
    case 'a': return 1;
    case 0: return 2;
  }
  return 3;
}
int switch_in_loop(unsigned n) {
  int r = 0;
  for (unsigned i = 0; i < n % 7; ++i) switch (i) {
      case 1: continue;
      case 4: r += 100; break;
      default: r += (int)i;
    }
  return r;
}
int switch_ranges(int v) {
  switch (v) {
    case 0 ... 3: return 1;
    case 4 ... 6: return 2;
    default: return 3;
  }
}
int switch_in_braces(int v) {
  int r = 0;
  switch (v & 7) {
    case 0: {
      r = 10;
      case 1: r += 5; break;
    }
    case 2:
    case 3: {
      {
        r = 7;
        if (v < 0) break;
        case 4: r++;
      }
      default: r += 2;
    }
  }
  return r;
}
int goto_cleanup(int a) {
  int result = -1;
  int* p = malloc(sizeof(int));
  *p = a;
  if (a < 0) goto fail;
  result = *p + 1;
  if (a > 3) goto done;
  result += 100;
fail:
  result -= 1;
done:
  free(p);
  return result;
}
int goto_backward(unsigned n) {
  int sum = 0;
  n %= 6;
again:
  if (n > 0) {
    sum += (int)n;
    --n;
    goto again;
  }
  return sum;
}
int goto_before_declaration(int n) {
  int *first = 0;
  int rounds = 0;
again:;
  int x = n;
  if (first != 0) return *first + rounds;
  first = &x;
  *first = 3;
  ++rounds;
  goto again;
}
int goto_over_declaration(int c) {
  if (c > 0) goto other;
  int x[2];
  x[0] = c;
  return x[0];
other:
  x[1] = c / 2;
  int *p = &x[1];
  return *p;
}
int switch_across_cases(int c) {
  int *p = 0;
  switch (c) {
    case 0:;
      int y;
      y = 3;
      p = &y;
    case 1: return p != 0 ? *p : 1;
    default: break;
  }
  return 9;
}
int goto_out_of_loops(int a) {
  int i, j;
  for (i = 0; i < 3; ++i)
    for (j = 0; j < 3; ++j)
      if (i * j == a) goto found;
  return -1;
found:
  return i * 10 + j;
}
int asserts(int v) {
  assert(v != 3);
  return v;
}
int asserts_and_effects(int v) {
  assert(v > -2 && v < 6);
  return v + 1;
}
int aborts(int v) {
  if (v == 2) abort();
  return v;
}
int exits(int v) {
  if (v > 4) exit(1);
  return v;
}
int unreachable(int v) {
  switch (v & 1) {
    case 0: return 4;
    case 1: return 5;
  }
  __builtin_unreachable();
}
int early(int* p, int v) {
  if (!p) return 0;
  while (1) {
    if (*p == v) return 1;
    if (v > *p) { v--; continue; }
    return 2;
  }
}
unsigned collatz(unsigned n) {
  unsigned steps = 0;
  for (n = n % 10 + 1; n != 1; n = n % 2 ? 3 * n + 1 : n / 2) steps++;
  return steps;
}
int ackermann(unsigned m, unsigned n) {
  m %= 3;
  n %= 3;
  if (m == 0) return (int)n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, (unsigned)ackermann(m, n - 1));
}

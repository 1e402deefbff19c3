// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops, switch with and without fall-through, goto both ways.
int loops(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (i == 2) continue;
    if (i == 5) break;
    s += i;
  }
  while (n > 0 && s < 100) s += n--;
  do {
    s--;
  } while (s > 50);
  do { s = s ? s : 1; } while (0);
  return s;
}

int fall(int k) {
  switch (k) {
    case 1: k++;
    case 2: k += 2; break;
    case 3: return 7;
    default: k = 0;
  }
  return k;
}

int chain(int k) {
  switch (k) {
    case 1:
    case 4: return 2;
    case 2: k += 2; break;
    default: k = 0; break;
  }
  return k;
}

int jumps(int n) {
  int s = 0;
again:
  if (n <= 0) goto done;
  s += n--;
  goto again;
done:
  return s;
}

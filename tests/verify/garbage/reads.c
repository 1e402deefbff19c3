// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

struct Cell {
  int value;
  struct Cell* next;
};

struct Cell* written(int v) {
  struct Cell* c = malloc(sizeof *c);
  c->value = 3;
  c->next = NULL;
  if (c->value == v) c->next = c;
  return c;
}

struct Cell* writtenBad(int v) {
  struct Cell* c = malloc(sizeof *c);
  c->next = NULL;
  if (c->value == v) c->next = c;
  return c;
}

int set(int v) {
  int u;
  if (v >= 0) u = v;
  return v >= 0 ? u : 1;
}

int setBad(int v) {
  int u;
  if (v > 0) u = v;
  return v >= 0 ? u : 1;
}

static void give(int* to, int v, int limit) {
  if (v >= limit) *to = v;
}

int given(int v) {
  int u;
  give(&u, v, 0);
  return v >= 0 ? u : 1;
}

int givenBad(int v) {
  int u;
  give(&u, v, 1);
  return v >= 0 ? u : 1;
}

int copied(struct Cell* out) {
  struct Cell local;
  local.next = NULL;
  *out = local;
  return out->next == NULL;
}

int copiedBad(struct Cell* out) {
  struct Cell local;
  local.next = NULL;
  *out = local;
  return out->value == 0;
}

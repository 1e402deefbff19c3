// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table that calls what it was given; a specification says which function that is.
struct Table {
  bool (*same)(int, int);
  int key;
};

bool equal(int a, int b) { return a == b; }
bool always(int, int) { return true; }

void useEqual(Table& table) { table.same = equal; }
void useAlways(Table& table) { table.same = always; }
void useAlwaysBad(Table& table) { table.same = equal; }

bool has(const Table& table, int key) { return table.same(table.key, key); }

/* A table that a function without a body returns: one entry is an array of one, so that its end may be formed. */
struct Entry {
  int hash;
  struct Entry* other;
};
extern struct Entry* make_table(unsigned long count);

int walked(unsigned long count) {
  struct Entry* table = make_table(count);
  int found = 0;
  if (table == 0 || count != 1) return 0;
  for (struct Entry* entry = table; entry < table + count; entry++) found = 1;
  return found;
}
int walkedBad(unsigned long count) {
  struct Entry* table = make_table(count);
  int found = 0;
  if (table == 0 || count != 1) return 0;
  for (struct Entry* entry = table; entry <= table + count; entry++) found = entry->hash;
  return found;
}

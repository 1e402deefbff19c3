/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What C's functions on texts and bytes read and write. */
#include <string.h>

struct Name {
  char letters[4];
};

int isYes(const struct Name* name) { return strcmp(name->letters, "yes") == 0; }
int isYesBad(const struct Name* name) { return strncmp(name->letters, "yes", 3) == 0; }

unsigned long length(const struct Name* name) { return strnlen(name->letters, 4); }
unsigned long lengthBad(const struct Name* name) { return strlen(name->letters); }

void setName(struct Name* name, const struct Name* other) {
  if (strnlen(other->letters, 4) < 4) strcpy(name->letters, other->letters);
}
void setNameBad(struct Name* name, const struct Name* other) {
  if (strnlen(other->letters, 4) <= 4) strcpy(name->letters, other->letters);
}

void copyTail(struct Name* name, const struct Name* other, int n) {
  if (n > 0) memcpy(name->letters, other->letters, n - 1);
}
void copyTailBad(struct Name* name, const struct Name* other, int n) {
  if (n >= 0) memcpy(name->letters, other->letters, n - 1);
}

// C's functions on texts, on characters that may have no null behind them. Null pointers to nothing are left out: the
// library declares them an error, which weir does not look for.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct Line {
  char text[6];
  int length;
};

unsigned long text_length(const char* s) { return strlen(s); }
unsigned long line_length(const struct Line* line) { return strlen(line->text); }
unsigned long text_length_at_most(const char* s, unsigned n) { return s ? strnlen(s, n) : 0; }
int literal_length(int v) { return (int)strlen("seven") + v % 2; }
int text_order(const char* a, const char* b) {
  const int order = strcmp(a, b);
  return (order > 0) - (order < 0);
}
int text_order_unsigned(const unsigned char* a, const unsigned char* b) {
  const int order = strcmp((const char*)a, (const char*)b);
  return (order > 0) - (order < 0);
}
int is_keyword(const char* s) { return strcmp(s, "\1\2") == 0; }
int keyword_order(const char* s) {
  const int order = strcmp("\2\1", s);
  return (order > 0) - (order < 0);
}
int order_of_some(const char* a, const char* b, unsigned n) {
  const int order = a && b ? strncmp(a, b, n) : 0;
  return (order > 0) - (order < 0);
}
int has_prefix(const char* s) { return strncmp(s, "\1\2\3", 2) == 0; }
int copied_text(const char* s) {
  char buffer[4];
  strcpy(buffer, s);
  return buffer[0];
}
char* copy_literal(char* to) { return strcpy(to, "\3\2\1"); }
void copy_to_line(struct Line* line) { line->length = strcpy(line->text, "\1\2\3\4\5") == line->text; }
char* copy_some(char* to, unsigned n) { return to ? strncpy(to, "\1\2", n) : to; }
int appended(const char* s) {
  char buffer[6] = "\5\6";
  strcat(buffer, s);
  return (int)strlen(buffer);
}
int append_some(const char* s, unsigned n) {
  char buffer[6] = "\5\6";
  strncat(buffer, s ? s : "", n % 4);
  return (int)strlen(buffer) * 1000 + buffer[2];
}
const char* find_letter(const char* s, int c) { return strchr(s, c); }
int has_letter(char c) { return strchr("\1\2\3", c) != 0; }
int compared_bytes(const char* a, const char* b, unsigned n) {
  const int order = a && b ? memcmp(a, b, n) : 0;
  return (order > 0) - (order < 0);
}
void copy_less(char* to, int n) {
  const char from[4] = {1, 2, 3, 4};
  if (to) memcpy(to, from, n - 1);
}
void clear_less(char* to, unsigned long n) {
  if (to) memset(to, 0, n - 2);
}
int first_of_copy(const char* s) {
  char* copy = strdup(s);
  const int first = copy[0];
  free(copy);
  return first;
}
char* duplicate(const char* s) { return strdup(s); }

int class_of(char c) {
  return (isupper(c) != 0) | (islower(c) != 0) << 1 | (isalpha(c) != 0) << 2 | (isdigit(c) != 0) << 3 |
         (isxdigit(c) != 0) << 4 | (isspace(c) != 0) << 5 | (isprint(c) != 0) << 6 | (isgraph(c) != 0) << 7 |
         (isblank(c) != 0) << 8 | (iscntrl(c) != 0) << 9 | (ispunct(c) != 0) << 10 | (isalnum(c) != 0) << 11;
}
int class_of_unsigned(unsigned char c) { return isalnum(c) + isspace(c) + (ispunct)(c) + iscntrl(c); }
int all_classes(char from) {
  int sum = 0;
  for (int c = from; c < from + 40 && c < 256; ++c)
    sum = sum * 3 + class_of((char)c) + class_of_unsigned((unsigned char)c);
  return sum;
}
int raised(char c) { return toupper(c); }
int lowered(int c) { return tolower(c); }
int gap_class_of_number(int v) { return isdigit(v | 0x10000); }
int parse_number(const char* s) {
  int value = 0;
  while (isspace(*s)) ++s;
  while (isdigit(*s)) value = value * 10 + (*s++ - '0');
  return value;
}

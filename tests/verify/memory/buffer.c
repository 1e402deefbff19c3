/* An array behind a field: its bounds are those of the array that is there when the function is called. */
#include <stdlib.h>

struct buffer {
  int *data;
  unsigned length;
  unsigned capacity;
};

int buffer_get(const struct buffer *b, unsigned i) { return i < b->length ? b->data[i] : -1; }
int buffer_get_bad(const struct buffer *b, unsigned i) { return i <= b->length ? b->data[i] : -1; }

void buffer_fill(struct buffer *b, int value) {
  for (unsigned i = 0; i < b->length; ++i) b->data[i] = value;
}
void buffer_fill_bad(struct buffer *b, int value) {
  for (unsigned i = 1; i < b->length; ++i) b->data[i] = value;
}

int *buffer_last(struct buffer *b) { return b->length ? b->data + b->length - 1 : NULL; }
int buffer_last_value_bad(struct buffer *b) { return *(b->data + b->length); }

void buffer_push(struct buffer *b, int value) {
  if (b->length == b->capacity) {
    b->capacity += 1;
    b->data = realloc(b->data, b->capacity * sizeof(int));
  }
  b->data[b->length++] = value;
}
void buffer_push_bad(struct buffer *b, int value) {
  if (b->length == b->capacity) {
    b->data = realloc(b->data, b->capacity * sizeof(int));
    b->capacity += 1;
  }
  b->data[b->length++] = value;
}
/* The pointer that was there before is dead. */
int buffer_push_old_bad(struct buffer *b, int value) {
  int *first = b->data;
  buffer_push(b, value);
  return *first;
}
void buffer_clear(struct buffer *b) {
  free(b->data);
  b->data = NULL;
  b->length = b->capacity = 0;
}
void buffer_clear_bad(struct buffer *b) {
  free(b->data + b->length);
  b->data = NULL;
  b->length = b->capacity = 0;
}

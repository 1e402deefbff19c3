/* Pointers that are moved along a caller's text: to a single character as well as into an array. */
struct cursor {
  const char* at;
  const char* end;
};

int length(const char* text) {
  int count = 0;
  while (*text) {
    text++;
    count++;
  }
  return count;
}

int length_of_ended(const char* text) { return length(text); }

int first_of_variable(const char* text) { return text[0]; }

int next(struct cursor* c) {
  if (c->at == c->end) return -1;
  return *c->at++;
}

int number(struct cursor* c) {
  int value = 0;
  while (c->at != c->end && *c->at >= '0' && *c->at <= '9') {
    value = value * 10 + (*c->at - '0');
    c->at++;
  }
  return value;
}

int next_bad(struct cursor* c) { return *c->at++; }

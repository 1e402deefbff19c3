// A function without a body that is declared noexcept: no handler waits for what it throws.
struct Op {
  int kind;
  int read() const noexcept;
  int load() const;
};
int half(const Op& op) {
  try {
    return op.read() / 2;
  } catch (...) {
    return -1;
  }
}
int halfBad(const Op& op) {
  try {
    return op.load() / 2;
  } catch (...) {
    return -1;
  }
}
// What leaves a noexcept function ends the program: after the call it has not thrown.
int quiet(const Op& op) noexcept { return op.load() / 2; }
int quietBad(const Op& op) noexcept { return op.load() / 1; }
struct Owner {
  Op* op;
  int** slot;
  ~Owner() {
    op->load();
    **slot = 1;
  }
};

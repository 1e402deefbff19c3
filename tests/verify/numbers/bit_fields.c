// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of an assignment to a bit-field, of a step too, is what the bit-field has afterwards.
struct Bits {
  signed one : 1;
  int three : 3;
  unsigned five : 5;
};
int stepped(struct Bits *b) {
  b->three = 3;
  return ++b->three;
}
int steppedBack(struct Bits *b) {
  b->five = 0;
  return --b->five;
}
int behind(struct Bits *b) {
  b->three = 3;
  return b->three++;
}
int added(struct Bits *b) {
  b->three = 3;
  return b->three += 2;
}
int single(struct Bits *b) { return b->one = 1; }

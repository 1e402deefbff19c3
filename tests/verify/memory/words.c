/* Numbers behind a cast pointer to characters: their bytes are those of the text. */
unsigned both(unsigned number) {
  _Alignas(4) char text[8] = {0};
  *(unsigned*)text = number;
  text[4] = 1;
  return *(const unsigned*)text - number;
}
unsigned bothBad(unsigned number) {
  _Alignas(4) char text[8] = {0};
  *(unsigned*)text = number;
  text[3] = 1;
  return *(const unsigned*)text - number;
}
unsigned last(void) {
  _Alignas(4) char text[8] = {0};
  return *(unsigned*)(text + 4);
}
unsigned lastBad(void) {
  _Alignas(4) char text[8] = {0};
  return *(unsigned*)(text + 8);
}

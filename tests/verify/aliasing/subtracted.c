/* Pointers into bytes that the code subtracts: they are into texts, not into the bytes of a pointer beside them. */
struct buffer {
  unsigned char* content;
  unsigned char* begin;
  unsigned long size;
};

int emptied(struct buffer* buffer) {
  if (buffer == 0 || buffer->begin == 0) return 0;
  buffer->size += buffer->content - buffer->begin;
  buffer->content = buffer->begin;
  buffer->content[0] = 0;
  return buffer->content == buffer->begin;
}
int emptiedBad(struct buffer* buffer) {
  if (buffer == 0 || buffer->begin != 0) return 0;
  buffer->size += buffer->content - buffer->begin;
  buffer->content = buffer->begin;
  buffer->content[0] = 0;
  return buffer->content == buffer->begin;
}

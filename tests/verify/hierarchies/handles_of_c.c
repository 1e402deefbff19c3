/* Handles in C: declared only, or without members. */
struct handle;
struct empty {};

struct entry {
  int references;
  struct entry* next;
};
struct queue {
  int length;
  struct entry* first;
};

int references(struct handle* handle) {
  struct entry* entry = (struct entry*)handle;
  return entry == 0 ? 0 : entry->references;
}
int referencesBad(struct handle* handle) {
  struct entry* entry = (struct entry*)handle;
  return entry != 0 ? 0 : entry->references;
}
int length(struct empty* handle) {
  struct queue* queue = (struct queue*)handle;
  return queue == 0 || queue->first == 0 ? 0 : queue->first->references;
}
int lengthBad(struct empty* handle) {
  struct queue* queue = (struct queue*)handle;
  return queue == 0 ? 0 : queue->first->references;
}

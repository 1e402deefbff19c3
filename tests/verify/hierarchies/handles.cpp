// Handles: what the caller holds is declared only, or empty, and is an entry to the code.
struct Handle {};
struct Opaque;

struct Entry {
  int references;
  Entry* next;
};
struct Queue {
  int length;
  Entry* first;
};

int references(Handle* handle) {
  Entry* entry = reinterpret_cast<Entry*>(handle);
  if (entry == nullptr) return 0;
  entry->references++;
  return entry->references;
}
int referencesBad(Handle* handle) {
  Entry* entry = reinterpret_cast<Entry*>(handle);
  if (handle == nullptr) entry->next = nullptr;
  return 0;
}
int released(Handle* handle) {
  Entry* entry = reinterpret_cast<Entry*>(handle);
  if (entry == nullptr || entry->next == nullptr) return 0;
  const int left = entry->next->references;
  delete entry;
  return left;
}
int releasedBad(Handle* handle) {
  Entry* entry = reinterpret_cast<Entry*>(handle);
  if (entry == nullptr || entry->next == nullptr) return 0;
  delete entry;
  const int left = entry->next->references;
  return left;
}
Handle* handed(Entry* entry) { return reinterpret_cast<Handle*>(entry); }

int length(Opaque* opaque) {
  Queue* queue = reinterpret_cast<Queue*>(opaque);
  return queue == nullptr || queue->first == nullptr ? 0 : queue->length;
}
int lengthBad(Opaque* opaque) {
  Queue* queue = reinterpret_cast<Queue*>(opaque);
  return queue == nullptr ? 0 : queue->first->references;
}

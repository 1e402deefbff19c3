// The ring of a cache: the entry that was used last comes right after the sentinel.
struct entry {
  struct entry *next, *prev;
};

void move_to_front(struct entry *ring, struct entry *entry) {
  entry->prev->next = entry->next;
  entry->next->prev = entry->prev;
  entry->next = ring->next;
  entry->prev = ring;
  ring->next->prev = entry;
  ring->next = entry;
}

// A circular doubly linked list with a sentinel: the ten methods of section 7.4.1 of the thesis, and Figure 7-6.
struct Element;

struct Entry {
  Element* element;
  Entry* next;
  Entry* previous;
  Entry(Element* e, Entry* n, Entry* p) : element(e), next(n), previous(p) {}
};

struct LinkedList {
  Entry* header;

  LinkedList() {
    header = new Entry(nullptr, nullptr, nullptr);
    header->next = header;
    header->previous = header;
  }

  Element* getFirst() { return header->next->element; }
  Element* getLast() { return header->previous->element; }

  Entry* addBefore(Element* o, Entry* e) {
    Entry* newEntry = new Entry(o, e, e->previous);
    newEntry->previous->next = newEntry;
    newEntry->next->previous = newEntry;
    return newEntry;
  }

  void unlink(Entry* e) {
    e->previous->next = e->next;
    e->next->previous = e->previous;
  }

  void addFirst(Element* o) { addBefore(o, header->next); }
  void addLast(Element* o) { addBefore(o, header); }
  bool add(Element* o) {
    addBefore(o, header);
    return true;
  }

  Element* removeFirst() {
    Element* first = header->next->element;
    unlink(header->next);
    return first;
  }

  Element* removeLast() {
    Element* last = header->previous->element;
    unlink(header->previous);
    return last;
  }

  bool remove(Element* o) {
    for (Entry* e = header->next; e != header; e = e->next) {
      if (o == e->element) {
        unlink(e);
        return true;
      }
    }
    return false;
  }

  void clear() {
    header->next = header;
    header->previous = header;
  }

  LinkedList* clone() {
    LinkedList* copy = new LinkedList();
    for (Entry* e = header->next; e != header; e = e->next) {
      Entry* newEntry = new Entry(e->element, copy->header, copy->header->previous);
      newEntry->previous->next = newEntry;
      newEntry->next->previous = newEntry;
    }
    return copy;
  }
};

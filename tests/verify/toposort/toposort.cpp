// Sorts the nodes of a graph so that every node comes after those it has edges from: the example that the method of
// weir was first described with.
struct List;

struct Node {
  List* sources;  // nodes with an edge to this one
  List* targets;
  int in_degree;
  int out_degree;
  int seen;  // how many of its sources have been placed
};

struct Entry {
  Node* node;
  Entry* next;
  Entry* prev;
};

struct List {
  Entry* head;
};

class Graph {
 public:
  bool sort();
  bool sortBad();

 private:
  void reset();
  void resetBad();
  bool place();
  Entry* firstFree(Entry* from);
  void announce(Node* placed);

  List* nodes;
};

bool Graph::sort() {
  reset();
  return place();
}

bool Graph::sortBad() {
  resetBad();
  return place();
}

bool Graph::place() {
  for (Entry* at = nodes->head; at; at = at->next) {
    Entry* found = firstFree(at);
    if (!found) return false;
    announce(found->node);
    Node* node = found->node;
    found->node = at->node;
    at->node = node;
  }
  return true;
}

void Graph::reset() {
  for (Entry* entry = nodes->head; entry; entry = entry->next) entry->node->seen = 0;
}

// Forgets the first entry.
void Graph::resetBad() {
  for (Entry* entry = nodes->head->next; entry; entry = entry->next) entry->node->seen = 0;
}

Entry* Graph::firstFree(Entry* from) {
  Entry* entry = from;
  while (entry && entry->node->in_degree != entry->node->seen) entry = entry->next;
  return entry;
}

void Graph::announce(Node* placed) {
  for (Entry* entry = placed->targets->head; entry; entry = entry->next) entry->node->seen++;
}

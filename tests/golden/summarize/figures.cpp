// C++ ports of the procedures whose summaries the thesis prints: Figures 4-3 to 4-7 and 1-5.
struct Node;
struct ListEntry;

struct List {
  ListEntry* head;
  static Node* nullifyMove(ListEntry* e1, ListEntry* e2);
  void insert(Node* n);
};

struct Node {
  List* inNodesList;
  List* outNodesList;
  int inDeg;
  int outDeg;
  int visitedInsNum;
};

struct ListEntry {
  Node* node;
  ListEntry* next;
  ListEntry* prev;
  explicit ListEntry(Node* n) {
    node = n;
    next = nullptr;
    prev = nullptr;
  }
};

struct Graph {
  List* nodes;
  void init();
  void fixIns(Node* n);
  ListEntry* findSource(ListEntry* entry);
};

Node* List::nullifyMove(ListEntry* e1, ListEntry* e2) {
  e1->node = e2->node;
  e2->node = nullptr;
  return e1->node;
}

void List::insert(Node* n) {
  ListEntry* e = new ListEntry(n);
  ListEntry* tmp = this->head;
  this->head = e;
  e->next = tmp;
  if (tmp != nullptr) tmp->prev = e;
}

void Graph::init() {
  ListEntry* c = this->nodes->head;
  while (c != nullptr) {
    c->node->visitedInsNum = 0;
    c = c->next;
  }
}

void Graph::fixIns(Node* n) {
  ListEntry* p = n->outNodesList->head;
  while (p != nullptr) {
    p->node->visitedInsNum = p->node->visitedInsNum + 1;
    p = p->next;
  }
}

ListEntry* Graph::findSource(ListEntry* entry) {
  ListEntry* e = entry;
  while ((e != nullptr) && (e->node->inDeg != e->node->visitedInsNum)) e = e->next;
  return e;
}

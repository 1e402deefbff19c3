// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct ListEntry;
struct List;

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
};

struct List {
  ListEntry* head;
};

class Graph {
 public:
  bool topologicalSort();
  bool topologicalSortBuggy();

 private:
  void init();
  void initBuggy();
  ListEntry* findSource(ListEntry* entry);
  void fixIns(Node* n);

  List* nodes;
};

bool Graph::topologicalSort() {
  bool isAcyclic = true;
  init();
  ListEntry* cur = nodes->head;
  while (cur != nullptr) {
    ListEntry* source = findSource(cur);
    if (source == nullptr) {
      isAcyclic = false;
      break;
    }
    fixIns(source->node);
    Node* tmp = source->node;
    source->node = cur->node;
    cur->node = tmp;
    cur = cur->next;
  }
  return isAcyclic;
}

bool Graph::topologicalSortBuggy() {
  bool isAcyclic = true;
  initBuggy();
  ListEntry* cur = nodes->head;
  while (cur != nullptr) {
    ListEntry* source = findSource(cur);
    if (source == nullptr) {
      isAcyclic = false;
      break;
    }
    fixIns(source->node);
    Node* tmp = source->node;
    source->node = cur->node;
    cur->node = tmp;
    cur = cur->next;
  }
  return isAcyclic;
}

void Graph::init() {
  for (ListEntry* c = nodes->head; c != nullptr; c = c->next) c->node->visitedInsNum = 0;
}

void Graph::initBuggy() {
  for (ListEntry* c = nodes->head->next; c != nullptr; c = c->next) c->node->visitedInsNum = 0;
}

ListEntry* Graph::findSource(ListEntry* entry) {
  ListEntry* e = entry;
  while (e != nullptr && e->node->inDeg != e->node->visitedInsNum) e = e->next;
  return e;
}

void Graph::fixIns(Node* n) {
  for (ListEntry* p = n->outNodesList->head; p != nullptr; p = p->next)
    p->node->visitedInsNum = p->node->visitedInsNum + 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The topological sort of chapter 1 of Taghdiri's thesis, in C++: what is inferred of its callees is a golden file.
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

struct Graph {
  List* nodes;

  void init() {
    for (ListEntry* entry = nodes->head; entry; entry = entry->next) entry->node->visitedInsNum = 0;
  }

  ListEntry* findSource(ListEntry* from) {
    while (from && from->node->inDeg != from->node->visitedInsNum) from = from->next;
    return from;
  }

  void fixIns(Node* n) {
    for (ListEntry* p = n->outNodesList->head; p; p = p->next) p->node->visitedInsNum++;
  }

  bool topologicalSort() {
    init();
    for (ListEntry* current = nodes->head; current; current = current->next) {
      ListEntry* source = findSource(current);
      if (!source) return false;
      fixIns(source->node);
      Node* chosen = source->node;
      source->node = current->node;
      current->node = chosen;
    }
    return true;
  }
};

bool sorted(Graph& graph) { return graph.topologicalSort(); }

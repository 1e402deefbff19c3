struct Node { int value; Node* next; };
struct Both { Node part; Node* link; int n = 0; };
struct List {
  Node* head; int size; int cap;
  List(int c) : head(nullptr), size(0), cap(c) {}
};
struct ListBad {
  Node* head; int size; int cap;
  ListBad(int c) : cap(c) {}
};
struct Sum { int total; Sum(int n) { total = n; } };
struct SumBad { int total; SumBad(int n) { if (n > 0) total = n; } };

Node* made(int v) { Node* n = new Node(); n->value = v; return n; }
Node* madeBad(int v) { Node* n = new Node; n->value = v; return n; }

Node byValue(int v) { Node n{v, nullptr}; return n; }
Node byValueBad(int v) { Node n; n.value = v; return n; }

Both* both() { Both* b = new Both(); return b; }
Both* bothBad() { Both* b = new Both; return b; }

Node* array() { Node* n = new Node[2](); n[0].value = 1; return n; }
Node* arrayBad() { Node* n = new Node[2]; n[0].value = 1; return n; }

struct Local { int a, b; };
int viaLocal(Local* out) { Local l{}; l.a = 1; *out = l; return l.a; }
int viaLocalBad(Local* out) { Local l; l.a = 1; *out = l; return l.a; }

// The example of the README: a list that keeps one promise and breaks another.
struct Cell {
  int value;
  Cell* next;
};

struct List {
  Cell* head;

  void push(int v) { head = new Cell{v, head}; }

  void pop() {
    Cell* c = head;
    head = c->next;
    delete c;
  }
};

// A function that is only declared: its specification is all there is.
struct Node {
  int value;
  Node* next;
};

Node* fetch(int id);
void log(const char* text);

struct Registry {
  int lookups;

  Node* find(int id) {
    lookups = 0;
    Node* n = fetch(id);
    if (n) log("hit");
    return n;
  }

  int valueOf(int id) { return fetch(id)->value; }

  // The twin: whether `fetch` can be asked twice for the same node is not known.
  bool findBad(int id) { return fetch(id) == fetch(id); }
};

// Variables and objects of other sources.
struct Node {
  int key;
  Node* next;
};
struct Queue {
  int depth;
  int* head;
};
struct Shared {
  static int count;
  int own;
};
struct Box {
  void* data;
  Box* next;
};
namespace config {
extern int level;
extern const int limit;
}  // namespace config
extern Queue queue;
extern Node* root;
extern Node nodes[2];
extern int sizes[3];
extern int (*rate)(int);
extern int& alias;

int deep(int x) { return x == 77 ? queue.depth + config::level : x; }
int bounded() { return config::limit; }
int second() { return root && root->next ? root->next->key : 0; }
int links() { return nodes[1].next == &nodes[0] ? 1 : 0; }
int sized(int i) { return i >= 0 && i < 3 ? sizes[i] : 0; }
void size(int i) { sizes[i] = 1; }
int rated(int x) { return rate ? rate(x) : x; }
int seen() { return alias; }
int counted(Shared* s) { return s->own - Shared::count; }

// A variable that is only read has the value that it starts with.
static int most = 10;
static int least;
static Queue fixed = {4, nullptr};
static int written = 10;
static int handed_out = 10;
void write(int x) { written = x; }
int* handOut() { return &handed_out; }
int capped(int x) { return x < most ? x : most; }
int cappedBad(int x) { return x < written ? x : written; }
int cappedToo(int x) { return x < handed_out ? x : handed_out; }
int atLeast(int x) { return x > least ? x : fixed.depth - 4; }

// An object that this source has no class for can be stored and compared.
Box* put(Box* list, void* data) {
  Box* box = new Box;
  box->data = data;
  box->next = list;
  return box;
}
Box* putBad(Box* list, void* data) {
  Box* box = new Box;
  box->data = list ? data : nullptr;
  box->next = list;
  return box;
}
Box* find(Box* list, void* data) {
  while (list && list->data != data) list = list->next;
  return list;
}
Box* findBad(Box* list, void* data) {
  while (list && list->data == data) list = list->next;
  return list;
}

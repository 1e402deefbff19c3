// Objects that are lost, or kept, on the way out by an exception.
struct Refused {
  int code;
};
struct Node {
  int value;
  Node* next;
};
struct Carrier {
  Node* held;
};

struct Stack {
  Node* top;

  static void admit(int value) {
    if (value == 0) throw Refused{1};
  }

  void push(int value) {
    Node* node = new Node{value, top};
    try {
      admit(value);
    } catch (const Refused&) {
      delete node;
      throw;
    }
    top = node;
  }
  void pushBad(int value) {
    Node* node = new Node{value, top};
    try {
      admit(value);
    } catch (const Refused&) {
      throw;
    }
    top = node;
  }

  void pushNumber(int value) {
    Node* node = new Node{value, top};
    if (value != 0) top = node;
    if (value < 0) throw value;
    if (value == 0) delete node;
  }
  void pushNumberBad(int value) {
    Node* node = new Node{value, top};
    if (value > 0) top = node;
    if (value < 0) throw value;
    if (value == 0) delete node;
  }

  // The exception holds what was allocated, or is its address.
  void hand(int value) {
    Node* node = new Node{value, nullptr};
    throw Carrier{node};
  }
  void handBad(int value) {
    Node* node = new Node{value, nullptr};
    throw Carrier{node->next};
  }
  void handPointer(int value) {
    Node* node = new Node{value, nullptr};
    throw node;
  }

  // Nor are objects with automatic storage lost.
  void through(int value) {
    Node local{value, nullptr};
    Node* node = new Node{value, &local};
    admit(value);
    node->next = top;
    top = node;
  }
  void throughFirst(int value) {
    Node local{value, nullptr};
    admit(local.value);
    top = new Node{value, top};
  }

  void turn(Node* node) {
    Node* old = node->next;
    admit(node->value);
    node->next = node;
    node->next = old;
  }
  void turnBad(Node* node) {
    Node* old = node->next;
    node->next = node;
    admit(node->value);
    node->next = old;
  }
};

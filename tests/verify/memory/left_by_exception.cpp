// Locals without destructors, which an exception ends as well.
struct Refusal {
  int code;
};
struct Node {
  int value;
};

struct Holder {
  Node* top;

  void put(int value) {
    Node local{value};
    top = &local;
    if (value == 0) throw Refusal{1};
    top = nullptr;
  }
  int afterCallBad(int value) {
    top = nullptr;
    try {
      put(value);
    } catch (Refusal&) {
    }
    return top != nullptr ? top->value : 0;
  }
  int afterBlockBad(int value) {
    top = nullptr;
    try {
      Node local{value};
      top = &local;
      if (value == 0) throw Refusal{1};
      top = nullptr;
    } catch (Refusal&) {
    }
    return top != nullptr ? top->value : 0;
  }
  int leavesNothing(int value) {
    Node local{value};
    if (local.value == 0) throw Refusal{1};
    return 1;
  }
};

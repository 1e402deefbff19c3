// A stack of numbers; nothing is specified of it.
struct Frame {
  int value;
  Frame* below;
};

class Stack {
 public:
  void push(int value) { top_ = new Frame{value, top_}; }
  int top() const { return top_->value; }
  void pop() {
    if (!top_) return;
    Frame* old = top_;
    delete old;
    top_ = old->below;
  }
  int depth() const {
    int n = 0;
    for (Frame* f = top_; f; f = f->below) ++n;
    return n;
  }

 private:
  Frame* top_ = nullptr;
};

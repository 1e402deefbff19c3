// A stack of numbered frames, as an interpreter keeps one.
struct Frame {
  int depth;
  Frame* below;
};

class Stack {
 public:
  Frame* push(int extra);
  Frame* pushBad(int extra);
  bool pop();
  bool popBad();
  void clear();
  void clearBad();

 private:
  int nextDepth() const { return top_ ? top_->depth + 1 : 0; }

  Frame* top_ = nullptr;
};

Frame* Stack::push(int extra) {
  Frame* frame = new Frame{nextDepth() + extra, top_};
  top_ = frame;
  return frame;
}

Frame* Stack::pushBad(int extra) {
  Frame* frame = new Frame{nextDepth() - extra, top_};
  top_ = frame;
  return frame;
}

bool Stack::pop() {
  Frame* frame = top_;
  if (!frame) return false;
  top_ = frame->below;
  delete frame;
  return true;
}

bool Stack::popBad() {
  Frame* frame = top_;
  if (!frame) return false;
  delete frame;
  top_ = frame->below;
  return true;
}

void Stack::clear() {
  while (top_) pop();
}

void Stack::clearBad() {
  if (top_) pop();
}

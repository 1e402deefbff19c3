// throw, try, catch, and what is destroyed on the way.
int log_of = 0;

struct Error {
  int code;
};
struct Fatal : Error {
  int extra;
};
struct Guard {
  int id;
  explicit Guard(int i) : id(i) {}
  ~Guard() { log_of = log_of * 10 + id; }
};
struct Slot {
  int value;
  Slot* next;
};

void fail_if(int v) {
  if (v == 1) throw 5;
  if (v == 2) throw Error{7};
  if (v == 3) throw Fatal{{8}, 9};
  if (v < 0) throw static_cast<const char*>(nullptr);
}
int escapes(int v) {
  fail_if(v);
  return v;
}
int caught_by_type(int v) {
  try {
    fail_if(v);
    return 0;
  } catch (int code) {
    return code;
  } catch (const Fatal& f) {
    return f.code + f.extra;
  } catch (Error& e) {
    return e.code;
  } catch (...) {
    return -1;
  }
}
int caught_as_base(int v) {
  try {
    fail_if(v);
  } catch (const Error& e) {
    return e.code * 10;
  }
  return 1;
}
int unwinding(int v) {
  log_of = 0;
  try {
    Guard a(1);
    Guard b(2);
    fail_if(v);
    Guard c(3);
  } catch (int) {
    log_of = log_of * 10 + 8;
  } catch (Error) {
    log_of = log_of * 10 + 9;
  }
  return log_of;
}
int unwinding_out(int v) {
  Guard a(4);
  for (int i = 0; i < 2; ++i) {
    Guard b(5);
    fail_if(v + i);
  }
  return log_of;
}
int nested_try(int v) {
  int r = 0;
  try {
    try {
      fail_if(v);
      r += 1;
    } catch (int) {
      r += 10;
      throw;
    } catch (Fatal& f) {
      f.code = 3;
      throw Error{f.code + 1};
    }
    r += 100;
  } catch (Error e) {
    r += e.code * 1000;
  } catch (int c) {
    r += c;
  }
  return r;
}
void update(Slot* s, int v) {
  s->value = v;
  fail_if(v);
  s->value = -v;
}
int update_safely(Slot* s, int v) {
  int old = s->value;
  try {
    update(s, v);
  } catch (...) {
    s->value = old;
    return 0;
  }
  return 1;
}
struct Part {
  int id;
  explicit Part(int i) : id(i) {
    if (i == 2) throw i;
  }
  ~Part() { log_of = log_of * 10 + id; }
};
struct Whole {
  Part first;
  Part second;
  Whole(int a, int b) : first(a), second(b) {}
};
int half_built(int a, int b) {
  log_of = 0;
  try {
    Whole w(a & 3, b & 3);
    return w.first.id * 10 + w.second.id;
  } catch (int) {
    return log_of + 1000;
  }
}
int loop_with_try(unsigned n) {
  int caught = 0;
  for (unsigned i = 0; i < n % 5; ++i) {
    try {
      if (i == 3) break;
      fail_if(static_cast<int>(i));
      if (i == 0) continue;
      caught += 100;
    } catch (...) {
      ++caught;
    }
  }
  return caught;
}
Slot* new_or_throw(int v) {
  Slot* s = new Slot{v, nullptr};
  try {
    fail_if(v);
  } catch (...) {
    delete s;
    throw;
  }
  return s;
}
int no_throw(int v) noexcept {
  try {
    return escapes(v);
  } catch (...) {
    return -7;
  }
}

class OldError {
 public:
  explicit OldError(int code) : code_(code) {}
  virtual ~OldError() throw() {}
  virtual int code() const { return code_; }

 protected:
  int code_;
};
class OldParseError : public OldError {
 public:
  using OldError::OldError;
  ~OldParseError() throw() override {}
  int code() const override { return code_ + 100; }
};
int empty_destructor(int v) {
  try {
    if (v > 3) throw OldParseError(v);
    if (v < 0) throw OldError(v);
  } catch (const OldError& e) {
    return e.code();
  }
  return 0;
}

// Construction that an exception interrupts.
struct Part {
  int id;
  Part(int i) : id(i) {
    if (i == 3) throw 9;
  }
};
struct Owner {
  int* p;
  Owner(int v) : p(new int(v)) {}
  ~Owner() { delete p; }
};
struct Careless {
  int* p;
  Careless(int v) : p(new int(v)) {}
};
struct Pair {
  Owner a;
  Part b;
};
struct PairBad {
  Careless a;
  Part b;
};

int aggregate(int v) {
  try {
    Pair pair{1, v};
  } catch (int) {
  }
  return 1;
}
int aggregateBad(int v) {
  try {
    PairBad pair{1, v};
    delete pair.a.p;
  } catch (int) {
  }
  return 1;
}
int array(int v) {
  try {
    Pair pairs[2] = {{1, 2}, {1, v}};
  } catch (int) {
  }
  return 1;
}

// What a body allocated is lost where it throws: the object itself is never destroyed.
struct Buffer {
  int* p;
  Buffer(int v) : p(new int(v)) {
    if (v < 0) {
      delete p;
      throw 1;
    }
  }
  ~Buffer() { delete p; }
};
struct BufferBad {
  int* p;
  BufferBad(int v) : p(new int(v)) {
    if (v < 0) throw 1;
  }
  ~BufferBad() { delete p; }
};
int use(int v) {
  try {
    Buffer b(v);
  } catch (int) {
  }
  return 0;
}
int useBad(int v) {
  try {
    BufferBad b(v);
  } catch (int) {
  }
  return 0;
}

// A destructor that throws while an exception is on its way ends the program.
struct Thrower {
  int x;
  ~Thrower() noexcept(false) {
    if (x != 0) throw 1;
  }
};
int unwound(int x) {
  try {
    Thrower t{x};
    throw 2;
  } catch (int code) {
    return code;
  }
}
int unwoundBad(int x) {
  try {
    Thrower t{x};
    return 2;
  } catch (int code) {
    return code;
  }
}

// A handler's reference is the exception that it passes on.
int rethrown() {
  try {
    try {
      throw 1;
    } catch (int& code) {
      code = 7;
      throw;
    }
  } catch (int code) {
    return code;
  }
}
int rethrownBad() {
  try {
    try {
      throw 1;
    } catch (int code) {
      code = 7;
      throw;
    }
  } catch (int code) {
    return code;
  }
}
int virtually() {
  struct B {
    virtual int f() { return 1; }
  };
  struct D : B {
    int f() override { return 2; }
  };
  D d;
  B* b = &d;
  return b->f();
}
int virtuallyBad() {
  struct B {
    int f() { return 1; }
  };
  struct D : B {
    int f() { return 2; }
  };
  D d;
  B* b = &d;
  return b->f();
}
struct Inner {
  int k;
};
struct Decorator : Inner {
  Inner inner;
};
int decorated() {
  Decorator d;
  d.k = 2;
  d.inner.k = 1;
  return d.inner.k;
}
int decoratedBad() {
  Decorator d;
  d.k = 2;
  d.inner.k = 1;
  return d.k;
}

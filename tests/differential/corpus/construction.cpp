// Construction that an exception interrupts: what is finished is destroyed, in reverse, and nothing else.
int log_of = 0;

struct Part {
  int id;
  Part(int i) : id(i) {
    if (i == 3) throw 9;
    log_of = log_of % 100000 * 10 + i % 3;
  }
  Part(const Part& other) : id(other.id) {
    if (id == 2) throw 8;
    log_of = log_of % 100000 * 10 + 5;
  }
  ~Part() { log_of = log_of % 100000 * 10 + 7 - id % 3; }
};
struct Pair {
  Part a;
  Part b;
};
struct Nested {
  Pair p;
  Part last[2];
};
int helper_part(int v) { return v & 3; }

int aggregate(int v) {
  log_of = 0;
  try {
    Pair p{1, helper_part(v)};
  } catch (int) {
  }
  return log_of;
}
int nested_aggregate(int v, int w) {
  log_of = 0;
  try {
    Nested n{{1, helper_part(v)}, {2, helper_part(w)}};
  } catch (int) {
  }
  return log_of;
}
int array_of_parts(int v) {
  log_of = 0;
  try {
    Part parts[3] = {1, helper_part(v), 4};
  } catch (int) {
  }
  return log_of;
}
int new_array(int v) {
  log_of = 0;
  try {
    delete[] new Part[3]{1, helper_part(v), 4};
  } catch (int) {
  }
  return log_of;
}
int new_object(int v) {
  log_of = 0;
  try {
    delete new Pair{1, helper_part(v)};
  } catch (int) {
  }
  return log_of;
}
int captured(int v) {
  log_of = 0;
  try {
    Part a(1);
    Part b(helper_part(v));
    auto both = [a, b] { return a.id + b.id; };
    return both() + log_of;
  } catch (int code) {
    return log_of + code;
  }
}
struct Row {
  Part parts[2];
  Row(int a, int b) : parts{a, b} {
    if (a == b) throw 6;
  }
};
int copied_array(int a, int b) {
  log_of = 0;
  try {
    Row r(helper_part(a), helper_part(b));
    Row s(r);
  } catch (int code) {
    return log_of * 10 + code;
  }
  return log_of;
}
struct Tried {
  Part first{1};
  Part second;
  Tried(int v) try : second(helper_part(v)) {
    if (v == 5) throw 4;
  } catch (int& code) {
    log_of = log_of * 10;
    code += 1;
  }
};
int constructor_try(int v) {
  log_of = 0;
  try {
    Tried t(v);
  } catch (int code) {
    return log_of * 10 + code;
  }
  return log_of;
}
struct Delegating {
  Part part;
  Delegating(int v) : part(helper_part(v)) {}
  Delegating(int v, int w) : Delegating(v) {
    if (w == 1) throw 2;
  }
  ~Delegating() { log_of = log_of * 10 + 8; }
};
int delegated(int v, int w) {
  log_of = 0;
  try {
    Delegating d(v, w);
  } catch (int code) {
    return log_of * 10 + code;
  }
  return log_of;
}
struct Base {
  Part part;
  Base(int v) : part(v) {}
};
struct Derived : Base {
  Part own;
  Derived(int v, int w) : Base(helper_part(v)), own(helper_part(w)) {
    if (v == w) throw 1;
  }
  ~Derived() { log_of = log_of * 10 + 9; }
};
int base_and_member(int v, int w) {
  log_of = 0;
  try {
    Derived d(v, w);
  } catch (int code) {
    return log_of * 10 + code;
  }
  return log_of;
}
int by_default(int v) { return helper_part(v) == 1 ? throw 4 : 2; }
int helper_defaulted(int v, Part p = Part(1)) { return v + p.id; }
int default_argument(int v) {
  log_of = 0;
  try {
    return helper_defaulted(by_default(v)) + log_of;
  } catch (int code) {
    return log_of * 10 + code;
  }
}
struct Extended {
  const Part& r;
  Part b;
};
int extended_temporary(int v) {
  log_of = 0;
  try {
    Extended e{Part(1), Part(helper_part(v))};
    log_of = log_of * 10;
  } catch (int) {
  }
  return log_of;
}

// Destructors that throw.
struct Thrower {
  int id;
  ~Thrower() noexcept(false) {
    log_of = log_of % 100000 * 10 + id;
    if (id >= 2) throw id;
  }
};
int thrown_at_scope_end(int v) {
  log_of = 0;
  try {
    Part p(1);
    Thrower t{helper_part(v)};
  } catch (int code) {
    return log_of * 10 + code;
  }
  return log_of;
}
int thrown_on_return(int v) {
  log_of = 0;
  try {
    Part p(1);
    Thrower t{helper_part(v)};
    Part q(4);
    return 7;
  } catch (int code) {
    return log_of * 10 + code;
  }
}
int thrown_while_unwinding(int v, int w) {
  log_of = 0;
  try {
    Thrower t{helper_part(v)};
    if (w > 0) throw 5;
  } catch (int code) {
    return code;
  }
  return log_of;
}
int thrown_by_temporary(int v) {
  log_of = 0;
  try {
    Thrower{1}, Thrower{helper_part(v)}, Part(1);
  } catch (int code) {
    return log_of * 10 + code;
  }
  return log_of;
}
int thrown_by_delete(int v) {
  log_of = 0;
  try {
    delete new Thrower{helper_part(v)};
  } catch (int code) {
    return log_of * 10 + code;
  }
  return log_of;
}
struct Catching {
  int id;
  ~Catching() {
    try {
      if (id != 0) throw id;
    } catch (int code) {
      log_of = log_of * 10 + code;
    }
  }
};
int caught_while_unwinding(int v) {
  log_of = 0;
  try {
    Catching c{helper_part(v)};
    throw 5;
  } catch (int code) {
    return log_of * 10 + code;
  }
}

// The exception itself.
int changed_and_rethrown(int v) {
  try {
    try {
      throw helper_part(v);
    } catch (int& code) {
      code += 7;
      throw;
    }
  } catch (int code) {
    return code;
  }
}
int changed_copy(int v) {
  try {
    try {
      throw helper_part(v);
    } catch (int code) {
      code += 7;
      throw;
    }
  } catch (int code) {
    return code;
  }
}
struct Problem {
  int code;
};
struct Special : Problem {
  int extra;
};
int sliced(int v) {
  try {
    try {
      throw Special{{helper_part(v)}, 4};
    } catch (Problem problem) {
      problem.code += 10;
      if (v < 0) throw problem;
      throw;
    }
  } catch (Special& special) {
    return special.code + special.extra;
  } catch (Problem& problem) {
    return problem.code;
  }
}
Special helper_special;
int thrown_pointer(int v) {
  helper_special.code = v;
  try {
    throw &helper_special;
  } catch (Problem* problem) {
    return problem->code == v ? 1 : 2;
  }
}
int helper_silent(int v) noexcept {
  if (v == 1) throw 1;
  return v & 3;
}
int leaves_noexcept(int v) {
  try {
    return helper_silent(helper_part(v));
  } catch (...) {
    return 9;
  }
}
int local_override(int v) {
  struct Shape {
    virtual ~Shape() {}
    virtual int sides() { return 0; }
  };
  struct Square : Shape {
    int sides() override { return 4; }
  };
  Square square;
  Shape plain;
  Shape* shape = v > 0 ? &square : &plain;
  return shape->sides();
}
struct Inner {
  int k;
};
struct Decorator : Inner {
  Inner inner;
};
int member_of_base_type(int v) {
  Decorator d;
  d.k = 1;
  d.inner.k = v & 3;
  Inner* base = &d;
  return base == &d.inner ? -1 : base->k * 10 + d.inner.k;
}

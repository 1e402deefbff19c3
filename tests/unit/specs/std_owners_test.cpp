// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The models of the smart pointers against the real ones: the same random operations on both, after each of which the
// same objects are alive and owned alike.
#include "modelled.h"

namespace weir::specs {
namespace {

/// Knows how many there are of it.
template <int Kind>
struct Counted {
  static inline int alive = 0;
  int id;
  explicit Counted(int number) : id(number) { ++alive; }
  Counted(const Counted&) = delete;
  ~Counted() { --alive; }
};

TEST(StdModels, UniquePointerDoesWhatTheRealOneDoes) {
  using RealObject = Counted<0>;
  using ModelObject = Counted<1>;
  std::mt19937 random(13);
  std::unique_ptr<RealObject> real, real_other;
  modelled::unique_ptr<ModelObject> model, model_other;
  const auto idOf = [](const auto& pointer) { return pointer == nullptr ? -1 : pointer->id; };
  for (int done = 0; done < kSteps; ++done) {
    const int x = numberFrom(random);
    switch (random() % 9) {
      case 0: real = std::make_unique<RealObject>(x), model = modelled::make_unique<ModelObject>(x); break;
      case 1: real.reset(new RealObject(x)), model.reset(new ModelObject(x)); break;
      case 2: real.reset(), model.reset(); break;
      case 3: real = nullptr, model = nullptr; break;
      case 4: real_other = std::move(real), model_other = std::move(model); break;
      case 5: real.swap(real_other), model.swap(model_other); break;
      case 6: {
        const std::unique_ptr<RealObject> real_taken(real.release());
        const modelled::unique_ptr<ModelObject> model_taken(model.release());
        EXPECT_EQ(idOf(real_taken), idOf(model_taken));
        break;
      }
      case 7:
        EXPECT_TRUE(!real || (*real).id == (*model).id);
        EXPECT_EQ(real == real_other, model == model_other);
        EXPECT_EQ(real != nullptr, model != nullptr);
        break;
      default: {
        std::unique_ptr<RealObject> real_moved(std::move(real));
        modelled::unique_ptr<ModelObject> model_moved(std::move(model));
        EXPECT_EQ(real.get() == nullptr, model.get() == nullptr);
        real = std::move(real_moved), model = std::move(model_moved);
      }
    }
    ASSERT_EQ(static_cast<bool>(real), static_cast<bool>(model)) << "step " << done;
    ASSERT_EQ(idOf(real), idOf(model)) << "step " << done;
    ASSERT_EQ(idOf(real_other), idOf(model_other)) << "step " << done;
    ASSERT_EQ(RealObject::alive, ModelObject::alive) << "step " << done;
  }
}

/// What can be done with owners and watchers alike, on a few of each.
template <typename Object, template <typename> class Shared, template <typename> class Weak, typename Unique>
class Owners {
 public:
  Shared<Object> owners[3];
  Weak<Object> watchers[2];

  /// What the operation gave, so that both can be compared.
  long step(unsigned what, int from, int to, int x) {
    Shared<Object>& a = owners[from];
    Shared<Object>& b = owners[to];
    Weak<Object>& w = watchers[from % 2];
    Weak<Object>& v = watchers[to % 2];
    switch (what) {
      case 0: b = makeShared(x); return 0;
      case 1: b.reset(new Object(x)); return 0;
      case 2: b = Shared<Object>(new Object(x)); return 0;
      case 3: b = a; return 0;
      case 4: b = std::move(a); return 0;
      case 5: b.swap(a); return 0;
      case 6: b.reset(); return 0;
      case 7: b = nullptr; return 0;
      case 8: return (a == b) + 2 * (a != b) + 4 * (a == nullptr) + 8 * (nullptr != b) + 16 * static_cast<bool>(a);
      case 9: {
        const Shared<Object> copy(a);
        return copy.use_count();
      }
      case 10: {
        Shared<Object> taken(std::move(a));
        const long count = taken.use_count();
        b = taken;
        return count;
      }
      case 11: b = Unique(x % 2 == 0 ? nullptr : new Object(x)); return 0;
      case 12: b = Shared<Object>(static_cast<Object*>(nullptr)); return b.use_count();
      case 13: w = b; return w.expired();
      case 14: v = w; return v.use_count();
      case 15: v = std::move(w); return w.use_count();
      case 16: w.reset(); return w.expired();
      case 17: b = w.lock(); return b.use_count();
      case 18: v.swap(w); return v.expired();
      case 19: {
        const Weak<Object> copy(w);
        return copy.lock().use_count();
      }
      case 20: return throwsBadWeak(w, b);
      default: return a ? (*a).id + a->id + a.get()->id : -1;
    }
  }

 private:
  static Shared<Object> makeShared(int x);
  static long throwsBadWeak(Weak<Object>& watcher, Shared<Object>& owner);
};

using RealShared = Counted<2>;
using ModelShared = Counted<3>;
using RealOwners = Owners<RealShared, std::shared_ptr, std::weak_ptr, std::unique_ptr<RealShared>>;
using ModelOwners = Owners<ModelShared, modelled::shared_ptr, modelled::weak_ptr, modelled::unique_ptr<ModelShared>>;

template <>
std::shared_ptr<RealShared> RealOwners::makeShared(int x) {
  return std::make_shared<RealShared>(x);
}
template <>
modelled::shared_ptr<ModelShared> ModelOwners::makeShared(int x) {
  return modelled::make_shared<ModelShared>(x);
}
template <>
long RealOwners::throwsBadWeak(std::weak_ptr<RealShared>& watcher, std::shared_ptr<RealShared>& owner) {
  try {
    owner = std::shared_ptr<RealShared>(watcher);
  } catch (const std::bad_weak_ptr&) {
    return 1;
  }
  return 0;
}
template <>
long ModelOwners::throwsBadWeak(modelled::weak_ptr<ModelShared>& watcher, modelled::shared_ptr<ModelShared>& owner) {
  try {
    owner = modelled::shared_ptr<ModelShared>(watcher);
  } catch (const modelled::bad_weak_ptr&) {
    return 1;
  }
  return 0;
}

TEST(StdModels, SharedPointersDoWhatTheRealOnesDo) {
  std::mt19937 random(37);
  {
    RealOwners real;
    ModelOwners model;
    const auto idOf = [](const auto& owner) { return owner == nullptr ? -1 : owner->id; };
    for (int done = 0; done < kSteps; ++done) {
      const unsigned what = random() % 22;
      const int from = static_cast<int>(random() % 3), to = static_cast<int>(random() % 3), x = numberFrom(random);
      ASSERT_EQ(real.step(what, from, to, x), model.step(what, from, to, x)) << "step " << done << ", case " << what;
      for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(idOf(real.owners[i]), idOf(model.owners[i])) << "step " << done << ", case " << what;
        ASSERT_EQ(real.owners[i].use_count(), model.owners[i].use_count()) << "step " << done << ", case " << what;
      }
      for (int i = 0; i < 2; ++i)
        ASSERT_EQ(real.watchers[i].use_count(), model.watchers[i].use_count()) << "step " << done << ", case " << what;
      ASSERT_EQ(RealShared::alive, ModelShared::alive) << "step " << done << ", case " << what;
    }
  }
  EXPECT_EQ(RealShared::alive, 0);
  EXPECT_EQ(ModelShared::alive, 0);
}

/// Objects that own each other: what one owner's end takes along.
template <typename Self, template <typename> class Shared>
struct Linked {
  static inline int alive = 0;
  Shared<Self> next;
  Linked() { ++alive; }
  Linked(const Linked&) = delete;
  ~Linked() { --alive; }
};
struct RealLinked : Linked<RealLinked, std::shared_ptr> {};
struct ModelLinked : Linked<ModelLinked, modelled::shared_ptr> {};

TEST(StdModels, SharedListsEndAsTheRealOnesDo) {
  std::mt19937 random(41);
  std::shared_ptr<RealLinked> real[3];
  modelled::shared_ptr<ModelLinked> model[3];
  for (int done = 0; done < kSteps; ++done) {
    const auto a = random() % 3, b = random() % 3;
    switch (random() % 5) {
      case 0: {
        const auto cell = std::make_shared<RealLinked>();
        const auto model_cell = modelled::make_shared<ModelLinked>();
        cell->next = real[a], model_cell->next = model[a];
        real[b] = cell, model[b] = model_cell;
        break;
      }
      case 1:
        if (real[a]) real[a] = real[a]->next, model[a] = model[a]->next;
        break;
      case 2:
        if (real[a]) real[b] = std::move(real[a]->next), model[b] = std::move(model[a]->next);
        break;
      case 3: real[a] = real[b], model[a] = model[b]; break;
      default: real[a].reset(), model[a].reset();
    }
    ASSERT_EQ(RealLinked::alive, ModelLinked::alive) << "step " << done;
    for (int i = 0; i < 3; ++i) ASSERT_EQ(real[i].use_count(), model[i].use_count()) << "step " << done;
  }
}

struct Base {
  virtual ~Base() { ++ended; }
  static inline int ended = 0;
};
struct Derived : Base {
  ~Derived() override { ended += 10; }
};

TEST(StdModels, OwnersOfBasesEndWhatIsThere) {
  {
    modelled::shared_ptr<Base> owner = modelled::make_shared<Derived>();
    const modelled::shared_ptr<const Base> other = owner;
    owner.reset(new Derived());
    EXPECT_EQ(other.use_count(), 1);
    EXPECT_EQ(Base::ended, 0);
  }
  EXPECT_EQ(Base::ended, 22);
}

}  // namespace
}  // namespace weir::specs

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The owners of an object, of `use <std>`; std_models.h tells how such a header is read. With a deleter of its own, of
// an array or of void, an owner has no model; nor has one that shares an object and points to another.
#ifdef __cplusplus

#define _UNIQUE_PTR_H 1
#define _BACKWARD_AUTO_PTR_H 1
#define _SHARED_PTR_H 1
#define _SHARED_PTR_BASE_H 1
#define _SHARED_PTR_ATOMIC_H 1

namespace std {

template <typename T>
struct default_delete {
  constexpr default_delete() = default;
  template <typename U>
  default_delete(const default_delete<U>&) {}
  void operator()(T* p) const { delete p; }
};
template <typename T>
struct default_delete<T[]> {
  constexpr default_delete() = default;
  void operator()(T* p) const { delete[] p; }
};

template <typename T, typename Deleter>
class unique_ptr;
template <typename T>
struct weir_element_of {
  typedef T type;
  typedef unique_ptr<T, default_delete<T>> one;
};
template <typename T>
struct weir_element_of<T[]> {
  typedef T type;
  typedef unique_ptr<T[], default_delete<T[]>> several;
};

// ---- one owner

WEIR_UNSUPPORTED(weir_given_owner, "a std::unique_ptr of an array or with a deleter, of the caller's");

// An array's, or with a deleter. What those hold that the caller made is not known.
template <typename T, typename Deleter>
class WEIR_MODEL WEIR_STATES(internal) weir_unique : private weir_made {
  template <typename D>
  struct PlainDeleter {
    typedef D type;
  };
  template <typename D>
  struct PlainDeleter<D&> {
    typedef D type;
  };
  template <typename D, typename = void>
  struct PointerOf {
    typedef typename weir_element_of<T>::type* type;
  };
  template <typename D>
  struct PointerOf<D, typename weir_void<typename D::pointer>::type> {
    typedef typename D::pointer type;
  };

 public:
  typedef typename weir_element_of<T>::type element_type;
  typedef typename PointerOf<typename PlainDeleter<Deleter>::type>::type pointer;
  typedef Deleter deleter_type;

 private:
  pointer held;
  Deleter deleter;

 public:
  weir_unique() noexcept : held(), deleter() {}
  weir_unique(decltype(nullptr)) noexcept : held(), deleter() {}
  explicit weir_unique(pointer p) noexcept : held(p), deleter() {}
  weir_unique(pointer p, const typename PlainDeleter<Deleter>::type& d) noexcept : held(p), deleter(d) {}
  weir_unique(pointer p, typename PlainDeleter<Deleter>::type&& d) noexcept
      : held(p), deleter(static_cast<typename PlainDeleter<Deleter>::type&&>(d)) {}
  weir_unique(weir_unique&& other) noexcept : held(other.release()), deleter(static_cast<Deleter&&>(other.deleter)) {}
  weir_unique(const weir_unique&) = delete;
  ~weir_unique() {
    known();
    if (held != nullptr) deleter(held);
    held = pointer();
  }
  weir_unique& operator=(weir_unique&& other) noexcept {
    reset(other.release());
    deleter = static_cast<Deleter&&>(other.deleter);
    return *this;
  }
  weir_unique& operator=(decltype(nullptr)) noexcept {
    reset();
    return *this;
  }
  weir_unique& operator=(const weir_unique&) = delete;
  element_type& operator*() const {
    known();
    return *held;
  }
  element_type& operator[](decltype(sizeof(0)) i) const {
    known();
    return held[i];
  }
  pointer operator->() const noexcept {
    known();
    return held;
  }
  pointer get() const noexcept {
    known();
    return held;
  }
  Deleter& get_deleter() noexcept {
    known();
    return deleter;
  }
  const Deleter& get_deleter() const noexcept {
    known();
    return deleter;
  }
  explicit operator bool() const noexcept {
    known();
    return held != nullptr;
  }
  pointer release() noexcept {
    known();
    const pointer released = held;
    held = pointer();
    return released;
  }
  void reset(pointer p = pointer()) noexcept {
    known();
    const pointer before = held;
    held = p;
    if (before != nullptr) deleter(before);
  }
  void swap(weir_unique& other) noexcept {
    known();
    other.known();
    const pointer kept = held;
    held = other.held;
    other.held = kept;
    Deleter kept_deleter(static_cast<Deleter&&>(deleter));
    deleter = static_cast<Deleter&&>(other.deleter);
    other.deleter = static_cast<Deleter&&>(kept_deleter);
  }

 private:
  void known() const {
    if (!made) weir_given_owner();
  }
};

template <typename T, typename Deleter = default_delete<T>>
class WEIR_MODEL unique_ptr : public weir_unique<T, Deleter> {
 public:
  using weir_unique<T, Deleter>::weir_unique;
  unique_ptr() noexcept {}
  unique_ptr(unique_ptr&&) = default;
  template <typename U, typename E>
  unique_ptr(unique_ptr<U, E>&& other) noexcept
      : weir_unique<T, Deleter>(other.release(), static_cast<E&&>(other.get_deleter())) {}
  unique_ptr& operator=(unique_ptr&&) = default;
  unique_ptr& operator=(decltype(nullptr)) noexcept {
    this->reset();
    return *this;
  }
  template <typename U, typename E>
  unique_ptr& operator=(unique_ptr<U, E>&& other) noexcept {
    this->reset(other.release());
    this->get_deleter() = static_cast<E&&>(other.get_deleter());
    return *this;
  }
};
template <typename T>
class WEIR_MODEL unique_ptr<T[], default_delete<T[]>> : public weir_unique<T[], default_delete<T[]>> {
 public:
  using weir_unique<T[], default_delete<T[]>>::weir_unique;
  unique_ptr() noexcept {}
  unique_ptr(unique_ptr&&) = default;
  template <typename U, typename E>
  unique_ptr(unique_ptr<U, E>&& other) noexcept
      : weir_unique<T[], default_delete<T[]>>(other.release(), static_cast<E&&>(other.get_deleter())) {}
  unique_ptr& operator=(unique_ptr&&) = default;
  unique_ptr& operator=(decltype(nullptr)) noexcept {
    this->reset();
    return *this;
  }
  template <typename U, typename E>
  unique_ptr& operator=(unique_ptr<U, E>&& other) noexcept {
    this->reset(other.release());
    this->get_deleter() = static_cast<E&&>(other.get_deleter());
    return *this;
  }
};

template <typename T>
class WEIR_MODEL unique_ptr<T, default_delete<T>> {
 public:
  typedef T element_type;
  typedef T* pointer;
  typedef default_delete<T> deleter_type;
  T* target WEIR_STATES(target);

  unique_ptr() noexcept : target(nullptr) {}
  unique_ptr(decltype(nullptr)) noexcept : target(nullptr) {}
  explicit unique_ptr(T* p) noexcept : target(p) {}
  unique_ptr(unique_ptr&& other) noexcept : target(other.release()) {}
  template <typename U>
  unique_ptr(unique_ptr<U, default_delete<U>>&& other) noexcept : target(other.release()) {}
  unique_ptr(const unique_ptr&) = delete;
  ~unique_ptr() {
    if (target != nullptr) delete target;
    target = nullptr;
  }
  unique_ptr& operator=(unique_ptr&& other) noexcept {
    reset(other.release());
    return *this;
  }
  template <typename U>
  unique_ptr& operator=(unique_ptr<U, default_delete<U>>&& other) noexcept {
    reset(other.release());
    return *this;
  }
  unique_ptr& operator=(decltype(nullptr)) noexcept {
    reset();
    return *this;
  }
  unique_ptr& operator=(const unique_ptr&) = delete;

  T& operator*() const { return *target; }
  T* operator->() const noexcept { return target; }
  T* get() const noexcept { return target; }
  explicit operator bool() const noexcept { return target != nullptr; }
  T* release() noexcept {
    T* const released = target;
    target = nullptr;
    return released;
  }
  void reset(T* p = nullptr) noexcept {
    T* const before = target;
    target = p;
    if (before != nullptr) delete before;
  }
  void swap(unique_ptr& other) noexcept {
    T* const kept = target;
    target = other.target;
    other.target = kept;
  }
};

template <typename T, typename... Arguments>
inline typename weir_element_of<T>::one make_unique(Arguments&&... arguments) {
  return unique_ptr<T>(new T(static_cast<Arguments&&>(arguments)...));
}
template <typename T>
inline typename weir_element_of<T>::several make_unique(decltype(sizeof(0)) count) {
  return unique_ptr<T>(new typename weir_element_of<T>::type[count]());
}
template <typename T, typename D>
inline void swap(unique_ptr<T, D>& a, unique_ptr<T, D>& b) noexcept {
  a.swap(b);
}

// ---- several owners

// What the owners of an object have in common. Those who watch keep it after the object is gone; the owners together
// count as one of them.
class WEIR_MODEL WEIR_STATES(internal) weir_owners {
 public:
  int owners WEIR_STATES(owners);
  int watchers WEIR_STATES(watchers);
  weir_owners() : owners(1), watchers(1) {}
};

inline void weir_stop_watching(weir_owners* block) {
  block->watchers = block->watchers - 1;
  if (block->watchers == 0) delete block;
}

// One of its owners would not delete it as what it is.
WEIR_UNSUPPORTED(weir_unknown_deletion,
                 "a std::shared_ptr to a class without a virtual destructor that is made from one to another class");
WEIR_UNSUPPORTED(weir_unknown_class, "the end of a shared object of a class that is not defined here");
WEIR_UNSUPPORTED(weir_owned_already, "a std::shared_ptr that is reset to what it owns already");

template <typename T, typename = void>
struct weir_is_complete {
  static constexpr bool value = false;
};
template <typename T>
struct weir_is_complete<T, decltype(void(sizeof(T)))> {
  static constexpr bool value = true;
};

template <typename T>
class weak_ptr;

class bad_weak_ptr : public exception {
 public:
  bad_weak_ptr() {}
};

// Owners of all kinds delete the object as their own pointer has it.
template <typename T>
class WEIR_MODEL shared_ptr {
  template <typename U>
  using From = typename weir_only_if<is_convertible<U*, T*>::value>::type;

 public:
  typedef T element_type;
  typedef weak_ptr<T> weak_type;
  T* target WEIR_STATES(target);
  weir_owners* block WEIR_STATES(block);

  constexpr shared_ptr() noexcept : target(nullptr), block(nullptr) {}
  constexpr shared_ptr(decltype(nullptr)) noexcept : target(nullptr), block(nullptr) {}
  template <typename U, From<U> = 0>
  explicit shared_ptr(U* p) : target(p), block(new weir_owners()) {
    requireKnownDeletion<U>();
  }
  shared_ptr(const shared_ptr& other) noexcept : target(other.target), block(other.block) { join(); }
  shared_ptr(shared_ptr&& other) noexcept : target(other.target), block(other.block) { other.forget(); }
  template <typename U, From<U> = 0>
  shared_ptr(const shared_ptr<U>& other) noexcept : target(other.target), block(other.block) {
    requireKnownDeletion<U>();
    join();
  }
  template <typename U, From<U> = 0>
  shared_ptr(shared_ptr<U>&& other) noexcept : target(other.target), block(other.block) {
    requireKnownDeletion<U>();
    other.forget();
  }
  template <typename U, From<U> = 0>
  explicit shared_ptr(const weak_ptr<U>& other) : target(nullptr), block(nullptr) {
    requireKnownDeletion<U>();
    if (other.expired()) WEIR_THROW(bad_weak_ptr());
    target = other.target;
    block = other.block;
    join();
  }
  template <typename U, From<U> = 0>
  shared_ptr(unique_ptr<U, default_delete<U>>&& other) : target(nullptr), block(nullptr) {
    requireKnownDeletion<U>();
    if (other.target == nullptr) return;
    block = new weir_owners();
    target = other.release();
  }
  ~shared_ptr() { leave(target, block); }

  shared_ptr& operator=(const shared_ptr& other) noexcept { return copy(other); }
  shared_ptr& operator=(shared_ptr&& other) noexcept { return take(other); }
  template <typename U, From<U> = 0>
  shared_ptr& operator=(const shared_ptr<U>& other) noexcept {
    return copy(other);
  }
  template <typename U, From<U> = 0>
  shared_ptr& operator=(shared_ptr<U>&& other) noexcept {
    return take(other);
  }
  template <typename U, From<U> = 0>
  shared_ptr& operator=(unique_ptr<U, default_delete<U>>&& other) {
    shared_ptr(static_cast<unique_ptr<U, default_delete<U>>&&>(other)).swap(*this);
    return *this;
  }

  T& operator*() const noexcept { return *target; }
  T* operator->() const noexcept { return target; }
  T* get() const noexcept { return target; }
  explicit operator bool() const noexcept { return target != nullptr; }
  long use_count() const noexcept { return block == nullptr ? 0 : block->owners; }
  bool unique() const noexcept { return use_count() == 1; }
  void reset() noexcept { become(nullptr, nullptr); }
  template <typename U, From<U> = 0>
  void reset(U* p) {
    requireKnownDeletion<U>();
    if (p != nullptr && p == target) weir_owned_already();
    become(p, new weir_owners());
  }
  void swap(shared_ptr& other) noexcept {
    T* const kept_target = target;
    weir_owners* const kept_block = block;
    target = other.target;
    block = other.block;
    other.target = kept_target;
    other.block = kept_block;
  }

  // Without a model.
  template <typename U, typename Deleter>
  shared_ptr(U* p, Deleter deleter);
  template <typename U, typename Deleter, typename Allocator>
  shared_ptr(U* p, Deleter deleter, Allocator allocator);
  template <typename Deleter>
  shared_ptr(decltype(nullptr), Deleter deleter);
  template <typename U>
  shared_ptr(const shared_ptr<U>& owner, T* p) noexcept;
  template <typename U, typename Deleter>
  shared_ptr(unique_ptr<U, Deleter>&& other);
  template <typename U, typename Deleter>
  shared_ptr& operator=(unique_ptr<U, Deleter>&& other);
  template <typename U, typename Deleter>
  void reset(U* p, Deleter deleter);
  template <typename U>
  bool owner_before(const shared_ptr<U>& other) const noexcept;
  template <typename U>
  bool owner_before(const weak_ptr<U>& other) const noexcept;

  // Shares the object of the other, which it sees as `p`.
  template <typename U>
  static shared_ptr weir_seen_as(const shared_ptr<U>& owner, T* p) noexcept {
    requireKnownDeletion<U>();
    shared_ptr seen;
    seen.target = p;
    seen.block = owner.block;
    seen.join();
    return seen;
  }
  void forget() noexcept {
    target = nullptr;
    block = nullptr;
  }
  void join() const noexcept {
    if (block != nullptr) block->owners = block->owners + 1;
  }
  // Of an object that already counts this owner. The one before goes last: what is given may lie in it.
  void become(T* next, weir_owners* next_block) {
    T* const before = target;
    weir_owners* const before_block = block;
    target = next;
    block = next_block;
    leave(before, before_block);
  }

 private:
  template <typename U>
  shared_ptr& copy(const shared_ptr<U>& other) {
    requireKnownDeletion<U>();
    other.join();
    become(other.target, other.block);
    return *this;
  }
  template <typename U>
  shared_ptr& take(shared_ptr<U>& other) {
    requireKnownDeletion<U>();
    U* const taken = other.target;
    weir_owners* const taken_block = other.block;
    other.forget();
    become(taken, taken_block);
    return *this;
  }
  template <typename U>
  static void requireKnownDeletion() {
    if constexpr (!is_same<const volatile T, const volatile U>::value && !has_virtual_destructor<T>::value)
      weir_unknown_deletion();
  }
  static void leave(T* target, weir_owners* block) {
    if (block == nullptr) return;
    block->owners = block->owners - 1;
    if (block->owners != 0) return;
    if constexpr (!weir_is_complete<T>::value) weir_unknown_class();
    if (target != nullptr) delete target;
    weir_stop_watching(block);
  }
};

template <typename T>
class WEIR_MODEL WEIR_STATES(watcher) weak_ptr {
  template <typename U>
  using From = typename weir_only_if<is_convertible<U*, T*>::value>::type;

 public:
  typedef T element_type;
  T* target WEIR_STATES(target);
  weir_owners* block WEIR_STATES(block);

  constexpr weak_ptr() noexcept : target(nullptr), block(nullptr) {}
  weak_ptr(const weak_ptr& other) noexcept : target(other.target), block(other.block) { watch(); }
  weak_ptr(weak_ptr&& other) noexcept : target(other.target), block(other.block) { other.forget(); }
  template <typename U, From<U> = 0>
  weak_ptr(const shared_ptr<U>& owner) noexcept : target(owner.target), block(owner.block) {
    watch();
  }
  ~weak_ptr() { leave(block); }
  weak_ptr& operator=(const weak_ptr& other) noexcept {
    other.watch();
    become(other.target, other.block);
    return *this;
  }
  weak_ptr& operator=(weak_ptr&& other) noexcept {
    // The standard has it that nothing changes; the library does otherwise.
    if (this == &other) {
      reset();
      return *this;
    }
    T* const taken = other.target;
    weir_owners* const taken_block = other.block;
    other.forget();
    become(taken, taken_block);
    return *this;
  }
  template <typename U, From<U> = 0>
  weak_ptr& operator=(const shared_ptr<U>& owner) noexcept {
    if (owner.block != nullptr) owner.block->watchers = owner.block->watchers + 1;
    become(owner.target, owner.block);
    return *this;
  }

  long use_count() const noexcept { return block == nullptr ? 0 : block->owners; }
  bool expired() const noexcept { return use_count() == 0; }
  shared_ptr<T> lock() const noexcept {
    shared_ptr<T> owner;
    if (expired()) return owner;
    owner.target = target;
    owner.block = block;
    owner.join();
    return owner;
  }
  void reset() noexcept { become(nullptr, nullptr); }
  void swap(weak_ptr& other) noexcept {
    T* const kept_target = target;
    weir_owners* const kept_block = block;
    target = other.target;
    block = other.block;
    other.target = kept_target;
    other.block = kept_block;
  }

  // Without a model.
  template <typename U>
  weak_ptr(const weak_ptr<U>& other) noexcept;
  template <typename U>
  weak_ptr& operator=(const weak_ptr<U>& other) noexcept;
  template <typename U>
  bool owner_before(const shared_ptr<U>& other) const noexcept;
  template <typename U>
  bool owner_before(const weak_ptr<U>& other) const noexcept;

 private:
  void forget() noexcept {
    target = nullptr;
    block = nullptr;
  }
  void watch() const noexcept {
    if (block != nullptr) block->watchers = block->watchers + 1;
  }
  void become(T* next, weir_owners* next_block) {
    weir_owners* const before = block;
    target = next;
    block = next_block;
    leave(before);
  }
  static void leave(weir_owners* block) {
    if (block != nullptr) weir_stop_watching(block);
  }
};

// Owners of arrays and of what has no type have no model.
template <typename T>
class weir_other_shared {
 public:
  typedef typename weir_element_of<T>::type element_type;
  element_type* get() const noexcept;
  explicit operator bool() const noexcept;
  long use_count() const noexcept;
  void reset() noexcept;
};
#define WEIR_WITHOUT_MODEL(owned)                               \
  class shared_ptr<owned> : public weir_other_shared<owned> {   \
   public:                                                      \
    shared_ptr() noexcept;                                      \
    shared_ptr(decltype(nullptr)) noexcept;                     \
    template <typename... Arguments>                            \
    explicit shared_ptr(Arguments&&... arguments);              \
    shared_ptr(const shared_ptr& other) noexcept;               \
    template <typename U>                                       \
    shared_ptr(const shared_ptr<U>& other) noexcept;            \
    ~shared_ptr();                                              \
    shared_ptr& operator=(const shared_ptr& other) noexcept;    \
    template <typename U>                                       \
    shared_ptr& operator=(const shared_ptr<U>& other) noexcept; \
    void swap(shared_ptr& other) noexcept;                      \
  };
template <>
WEIR_WITHOUT_MODEL(void)
template <>
WEIR_WITHOUT_MODEL(const void)
#undef WEIR_WITHOUT_MODEL
template <typename T>
class shared_ptr<T[]> : public weir_other_shared<T[]> {
 public:
  shared_ptr() noexcept;
  shared_ptr(decltype(nullptr)) noexcept;
  template <typename... Arguments>
  explicit shared_ptr(Arguments&&... arguments);
  shared_ptr(const shared_ptr& other) noexcept;
  ~shared_ptr();
  shared_ptr& operator=(const shared_ptr& other) noexcept;
  void swap(shared_ptr& other) noexcept;
  T& operator[](decltype((char*)0 - (char*)0) i) const;
};

// Who asks it for an owner gets what has no model; that an owner was made from its address changes nothing else.
template <typename T>
class enable_shared_from_this {
 public:
  shared_ptr<T> shared_from_this();
  shared_ptr<const T> shared_from_this() const;
  weak_ptr<T> weak_from_this() noexcept;
  weak_ptr<const T> weak_from_this() const noexcept;

 protected:
  constexpr enable_shared_from_this() noexcept {}
  enable_shared_from_this(const enable_shared_from_this&) noexcept {}
  enable_shared_from_this& operator=(const enable_shared_from_this&) noexcept { return *this; }
  ~enable_shared_from_this() {}
};

// What the library makes of owners.
template <typename T, int = 0>
class __shared_ptr {
 public:
  __shared_ptr() noexcept;
  __shared_ptr(const __shared_ptr& other) noexcept;
  ~__shared_ptr();
  __shared_ptr& operator=(const __shared_ptr& other) noexcept;
  T& operator*() const noexcept;
  T* operator->() const noexcept;
  T* get() const noexcept;
  explicit operator bool() const noexcept;
  void reset() noexcept;
  template <typename U>
  bool owner_before(const __shared_ptr<U>& other) const noexcept;
};
template <typename T>
struct owner_less;

template <typename T, typename... Arguments>
inline shared_ptr<T> make_shared(Arguments&&... arguments) {
  return shared_ptr<T>(new T(static_cast<Arguments&&>(arguments)...));
}
template <typename T, typename Allocator, typename... Arguments>
shared_ptr<T> allocate_shared(const Allocator& allocator, Arguments&&... arguments);
template <typename Deleter, typename T>
Deleter* get_deleter(const shared_ptr<T>& owner) noexcept;
template <typename T>
inline void swap(shared_ptr<T>& a, shared_ptr<T>& b) noexcept {
  a.swap(b);
}
template <typename T>
inline void swap(weak_ptr<T>& a, weak_ptr<T>& b) noexcept {
  a.swap(b);
}
template <typename T, typename U>
inline shared_ptr<T> static_pointer_cast(const shared_ptr<U>& owner) noexcept {
  return shared_ptr<T>::weir_seen_as(owner, static_cast<T*>(owner.get()));
}
template <typename T, typename U>
inline shared_ptr<T> const_pointer_cast(const shared_ptr<U>& owner) noexcept {
  return shared_ptr<T>::weir_seen_as(owner, const_cast<T*>(owner.get()));
}
template <typename T, typename U>
inline shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U>& owner) noexcept {
  T* const target = dynamic_cast<T*>(owner.get());
  if (target == nullptr) return shared_ptr<T>();
  return shared_ptr<T>::weir_seen_as(owner, target);
}
#if __cplusplus > 201703L
// One that is cast and given away has nothing any more.
template <typename T, typename U>
inline shared_ptr<T> static_pointer_cast(shared_ptr<U>&& owner) noexcept {
  shared_ptr<U> taken(static_cast<shared_ptr<U>&&>(owner));
  return shared_ptr<T>::weir_seen_as(taken, static_cast<T*>(taken.get()));
}
template <typename T, typename U>
inline shared_ptr<T> const_pointer_cast(shared_ptr<U>&& owner) noexcept {
  shared_ptr<U> taken(static_cast<shared_ptr<U>&&>(owner));
  return shared_ptr<T>::weir_seen_as(taken, const_cast<T*>(taken.get()));
}
template <typename T, typename U>
inline shared_ptr<T> dynamic_pointer_cast(shared_ptr<U>&& owner) noexcept {
  T* const target = dynamic_cast<T*>(owner.get());
  if (target == nullptr) return shared_ptr<T>();
  shared_ptr<U> taken(static_cast<shared_ptr<U>&&>(owner));
  return shared_ptr<T>::weir_seen_as(taken, target);
}
#endif

// ---- owners compared

#define WEIR_OWNER_COMPARISON(Owner, op)                                   \
  template <typename T, typename U>                                        \
  inline bool operator op(const Owner<T>& a, const Owner<U>& b) noexcept { \
    return a.get() op b.get();                                             \
  }
#define WEIR_OWNER_EQUALITY(Owner, op)                                     \
  WEIR_OWNER_COMPARISON(Owner, op)                                         \
  template <typename T>                                                    \
  inline bool operator op(const Owner<T>& a, decltype(nullptr)) noexcept { \
    return a.get() op nullptr;                                             \
  }                                                                        \
  template <typename T>                                                    \
  inline bool operator op(decltype(nullptr), const Owner<T>& a) noexcept { \
    return a.get() op nullptr;                                             \
  }
#define WEIR_OWNER_COMPARISONS(Owner) \
  WEIR_OWNER_EQUALITY(Owner, ==)      \
  WEIR_OWNER_EQUALITY(Owner, !=)      \
  WEIR_OWNER_COMPARISON(Owner, <)     \
  WEIR_OWNER_COMPARISON(Owner, <=)    \
  WEIR_OWNER_COMPARISON(Owner, >)     \
  WEIR_OWNER_COMPARISON(Owner, >=)
WEIR_OWNER_COMPARISONS(unique_ptr)
WEIR_OWNER_COMPARISONS(shared_ptr)
#undef WEIR_OWNER_COMPARISONS
#undef WEIR_OWNER_EQUALITY
#undef WEIR_OWNER_COMPARISON

}  // namespace std

#endif

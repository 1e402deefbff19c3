// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::optional of `use <std>`, a container of at most one element; std_models.h tells how such a header is read.
#ifdef __cplusplus

#define _GLIBCXX_OPTIONAL 1

// Sources of an older language have no such names, and the replay compiles them as they are.
#if __cplusplus >= 201703L
namespace std {

struct nullopt_t {
  explicit constexpr nullopt_t(int) {}
};
inline constexpr nullopt_t nullopt(0);

// What the views of <ranges> that remember something derive from: they have no model.
template <typename T>
class _Optional_base;
template <typename Call>
struct _Optional_func {
  Call& call;
};

class bad_optional_access : public exception {
 public:
  bad_optional_access() {}
};

template <typename T>
class WEIR_MODEL optional {
  template <typename U>
  using FromValue =
      typename weir_only_if<!__is_same(typename weir_plain<U>::type, optional) &&
                            !__is_same(typename weir_plain<U>::type, nullopt_t) && __is_constructible(T, U&&)>::type;

 public:
  typedef T value_type;
  bool present WEIR_STATES(length);
  union {
    T held[1] WEIR_STATES(single);
  };

  optional() : present(false) {}
  optional(nullopt_t) : present(false) {}
  optional(const optional& other) : present(false) {
    if (other.present) put(other.held[0]);
  }
  optional(optional&& other) noexcept(__is_nothrow_constructible(T, T&&)) : present(false) {
    if (other.present) put(static_cast<T&&>(other.held[0]));
  }
  template <typename U = T, FromValue<U> = 0>
  optional(U&& value) : present(false) {
    put(static_cast<U&&>(value));
  }
  ~optional() { reset(); }
  optional& operator=(nullopt_t) {
    reset();
    return *this;
  }
  optional& operator=(const optional& other) {
    if (present && other.present)
      held[0] = other.held[0];
    else if (other.present)
      put(other.held[0]);
    else
      reset();
    return *this;
  }
  optional& operator=(optional&& other) {
    if (present && other.present)
      held[0] = static_cast<T&&>(other.held[0]);
    else if (other.present)
      put(static_cast<T&&>(other.held[0]));
    else
      reset();
    return *this;
  }
  template <typename U = T, FromValue<U> = 0>
  optional& operator=(U&& value) {
    if (present)
      held[0] = static_cast<U&&>(value);
    else
      put(static_cast<U&&>(value));
    return *this;
  }

  bool has_value() const { return present; }
  explicit operator bool() const { return present; }
  T& operator*() & { return held[present ? 0 : 2]; }
  const T& operator*() const& { return held[present ? 0 : 2]; }
  T&& operator*() && { return static_cast<T&&>(held[present ? 0 : 2]); }
  T* operator->() { return &held[present ? 0 : 2]; }
  const T* operator->() const { return &held[present ? 0 : 2]; }
  T& value() & {
    if (!present) WEIR_THROW(bad_optional_access());
    return held[0];
  }
  const T& value() const& {
    if (!present) WEIR_THROW(bad_optional_access());
    return held[0];
  }
  T&& value() && {
    if (!present) WEIR_THROW(bad_optional_access());
    return static_cast<T&&>(held[0]);
  }
  template <typename U>
  T value_or(U&& other) const& {
    if (present) return held[0];
    return static_cast<T>(static_cast<U&&>(other));
  }
  template <typename U>
  T value_or(U&& other) && {
    if (present) return static_cast<T&&>(held[0]);
    return static_cast<T>(static_cast<U&&>(other));
  }
  template <typename... Arguments>
  T& emplace(Arguments&&... arguments) {
    reset();
    put(static_cast<Arguments&&>(arguments)...);
    return held[0];
  }
  void reset() {
    if (present) weir_forget(held[0]);
    present = false;
  }
  void swap(optional& other) {
    if (present && other.present) {
      exchangeHeld(held[0], other.held[0]);
    } else if (present) {
      other.put(static_cast<T&&>(held[0]));
      reset();
    } else if (other.present) {
      put(static_cast<T&&>(other.held[0]));
      other.reset();
    }
  }

 private:
  // By the class's own `swap` where it has one.
  static void exchangeHeld(T& a, T& b) {
    using std::swap;
    swap(a, b);
  }
  template <typename... Arguments>
  void put(Arguments&&... arguments) {
    present = true;
    weir_make(present, true, held[0], static_cast<Arguments&&>(arguments)...);
  }
};

template <typename T>
inline optional<typename weir_plain<T>::type> make_optional(T&& value) {
  return optional<typename weir_plain<T>::type>(static_cast<T&&>(value));
}
template <typename T>
inline void swap(optional<T>& a, optional<T>& b) {
  a.swap(b);
}

// Nothing is less than anything that is there.
#define WEIR_OPTIONAL_COMPARISON(op, without_a, without_b, without_both)                              \
  template <typename T, typename U>                                                                   \
  inline bool operator op(const optional<T>& a, const optional<U>& b) {                               \
    if (!a.present) return b.present ? without_a : without_both;                                      \
    return b.present ? a.held[0] op b.held[0] : without_b;                                            \
  }                                                                                                   \
  template <typename T>                                                                               \
  inline bool operator op(const optional<T>& a, nullopt_t) {                                          \
    return a.present ? without_b : without_both;                                                      \
  }                                                                                                   \
  template <typename T>                                                                               \
  inline bool operator op(nullopt_t, const optional<T>& b) {                                          \
    return b.present ? without_a : without_both;                                                      \
  }                                                                                                   \
  template <typename T, typename U, typename weir_only_if<__is_constructible(T, const U&)>::type = 0> \
  inline bool operator op(const optional<T>& a, const U& b) {                                         \
    return a.present ? a.held[0] op b : without_a;                                                    \
  }                                                                                                   \
  template <typename T, typename U, typename weir_only_if<__is_constructible(T, const U&)>::type = 0> \
  inline bool operator op(const U& a, const optional<T>& b) {                                         \
    return b.present ? a op b.held[0] : without_b;                                                    \
  }
WEIR_OPTIONAL_COMPARISON(==, false, false, true)
WEIR_OPTIONAL_COMPARISON(!=, true, true, false)
WEIR_OPTIONAL_COMPARISON(<, true, false, false)
WEIR_OPTIONAL_COMPARISON(>, false, true, false)
WEIR_OPTIONAL_COMPARISON(<=, true, false, true)
WEIR_OPTIONAL_COMPARISON(>=, false, true, true)
#undef WEIR_OPTIONAL_COMPARISON

}  // namespace std
#endif

#endif

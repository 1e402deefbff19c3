// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::function of `use <std>`; std_models.h tells how such a header is read.
//
// What the code itself puts into one is kept as it is. One that the caller made is null or a function that weir knows
// as little of as of a function pointer's: `given`.
#ifdef __cplusplus

#define _GLIBCXX_STD_FUNCTION_H 1

namespace std {

class bad_function_call : public exception {
 public:
  bad_function_call() noexcept {}
};

template <typename Result, typename... Arguments>
class weir_callable {
 public:
  virtual Result weir_call(Arguments... arguments) = 0;
  virtual weir_callable* weir_copy() const = 0;
  virtual ~weir_callable() {}
};
template <typename Called, typename Result, typename... Arguments>
class weir_called final : public weir_callable<Result, Arguments...> {
 public:
  Called called;
  template <typename From>
  weir_called(From&& from, int) : called(static_cast<From&&>(from)) {}
  Result weir_call(Arguments... arguments) override {
    if constexpr (__is_same(Result, void))
      called(static_cast<Arguments&&>(arguments)...);
    else
      return called(static_cast<Arguments&&>(arguments)...);
  }
  weir_callable<Result, Arguments...>* weir_copy() const override { return new weir_called(called, 0); }
};

// For <future>.
template <typename Call>
struct __function_guide_helper;
template <typename T>
struct __is_location_invariant {
  static constexpr bool value = __is_trivially_copyable(T);
};

// What the caller put into one ends with it.
void weir_given_function_ends();

template <typename Signature>
class function;

template <typename Result, typename... Arguments>
class WEIR_MODEL function<Result(Arguments...)> : private weir_made {
  typedef Result Plain(Arguments...);
  template <typename Called>
  using IsOther = typename weir_only_if<!__is_same(typename weir_plain<Called>::type, function) &&
                                        !__is_same(typename weir_plain<Called>::type, decltype(nullptr))>::type;

  Plain* given;
  weir_callable<Result, Arguments...>* callable;

 public:
  typedef Result result_type;
  function() noexcept : given(nullptr), callable(nullptr) {}
  function(decltype(nullptr)) noexcept : given(nullptr), callable(nullptr) {}
  function(const function& other) : given(other.given), callable(nullptr) {
    if (other.mine() != nullptr) callable = other.mine()->weir_copy();
  }
  function(function&& other) noexcept : given(other.given), callable(other.mine()) {
    other.given = nullptr;
    other.callable = nullptr;
    other.made = true;
  }
  template <typename Called, IsOther<Called> = 0,
            typename = decltype(declval<typename weir_plain<Called>::type&>()(declval<Arguments>()...))>
  function(Called&& called) : given(nullptr), callable(nullptr) {
    put(static_cast<Called&&>(called));
  }
  ~function() { drop(); }
  function& operator=(const function& other) {
    function(other).swap(*this);
    return *this;
  }
  function& operator=(function&& other) noexcept {
    function(static_cast<function&&>(other)).swap(*this);
    return *this;
  }
  function& operator=(decltype(nullptr)) noexcept {
    drop();
    given = nullptr;
    callable = nullptr;
    this->made = true;
    return *this;
  }
  template <typename Called, IsOther<Called> = 0>
  function& operator=(Called&& called) {
    function(static_cast<Called&&>(called)).swap(*this);
    return *this;
  }
  void swap(function& other) noexcept {
    Plain* const kept_given = given;
    weir_callable<Result, Arguments...>* const kept_callable = mine();
    given = other.given;
    callable = other.mine();
    this->made = true;
    other.given = kept_given;
    other.callable = kept_callable;
    other.made = true;
  }
  explicit operator bool() const noexcept { return given != nullptr || mine() != nullptr; }
  Result operator()(Arguments... arguments) const {
    if (mine() != nullptr) return mine()->weir_call(static_cast<Arguments&&>(arguments)...);
    if (given == nullptr) WEIR_THROW(bad_function_call());
    return given(static_cast<Arguments&&>(arguments)...);
  }

 private:
  void put(Plain* called) { given = called; }
  template <typename Called>
  void put(Called&& called) {
    typedef typename weir_plain<Called>::type Kept;
    if constexpr (weir_is_pointer<Kept>::value) {
      if (called == nullptr) return;
    }
    callable = new weir_called<Kept, Result, Arguments...>(static_cast<Called&&>(called), 0);
  }
  weir_callable<Result, Arguments...>* mine() const { return this->made ? callable : nullptr; }
  void drop() {
    if (!this->made && given != nullptr) weir_given_function_ends();
    if (mine() != nullptr) delete callable;
  }
};

#if __cplusplus >= 201703L
template <typename Result, typename... Arguments>
function(Result (*)(Arguments...)) -> function<Result(Arguments...)>;
#endif

template <typename Result, typename... Arguments>
inline bool operator==(const function<Result(Arguments...)>& f, decltype(nullptr)) noexcept {
  return !f;
}
template <typename Result, typename... Arguments>
inline bool operator!=(const function<Result(Arguments...)>& f, decltype(nullptr)) noexcept {
  return static_cast<bool>(f);
}
template <typename Result, typename... Arguments>
inline void swap(function<Result(Arguments...)>& a, function<Result(Arguments...)>& b) noexcept {
  a.swap(b);
}

}  // namespace std

#endif

// A callee with an array of its own, which is gone when it returns: where the library finds a type in a pack.
template <typename T, typename U>
struct Same {
  static constexpr bool value = false;
};
template <typename T>
struct Same<T, T> {
  static constexpr bool value = true;
};

template <typename T, typename... Types>
constexpr unsigned long positionOf() {
  constexpr unsigned long size = sizeof...(Types);
  constexpr bool found[size] = {Same<T, Types>::value...};
  unsigned long position = size;
  for (unsigned long i = 0; i < size; ++i)
    if (found[i]) {
      if (position < size) return size;
      position = i;
    }
  return position;
}

struct Push {};
struct Add {};
struct Op {
  unsigned long index;
};
bool isPush(const Op& op) noexcept { return op.index == positionOf<Push, Push, Add>(); }
int kind(const Op& op) { return isPush(op) ? 1 : 2; }
int kindBad(const Op& op) { return isPush(op) ? 1 : 1; }

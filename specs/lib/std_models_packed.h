// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts of at most 8 characters as numbers, for std_models_text.h: the first character is the highest byte.
#ifdef __cplusplus

namespace std {

// Loops over all characters there can be, written out, as in std_models_sequences.h.
class WEIR_STATES(internal) WEIR_MODEL weir_packed {
 public:
  typedef decltype(sizeof(0)) size_type;
  static constexpr size_type npos = static_cast<size_type>(-1);

  static size_type size(unsigned long value) { return sizeFrom<0>(value); }
  static char at(unsigned long value, size_type i) { return static_cast<char>(value >> (56 - 8 * i)); }
  // The first characters, and all behind the first ones.
  static unsigned long first(unsigned long value, size_type count) {
    if (count >= 8) return value;
    return count == 0 ? 0 : value & (~0UL << (64 - 8 * count));
  }
  static unsigned long behind(unsigned long value, size_type count) { return count >= 8 ? 0 : value << (8 * count); }
  // Where the first has so many characters, and both together no more than 8.
  static unsigned long joined(unsigned long value, size_type count, unsigned long added) {
    return count >= 8 ? value : value | (added >> (8 * count));
  }
  static unsigned long of(char c) { return static_cast<unsigned long>(static_cast<unsigned char>(c)) << 56; }
  static unsigned long repeated(size_type count, char c) {
    return first(static_cast<unsigned long>(static_cast<unsigned char>(c)) * 0x0101010101010101UL, count);
  }
  // Of a text that ends with a zero character, and of so many characters: the first eight.
  template <int I>
  static unsigned long ofText(const char* text) {
    if constexpr (I < 8) {
      if (text[I] == 0) return 0;
      return (static_cast<unsigned long>(static_cast<unsigned char>(text[I])) << (56 - 8 * I)) | ofText<I + 1>(text);
    } else {
      return 0;
    }
  }
  template <int I>
  static unsigned long ofSome(const char* text, size_type count) {
    if constexpr (I < 8) {
      if (I >= count) return 0;
      return (static_cast<unsigned long>(static_cast<unsigned char>(text[I])) << (56 - 8 * I)) |
             ofSome<I + 1>(text, count);
    } else {
      return 0;
    }
  }
  // Has it more than eight characters?
  template <int I>
  static bool isLong(const char* text) {
    if (text[I] == 0) return false;
    if constexpr (I < 8)
      return isLong<I + 1>(text);
    else
      return true;
  }

  // As the library compares: only the sign of what differs first is told, the difference of the lengths exactly.
  static int compare(unsigned long a, size_type size_a, unsigned long b, size_type size_b) {
    const size_type both = size_a < size_b ? size_a : size_b;
    const unsigned long first_a = first(a, both);
    const unsigned long first_b = first(b, both);
    if (first_a < first_b) return -1;
    if (first_a > first_b) return 1;
    return static_cast<int>(size_a) - static_cast<int>(size_b);
  }

  template <int I>
  static size_type find(unsigned long value, size_type size, unsigned long sought, size_type count, size_type from) {
    if constexpr (I <= 8) {
      if (I + count > size) return npos;
      if (I >= from && first(behind(value, I), count) == sought) return I;
      return find<I + 1>(value, size, sought, count, from);
    } else {
      return npos;
    }
  }
  template <int I>
  static size_type findLast(unsigned long value, size_type size, unsigned long sought, size_type count,
                            size_type from) {
    if constexpr (I >= 0) {
      if (I + count <= size && I <= from && first(behind(value, I), count) == sought) return I;
      return findLast<I - 1>(value, size, sought, count, from);
    } else {
      return npos;
    }
  }
  template <int I>
  static bool has(unsigned long set, size_type count, char c) {
    if constexpr (I < 8) {
      if (I >= count) return false;
      return at(set, I) == c || has<I + 1>(set, count, c);
    } else {
      return false;
    }
  }
  template <int I>
  static size_type findOf(unsigned long value, size_type size, unsigned long set, size_type count, size_type from,
                          bool is_in) {
    if constexpr (I < 8) {
      if (I >= size) return npos;
      if (I >= from && has<0>(set, count, at(value, I)) == is_in) return I;
      return findOf<I + 1>(value, size, set, count, from, is_in);
    } else {
      return npos;
    }
  }
  template <int I>
  static size_type findLastOf(unsigned long value, size_type size, unsigned long set, size_type count, size_type from,
                              bool is_in) {
    if constexpr (I >= 0) {
      if (I < size && I <= from && has<0>(set, count, at(value, I)) == is_in) return I;
      return findLastOf<I - 1>(value, size, set, count, from, is_in);
    } else {
      return npos;
    }
  }

 private:
  template <int I>
  static size_type sizeFrom(unsigned long value) {
    if constexpr (I < 8) {
      if ((value << (8 * I)) == 0) return I;
      return sizeFrom<I + 1>(value);
    } else {
      return 8;
    }
  }
};

}  // namespace std

#endif

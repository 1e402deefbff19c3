// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers as strings of `use <std>`, and back. The library writes digits through pointers; its functions get other
// names here.
#ifdef __cplusplus

#define to_string weir_library_to_string
#define stoi weir_library_stoi
#define stol weir_library_stol
#define stoll weir_library_stoll
#define stoul weir_library_stoul
#define stoull weir_library_stoull
// With what `at` of a container throws.
#include <stdexcept>
#include <string>
#undef to_string
#undef stoi
#undef stol
#undef stoll
#undef stoul
#undef stoull

namespace std {

template <int I>
inline unsigned long weir_digits(unsigned long number, unsigned long packed) {
  if constexpr (I < 8) {
    if (number == 0 && I > 0) return packed;
    return weir_digits<I + 1>(number / 10, (packed >> 8) | weir_packed::of(static_cast<char>('0' + number % 10)));
  } else {
    return packed;
  }
}
inline string weir_text_of(unsigned long number, bool is_negative) {
  __builtin_assume(number <= (is_negative ? 9999999UL : 99999999UL));
  const unsigned long digits = weir_digits<0>(number, 0);
  string text;
  text.value = is_negative ? (digits >> 8) | weir_packed::of('-') : digits;
  return text;
}
inline string to_string(int number) { return weir_text_of(number < 0 ? 0UL - number : number, number < 0); }
inline string to_string(long number) { return weir_text_of(number < 0 ? 0UL - number : number, number < 0); }
inline string to_string(long long number) { return weir_text_of(number < 0 ? 0UL - number : number, number < 0); }
inline string to_string(unsigned number) { return weir_text_of(number, false); }
inline string to_string(unsigned long number) { return weir_text_of(number, false); }
inline string to_string(unsigned long long number) { return weir_text_of(number, false); }
string to_string(float number);
string to_string(double number);
string to_string(long double number);

// Eight characters are no more than any of the types can hold, in the bases that are read.
struct weir_parsed {
  unsigned long number;
  size_t end;
  bool is_negative;
};
template <int I>
inline void weir_parse_digits(unsigned long value, unsigned long base, weir_parsed& parsed) {
  if constexpr (I < 8) {
    if (parsed.end != I) return weir_parse_digits<I + 1>(value, base, parsed);
    const char c = weir_packed::at(value, I);
    const unsigned long digit = c >= '0' && c <= '9'   ? c - '0'
                                : c >= 'a' && c <= 'z' ? c - 'a' + 10
                                : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                                       : 99;
    if (digit >= base) return;
    parsed.number = parsed.number * base + digit;
    parsed.end = I + 1;
    weir_parse_digits<I + 1>(value, base, parsed);
  }
}
template <int I>
inline size_t weir_spaces(unsigned long value) {
  if constexpr (I < 8) {
    const char c = weir_packed::at(value, I);
    return c == ' ' || (c >= '\t' && c <= '\r') ? weir_spaces<I + 1>(value) : I;
  } else {
    return 8;
  }
}
WEIR_UNSUPPORTED(weir_unknown_base, "a number in another base than 2 to 15");
inline weir_parsed weir_parse(const string& text, int base, const char* name) {
  if (base < 2 || base > 15) weir_unknown_base();
  weir_parsed parsed = {0, weir_spaces<0>(text.value), false};
  if (parsed.end < 8) {
    const char sign = weir_packed::at(text.value, parsed.end);
    parsed.is_negative = sign == '-';
    if (sign == '-' || sign == '+') parsed.end = parsed.end + 1;
  }
  const size_t begin = parsed.end;
  weir_parse_digits<0>(text.value, base, parsed);
  if (parsed.end == begin) __throw_invalid_argument(name);
  return parsed;
}
#define WEIR_PARSE(name, type)                                                 \
  inline type name(const string& text, size_t* end = nullptr, int base = 10) { \
    const weir_parsed parsed = weir_parse(text, base, #name);                  \
    if (end != nullptr) *end = parsed.end;                                     \
    const type number = static_cast<type>(parsed.number);                      \
    return parsed.is_negative ? static_cast<type>(0 - number) : number;        \
  }
WEIR_PARSE(stol, long)
WEIR_PARSE(stoll, long long)
WEIR_PARSE(stoul, unsigned long)
WEIR_PARSE(stoull, unsigned long long)
// 15^8 is more than an int holds.
inline int stoi(const string& text, size_t* end = nullptr, int base = 10) {
  const weir_parsed parsed = weir_parse(text, base, "stoi");
  if (parsed.number > (parsed.is_negative ? 0x80000000UL : 0x7fffffffUL)) __throw_out_of_range("stoi");
  if (end != nullptr) *end = parsed.end;
  return static_cast<int>(parsed.is_negative ? 0UL - parsed.number : parsed.number);
}
#undef WEIR_PARSE

}  // namespace std

#endif

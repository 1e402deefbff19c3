// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::string of `use <std>`; std_models.h tells how such a header is read. Only this instance of basic_string is
// replaced: the library's own header, with all that is made of strings, is read as it stands.
//
// A string is one number: its characters from the highest byte on, zeros behind the last one.
//
//   ""  0        "a"  0x6100000000000000        "ab"  0x6162000000000000
//
// Every number is a string of at most 8 characters that does not end in a zero character, and the order of the numbers
// is that of the strings: code that only copies and compares strings is code that copies and compares numbers.
// Executions in which a string would grow longer are outside the scope; a longer literal is unsupported at its place.
#ifdef __cplusplus

#include <bits/stringfwd.h>
#if __cplusplus >= 201703L
#include <string_view>
#endif

namespace std {

template <typename T>
class initializer_list;

// None of those above.
WEIR_UNSUPPORTED(weir_unknown_text, "a string of more than 8 characters, or one with a zero character at its end");

_GLIBCXX_BEGIN_NAMESPACE_CXX11

template <>
class WEIR_MODEL basic_string<char> {
 public:
  typedef char_traits<char> traits_type;
  typedef char value_type;
  typedef allocator<char> allocator_type;
  typedef decltype(sizeof(0)) size_type;
  typedef decltype((char*)0 - (char*)0) difference_type;
  typedef char& reference;
  typedef const char& const_reference;
  typedef char* pointer;
  typedef const char* const_pointer;
  typedef char* iterator;
  typedef const char* const_iterator;
  static constexpr size_type npos = static_cast<size_type>(-1);

  unsigned long value WEIR_STATES(text);

  constexpr basic_string() noexcept : value(0) {}
  explicit basic_string(const allocator<char>&) noexcept : value(0) {}
  basic_string(const basic_string&) = default;
  basic_string(basic_string&& other) noexcept : value(other.value) { other.value = 0; }
  basic_string(const char* text) : value(packed<0>(text)) {}
  basic_string(const char* text, const allocator<char>&) : value(packed<0>(text)) {}
  basic_string& operator=(const basic_string&) = default;
  basic_string& operator=(basic_string&& other) noexcept {
    const unsigned long taken = other.value;
    other.value = 0;
    value = taken;
    return *this;
  }
  basic_string& operator=(const char* text) {
    value = packed<0>(text);
    return *this;
  }
  basic_string& operator=(char c) {
    value = packed(c);
    return *this;
  }

  bool empty() const noexcept { return value == 0; }
  size_type size() const noexcept { return sizeFrom<0>(); }
  size_type length() const noexcept { return sizeFrom<0>(); }
  void clear() noexcept { value = 0; }
  void swap(basic_string& other) noexcept {
    const unsigned long kept = value;
    value = other.value;
    other.value = kept;
  }
  void reserve(size_type) {}
  void reserve() {}
  void shrink_to_fit() noexcept {}
  basic_string& assign(const basic_string& other) { return *this = other; }
  basic_string& assign(basic_string&& other) noexcept { return *this = static_cast<basic_string&&>(other); }
  basic_string& assign(const char* text) { return *this = text; }

  basic_string& append(const basic_string& other) {
    appendFrom<0>(other.value);
    return *this;
  }
  basic_string& append(const char* text) {
    appendFrom<0>(packed<0>(text));
    return *this;
  }
  void push_back(char c) { appendFrom<0>(packed(c)); }
  basic_string& operator+=(const basic_string& other) { return append(other); }
  basic_string& operator+=(const char* text) { return append(text); }
  basic_string& operator+=(char c) {
    push_back(c);
    return *this;
  }

  // Without a model.
  constexpr basic_string(const char* text, size_type count);
  basic_string(const char* text, size_type count, const allocator<char>&);
  basic_string(size_type count, char c);
  basic_string(size_type count, char c, const allocator<char>&);
  basic_string(const basic_string& other, size_type from, size_type count = npos);
  basic_string(const basic_string& other, const allocator<char>&);
  basic_string(basic_string&& other, const allocator<char>&);
  basic_string(initializer_list<char> characters);
  template <typename Iterator, typename = decltype(*Iterator()), typename = decltype(++*(Iterator*)0)>
  basic_string(Iterator first, Iterator last);
  template <typename Iterator, typename = decltype(*Iterator()), typename = decltype(++*(Iterator*)0)>
  basic_string(Iterator first, Iterator last, const allocator<char>&);
  basic_string& operator=(initializer_list<char> characters);
#if __cplusplus >= 201703L
  explicit basic_string(const basic_string_view<char, char_traits<char>>& view);
  explicit basic_string(const basic_string_view<char, char_traits<char>>& view, const allocator<char>&);
  basic_string& operator=(const basic_string_view<char, char_traits<char>>& view);
  basic_string& assign(const basic_string_view<char, char_traits<char>>& view);
  basic_string& append(const basic_string_view<char, char_traits<char>>& view);
  basic_string& operator+=(const basic_string_view<char, char_traits<char>>& view);
  int compare(const basic_string_view<char, char_traits<char>>& view) const;
  size_type find(const basic_string_view<char, char_traits<char>>& view, size_type from = 0) const;
  bool starts_with(const basic_string_view<char, char_traits<char>>& view) const;
  bool ends_with(const basic_string_view<char, char_traits<char>>& view) const;
  bool contains(const basic_string_view<char, char_traits<char>>& view) const;
  operator basic_string_view<char, char_traits<char>>() const noexcept;
#endif
  iterator begin() noexcept;
  const_iterator begin() const noexcept;
  iterator end() noexcept;
  const_iterator end() const noexcept;
  const_iterator cbegin() const noexcept;
  const_iterator cend() const noexcept;
  size_type capacity() const noexcept;
  size_type max_size() const noexcept;
  void resize(size_type count);
  void resize(size_type count, char c);
  char& operator[](size_type i);
  const char& operator[](size_type i) const;
  char& at(size_type i);
  const char& at(size_type i) const;
  char& front();
  const char& front() const;
  char& back();
  const char& back() const;
  void pop_back();
  basic_string& assign(const basic_string& other, size_type from, size_type count = npos);
  basic_string& assign(const char* text, size_type count);
  basic_string& assign(size_type count, char c);
  basic_string& assign(initializer_list<char> characters);
  template <typename Iterator, typename = decltype(*Iterator()), typename = decltype(++*(Iterator*)0)>
  basic_string& assign(Iterator first, Iterator last);
  basic_string& append(const basic_string& other, size_type from, size_type count = npos);
  basic_string& append(const char* text, size_type count);
  basic_string& append(size_type count, char c);
  basic_string& append(initializer_list<char> characters);
  template <typename Iterator, typename = decltype(*Iterator()), typename = decltype(++*(Iterator*)0)>
  basic_string& append(Iterator first, Iterator last);
  basic_string& operator+=(initializer_list<char> characters);
  basic_string& insert(size_type at, const basic_string& other);
  basic_string& insert(size_type at, const basic_string& other, size_type from, size_type count = npos);
  basic_string& insert(size_type at, const char* text);
  basic_string& insert(size_type at, const char* text, size_type count);
  basic_string& insert(size_type at, size_type count, char c);
  iterator insert(const_iterator at, char c);
  iterator insert(const_iterator at, size_type count, char c);
  template <typename Iterator>
  iterator insert(const_iterator at, Iterator first, Iterator last);
  basic_string& erase(size_type at = 0, size_type count = npos);
  iterator erase(const_iterator at);
  iterator erase(const_iterator first, const_iterator last);
  basic_string& replace(size_type at, size_type count, const basic_string& other);
  basic_string& replace(size_type at, size_type count, const basic_string& other, size_type from,
                        size_type length = npos);
  basic_string& replace(size_type at, size_type count, const char* text);
  basic_string& replace(size_type at, size_type count, const char* text, size_type length);
  basic_string& replace(size_type at, size_type count, size_type length, char c);
  basic_string& replace(const_iterator first, const_iterator last, const basic_string& other);
  basic_string& replace(const_iterator first, const_iterator last, const char* text);
  basic_string& replace(const_iterator first, const_iterator last, const char* text, size_type length);
  basic_string& replace(const_iterator first, const_iterator last, size_type length, char c);
  template <typename Iterator>
  basic_string& replace(const_iterator first, const_iterator last, Iterator from, Iterator to);
  size_type copy(char* to, size_type count, size_type from = 0) const;
  const char* c_str() const noexcept;
  const char* data() const noexcept;
  char* data() noexcept;
  allocator_type get_allocator() const noexcept;
  basic_string substr(size_type from = 0, size_type count = npos) const;
  int compare(const basic_string& other) const;
  int compare(const char* text) const;
  int compare(size_type from, size_type count, const basic_string& other) const;
  int compare(size_type from, size_type count, const basic_string& other, size_type at, size_type length = npos) const;
  int compare(size_type from, size_type count, const char* text) const;
  int compare(size_type from, size_type count, const char* text, size_type length) const;
  bool starts_with(const char* text) const;
  bool starts_with(char c) const;
  bool ends_with(const char* text) const;
  bool ends_with(char c) const;
  bool contains(const char* text) const;
  bool contains(char c) const;
#define WEIR_TEXT_SEARCH(name, from_default)                                     \
  size_type name(const basic_string& text, size_type from = from_default) const; \
  size_type name(const char* text, size_type from = from_default) const;         \
  size_type name(const char* text, size_type from, size_type count) const;       \
  size_type name(char c, size_type from = from_default) const;
  WEIR_TEXT_SEARCH(find, 0)
  WEIR_TEXT_SEARCH(rfind, npos)
  WEIR_TEXT_SEARCH(find_first_of, 0)
  WEIR_TEXT_SEARCH(find_last_of, npos)
  WEIR_TEXT_SEARCH(find_first_not_of, 0)
  WEIR_TEXT_SEARCH(find_last_not_of, npos)
#undef WEIR_TEXT_SEARCH

  // Loops over all characters there can be, written out, as in std_models.h.
  template <int I>
  static unsigned long packed(const char* text) {
    if constexpr (I < 8) {
      if (text[I] == 0) return 0;
      return (static_cast<unsigned long>(static_cast<unsigned char>(text[I])) << (56 - 8 * I)) | packed<I + 1>(text);
    } else {
      if (text[8] != 0) weir_unknown_text();
      return 0;
    }
  }

 private:
  static unsigned long packed(char c) {
    if (c == 0) weir_unknown_text();
    return static_cast<unsigned long>(static_cast<unsigned char>(c)) << 56;
  }
  template <int I>
  size_type sizeFrom() const {
    if constexpr (I < 8) {
      if ((value << (8 * I)) == 0) return I;
      return sizeFrom<I + 1>();
    } else {
      return 8;
    }
  }
  template <int I>
  void appendFrom(unsigned long added) {
    if constexpr (I == 8) {
      __builtin_assume(added == 0);
    } else if ((value << (8 * I)) != 0) {
      appendFrom<I + 1>(added);
    } else if constexpr (I == 0) {
      value = added;
    } else {
      __builtin_assume((added << (64 - 8 * I)) == 0);
      value = value | (added >> (8 * I));
    }
  }
};

#define WEIR_TEXT_COMPARISON(op)                                                               \
  inline bool operator op(const basic_string<char>& a, const basic_string<char>& b) noexcept { \
    return a.value op b.value;                                                                 \
  }                                                                                            \
  inline bool operator op(const basic_string<char>& a, const char* b) {                        \
    return a.value op basic_string<char>::packed<0>(b);                                        \
  }                                                                                            \
  inline bool operator op(const char* a, const basic_string<char>& b) {                        \
    return basic_string<char>::packed<0>(a) op b.value;                                        \
  }
WEIR_TEXT_COMPARISON(==)
WEIR_TEXT_COMPARISON(!=)
WEIR_TEXT_COMPARISON(<)
WEIR_TEXT_COMPARISON(>)
WEIR_TEXT_COMPARISON(<=)
WEIR_TEXT_COMPARISON(>=)
#undef WEIR_TEXT_COMPARISON

// The library has overloads for what is about to die, which would be the better match.
#define WEIR_TEXT_SUM(left, right)                       \
  inline basic_string<char> operator+(left a, right b) { \
    basic_string<char> sum;                              \
    sum += a;                                            \
    sum += b;                                            \
    return sum;                                          \
  }
WEIR_TEXT_SUM(const basic_string<char>&, const basic_string<char>&)
WEIR_TEXT_SUM(const basic_string<char>&, basic_string<char>&&)
WEIR_TEXT_SUM(basic_string<char>&&, const basic_string<char>&)
WEIR_TEXT_SUM(basic_string<char>&&, basic_string<char>&&)
WEIR_TEXT_SUM(const basic_string<char>&, const char*)
WEIR_TEXT_SUM(basic_string<char>&&, const char*)
WEIR_TEXT_SUM(const basic_string<char>&, char)
WEIR_TEXT_SUM(basic_string<char>&&, char)
WEIR_TEXT_SUM(const char*, const basic_string<char>&)
WEIR_TEXT_SUM(const char*, basic_string<char>&&)
WEIR_TEXT_SUM(char, const basic_string<char>&)
WEIR_TEXT_SUM(char, basic_string<char>&&)
#undef WEIR_TEXT_SUM

inline void swap(basic_string<char>& a, basic_string<char>& b) noexcept { a.swap(b); }

_GLIBCXX_END_NAMESPACE_CXX11

}  // namespace std

// What `at` of a container throws.
#include <stdexcept>

#endif

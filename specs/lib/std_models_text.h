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
// Executions in which a string would grow longer, or end in a zero character, are outside the scope; a longer literal
// is unsupported at its place, unless a string is only compared with it.
//
// Pointers and references to characters lead into `characters`, which is filled when one is asked for; what is written
// there goes to the number with the assignment (`weir_keep`, frontend/library/characters.cpp).
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

// Its characters can be written, which a pointer to them would not tell.
class WEIR_MODEL WEIR_STATES(internal) weir_character_iterator;
class WEIR_MODEL WEIR_STATES(internal) weir_character_reverse_iterator;

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
  typedef weir_character_iterator iterator;
  typedef const char* const_iterator;
  typedef weir_character_reverse_iterator reverse_iterator;
  typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
  static constexpr size_type npos = static_cast<size_type>(-1);

  unsigned long value WEIR_STATES(text);
  mutable char characters[9] WEIR_STATES(characters);

  constexpr basic_string() noexcept : value(0) {}
  explicit basic_string(const allocator<char>&) noexcept : value(0) {}
  basic_string(const basic_string& other) : value(other.value) {}
  basic_string(basic_string&& other) noexcept : value(other.value) { other.value = 0; }
  basic_string(const basic_string& other, const allocator<char>&) : value(other.value) {}
  basic_string(basic_string&& other, const allocator<char>&) noexcept : value(other.value) { other.value = 0; }
  basic_string(const char* text) : value(packed(text)) {}
  basic_string(const char* text, const allocator<char>&) : value(packed(text)) {}
  basic_string(const char* text, size_type count) : value(packed(text, count)) {}
  basic_string(const char* text, size_type count, const allocator<char>&) : value(packed(text, count)) {}
  basic_string(size_type count, char c) : value(packed(count, c)) {}
  basic_string(size_type count, char c, const allocator<char>&) : value(packed(count, c)) {}
  basic_string(const basic_string& other, size_type from, size_type count = npos) : value(other.part(from, count)) {}
  basic_string(initializer_list<char> list) : value(0) { append(list.begin(), list.size()); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  basic_string(Iterator first, Iterator last) : value(0) {
    for (; first != last; ++first) push_back(*first);
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  basic_string(Iterator first, Iterator last, const allocator<char>&) : basic_string(first, last) {}
  basic_string& operator=(const basic_string& other) {
    value = other.value;
    return *this;
  }
  basic_string& operator=(basic_string&& other) noexcept {
    const unsigned long taken = other.value;
    other.value = 0;
    value = taken;
    return *this;
  }
  basic_string& operator=(const char* text) {
    value = packed(text);
    return *this;
  }
  basic_string& operator=(char c) {
    value = packed(1, c);
    return *this;
  }
  basic_string& operator=(initializer_list<char> list) { return assign(list.begin(), list.size()); }

  bool empty() const noexcept { return value == 0; }
  size_type size() const noexcept { return weir_packed::size(value); }
  size_type length() const noexcept { return weir_packed::size(value); }
  void clear() noexcept { value = 0; }
  void swap(basic_string& other) noexcept {
    const unsigned long kept = value;
    value = other.value;
    other.value = kept;
  }
  void reserve(size_type) { value = value; }
  void reserve() { value = value; }
  void shrink_to_fit() noexcept { value = value; }
  size_type capacity() const noexcept { return weir_room_for(size()); }
  size_type max_size() const noexcept { return weir_most_elements(); }
  allocator_type get_allocator() const noexcept;

  // One character.
  char& operator[](size_type i) WEIR_STATES(character) { return opened()[i <= size() ? i : 10]; }
  const char& operator[](size_type i) const { return opened()[i <= size() ? i : 10]; }
  char& at(size_type i) WEIR_STATES(character) {
    if (i >= size()) __throw_out_of_range("basic_string::at");
    return opened()[i];
  }
  const char& at(size_type i) const {
    if (i >= size()) __throw_out_of_range("basic_string::at");
    return opened()[i];
  }
  char& front() WEIR_STATES(character) { return opened()[empty() ? 10 : 0]; }
  const char& front() const { return opened()[empty() ? 10 : 0]; }
  char& back() WEIR_STATES(character) { return opened()[empty() ? 10 : size() - 1]; }
  const char& back() const { return opened()[empty() ? 10 : size() - 1]; }
  const char* c_str() const noexcept { return opened(); }
  const char* data() const noexcept { return opened(); }
#if __cplusplus >= 201703L
  char* data() noexcept WEIR_STATES(character) { return opened(); }
#endif
  inline iterator begin() noexcept;
  inline iterator end() noexcept;
  const_iterator begin() const noexcept { return opened(); }
  const_iterator end() const noexcept { return opened() + size(); }
  const_iterator cbegin() const noexcept { return opened(); }
  const_iterator cend() const noexcept { return opened() + size(); }
  inline reverse_iterator rbegin() noexcept;
  inline reverse_iterator rend() noexcept;
  const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return rbegin(); }
  const_reverse_iterator crend() const noexcept { return rend(); }

  // Changes at the end.
  basic_string& append(const basic_string& other) {
    appendFrom<0>(other.value);
    return *this;
  }
  basic_string& append(const char* text) {
    appendFrom<0>(packed(text));
    return *this;
  }
  basic_string& append(const basic_string& other, size_type from, size_type count = npos) {
    appendFrom<0>(other.part(from, count));
    return *this;
  }
  basic_string& append(const char* text, size_type count) {
    appendFrom<0>(packed(text, count));
    return *this;
  }
  basic_string& append(size_type count, char c) {
    appendFrom<0>(packed(count, c));
    return *this;
  }
  basic_string& append(initializer_list<char> list) { return append(list.begin(), list.size()); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  basic_string& append(Iterator first, Iterator last) {
    return append(basic_string(first, last));
  }
  void push_back(char c) { appendFrom<0>(packed(1, c)); }
  void pop_back() {
    const char& last = opened()[empty() ? 10 : size() - 1];
    replaceAt(size() - 1, 1, 0, 0);
  }
  basic_string& operator+=(const basic_string& other) { return append(other); }
  basic_string& operator+=(const char* text) { return append(text); }
  basic_string& operator+=(char c) {
    push_back(c);
    return *this;
  }
  basic_string& operator+=(initializer_list<char> list) { return append(list); }
  void resize(size_type count) { resize(count, char()); }
  void resize(size_type count, char c) {
    const size_type before = size();
    if (count < before)
      replaceAt(count, before - count, 0, 0);
    else
      appendFrom<0>(packed(count - before, c));
  }
  basic_string& assign(const basic_string& other) { return *this = other; }
  basic_string& assign(basic_string&& other) noexcept { return *this = static_cast<basic_string&&>(other); }
  basic_string& assign(const char* text) { return *this = text; }
  basic_string& assign(const basic_string& other, size_type from, size_type count = npos) {
    value = other.part(from, count);
    return *this;
  }
  basic_string& assign(const char* text, size_type count) {
    value = packed(text, count);
    return *this;
  }
  basic_string& assign(size_type count, char c) {
    value = packed(count, c);
    return *this;
  }
  basic_string& assign(initializer_list<char> list) { return assign(list.begin(), list.size()); }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  basic_string& assign(Iterator first, Iterator last) {
    return *this = basic_string(first, last);
  }

  // Changes anywhere.
  basic_string& replace(size_type at, size_type count, const basic_string& other) {
    return replaceSome(at, count, other.value, other.size());
  }
  basic_string& replace(size_type at, size_type count, const basic_string& other, size_type from,
                        size_type length = npos) {
    return replaceValue(at, count, other.part(from, length));
  }
  basic_string& replace(size_type at, size_type count, const char* text) {
    return replaceValue(at, count, packed(text));
  }
  basic_string& replace(size_type at, size_type count, const char* text, size_type length) {
    return replaceSome(at, count, packed(text, length), length);
  }
  basic_string& replace(size_type at, size_type count, size_type length, char c) {
    return replaceSome(at, count, packed(length, c), length);
  }
  basic_string& replace(const_iterator first, const_iterator last, const basic_string& other) {
    return replaceSome(first - characters, last - first, other.value, other.size());
  }
  basic_string& replace(const_iterator first, const_iterator last, const char* text) {
    return replaceValue(first - characters, last - first, packed(text));
  }
  basic_string& replace(const_iterator first, const_iterator last, const char* text, size_type length) {
    return replaceSome(first - characters, last - first, packed(text, length), length);
  }
  basic_string& replace(const_iterator first, const_iterator last, size_type length, char c) {
    return replaceSome(first - characters, last - first, packed(length, c), length);
  }
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  basic_string& replace(const_iterator first, const_iterator last, Iterator from, Iterator to) {
    return replace(first, last, basic_string(from, to));
  }
  basic_string& insert(size_type at, const basic_string& other) { return replace(at, 0, other); }
  basic_string& insert(size_type at, const basic_string& other, size_type from, size_type count = npos) {
    return replace(at, 0, other, from, count);
  }
  basic_string& insert(size_type at, const char* text) { return replace(at, 0, text); }
  basic_string& insert(size_type at, const char* text, size_type count) { return replace(at, 0, text, count); }
  basic_string& insert(size_type at, size_type count, char c) { return replace(at, 0, count, c); }
  inline iterator insert(const_iterator at, char c);
  inline iterator insert(const_iterator at, size_type count, char c);
  template <typename Iterator, typename = typename iterator_traits<Iterator>::iterator_category>
  inline iterator insert(const_iterator at, Iterator first, Iterator last);
  basic_string& erase(size_type at = 0, size_type count = npos) { return replaceSome(at, count, 0, 0); }
  inline iterator erase(const_iterator at);
  inline iterator erase(const_iterator first, const_iterator last);

  // Questions.
  size_type copy(char* to, size_type count, size_type from = 0) const {
    const unsigned long copied = part(from, count);
    copyFrom<0>(to, copied, weir_packed::size(copied));
    return weir_packed::size(copied);
  }
  basic_string substr(size_type from = 0, size_type count = npos) const { return basic_string(*this, from, count); }
  int compare(const basic_string& other) const { return compareWith(value, size(), other.value); }
  int compare(const char* text) const { return compareWith(value, size(), packed(text)); }
  int compare(size_type from, size_type count, const basic_string& other) const {
    return comparePart(from, count, other.value);
  }
  int compare(size_type from, size_type count, const basic_string& other, size_type at, size_type length = npos) const {
    return comparePart(from, count, other.part(at, length));
  }
  int compare(size_type from, size_type count, const char* text) const {
    return comparePart(from, count, packed(text));
  }
  int compare(size_type from, size_type count, const char* text, size_type length) const {
    return comparePart(from, count, packed(text, length));
  }
  bool starts_with(const char* text) const {
    return !weir_packed::isLong<0>(text) && startsWith(weir_packed::ofText<0>(text));
  }
  bool starts_with(char c) const { return !empty() && weir_packed::at(value, 0) == c; }
  bool ends_with(const char* text) const {
    return !weir_packed::isLong<0>(text) && endsWith(weir_packed::ofText<0>(text));
  }
  bool ends_with(char c) const { return !empty() && weir_packed::at(value, size() - 1) == c; }
  bool contains(const char* text) const { return find(text) != npos; }
  bool contains(char c) const { return find(c) != npos; }

  // What is sought may be longer than any string here.
#define WEIR_TEXT_SEARCH(name, call, from_default)                                  \
  size_type name(const basic_string& sought, size_type from = from_default) const { \
    return call(sought.value, sought.size(), from);                                 \
  }                                                                                 \
  size_type name(const char* text, size_type from = from_default) const {           \
    if (weir_packed::isLong<0>(text)) return npos;                                  \
    const unsigned long sought = weir_packed::ofText<0>(text);                      \
    return call(sought, weir_packed::size(sought), from);                           \
  }                                                                                 \
  size_type name(const char* text, size_type from, size_type count) const {         \
    if (count > 8) return npos;                                                     \
    return call(weir_packed::ofSome<0>(text, count), count, from);                  \
  }                                                                                 \
  size_type name(char c, size_type from = from_default) const { return call(weir_packed::of(c), 1, from); }
  WEIR_TEXT_SEARCH(find, findFirst, 0)
  WEIR_TEXT_SEARCH(rfind, findLast, npos)
#undef WEIR_TEXT_SEARCH
#define WEIR_TEXT_SEARCH(name, call, from_default, is_in)                        \
  size_type name(const basic_string& set, size_type from = from_default) const { \
    return call(set.value, set.size(), from, is_in);                             \
  }                                                                              \
  size_type name(const char* text, size_type from = from_default) const {        \
    const unsigned long set = packed(text);                                      \
    return call(set, weir_packed::size(set), from, is_in);                       \
  }                                                                              \
  size_type name(const char* text, size_type from, size_type count) const {      \
    if (count > 8) weir_unknown_text();                                          \
    return call(weir_packed::ofSome<0>(text, count), count, from, is_in);        \
  }                                                                              \
  size_type name(char c, size_type from = from_default) const { return call(weir_packed::of(c), 1, from, is_in); }
  WEIR_TEXT_SEARCH(find_first_of, findOf, 0, true)
  WEIR_TEXT_SEARCH(find_first_not_of, findOf, 0, false)
  WEIR_TEXT_SEARCH(find_last_of, findLastOf, npos, true)
  WEIR_TEXT_SEARCH(find_last_not_of, findLastOf, npos, false)
#undef WEIR_TEXT_SEARCH

#if __cplusplus >= 201703L
  typedef basic_string_view<char, char_traits<char>> weir_view;
  template <typename View, typename = typename weir_only_if<is_convertible<const View&, weir_view>::value &&
                                                            !is_convertible<const View&, const char*>::value>::type>
  explicit basic_string(const View& view) : value(packed(weir_view(view))) {}
  template <typename View, typename = typename weir_only_if<is_convertible<const View&, weir_view>::value &&
                                                            !is_convertible<const View&, const char*>::value>::type>
  explicit basic_string(const View& view, const allocator<char>&) : value(packed(weir_view(view))) {}
  basic_string& operator=(const weir_view& view) {
    value = packed(view);
    return *this;
  }
  basic_string& assign(const weir_view& view) { return *this = view; }
  basic_string& append(const weir_view& view) { return append(view.data(), view.size()); }
  basic_string& operator+=(const weir_view& view) { return append(view.data(), view.size()); }
  basic_string& insert(size_type at, const weir_view& view) { return replace(at, 0, view.data(), view.size()); }
  basic_string& replace(size_type at, size_type count, const weir_view& view) {
    return replace(at, count, view.data(), view.size());
  }
  int compare(const weir_view& view) const { return compareWith(value, size(), packed(view)); }
  size_type find(const weir_view& view, size_type from = 0) const { return find(view.data(), from, view.size()); }
  size_type rfind(const weir_view& view, size_type from = npos) const { return rfind(view.data(), from, view.size()); }
  bool starts_with(const weir_view& view) const { return view.size() <= 8 && startsWith(packed(view)); }
  bool ends_with(const weir_view& view) const { return view.size() <= 8 && endsWith(packed(view)); }
  bool contains(const weir_view& view) const { return find(view) != npos; }
  operator weir_view() const noexcept { return weir_view(opened(), size()); }
#endif

  // A character was written: it is in the number, too.
  void weir_keep(const char* written) WEIR_STATES(keeps character) {
    const size_type i = written - characters;
    if (i >= size()) return;
    const unsigned long changed = (value & ~(0xffUL << (56 - 8 * i))) |
                                  (static_cast<unsigned long>(static_cast<unsigned char>(*written)) << (56 - 8 * i));
    if (weir_packed::size(changed) != size()) weir_unknown_text();
    unsigned long& kept = value;
    kept = changed;
  }
  basic_string& weir_text() WEIR_STATES(text of character) { return *this; }
  char* weir_open() { return opened(); }
  void weir_keep_all() { keepFrom<0>(); }

  static unsigned long packed(const char* text) {
    if (weir_packed::isLong<0>(text)) weir_unknown_text();
    return weir_packed::ofText<0>(text);
  }

 private:
  friend weir_character_iterator;
  static unsigned long packed(const char* text, size_type count) {
    __builtin_assume(count <= 8);
    const unsigned long result = weir_packed::ofSome<0>(text, count);
    __builtin_assume(weir_packed::size(result) == count);
    return result;
  }
  static unsigned long packed(size_type count, char c) {
    __builtin_assume(count <= 8);
    if (c == 0 && count > 0) weir_unknown_text();
    return weir_packed::repeated(count, c);
  }
#if __cplusplus >= 201703L
  static unsigned long packed(const weir_view& view) { return packed(view.data(), view.size()); }
#endif
  // Its characters, and the zero behind them.
  char* opened() const {
    openFrom<0>();
    return characters;
  }
  template <int I>
  void openFrom() const {
    if constexpr (I < 8) {
      characters[I] = weir_packed::at(value, I);
      openFrom<I + 1>();
    } else {
      characters[8] = 0;
    }
  }
  template <int I>
  void keepFrom() {
    if constexpr (I < 8) {
      weir_keep(characters + I);
      keepFrom<I + 1>();
    }
  }
  unsigned long part(size_type from, size_type count) const {
    const size_type all = size();
    if (from > all) __throw_out_of_range("basic_string::substr");
    const unsigned long rest = weir_packed::behind(value, from);
    if (count >= all - from) return rest;
    const unsigned long result = weir_packed::first(rest, count);
    __builtin_assume(weir_packed::size(result) == count);
    return result;
  }
  int comparePart(size_type from, size_type count, unsigned long with) const {
    const unsigned long mine = part(from, count);
    return compareWith(mine, weir_packed::size(mine), with);
  }
  static int compareWith(unsigned long mine, size_type size, unsigned long with) {
    return weir_packed::compare(mine, size, with, weir_packed::size(with));
  }
  bool startsWith(unsigned long sought) const { return weir_packed::first(value, weir_packed::size(sought)) == sought; }
  bool endsWith(unsigned long sought) const {
    const size_type count = weir_packed::size(sought);
    return count <= size() && weir_packed::behind(value, size() - count) == sought;
  }
  size_type findFirst(unsigned long sought, size_type count, size_type from) const {
    return weir_packed::find<0>(value, size(), sought, count, from);
  }
  size_type findLast(unsigned long sought, size_type count, size_type from) const {
    return weir_packed::findLast<8>(value, size(), sought, count, from);
  }
  size_type findOf(unsigned long set, size_type count, size_type from, bool is_in) const {
    return weir_packed::findOf<0>(value, size(), set, count, from, is_in);
  }
  size_type findLastOf(unsigned long set, size_type count, size_type from, bool is_in) const {
    return weir_packed::findLastOf<7>(value, size(), set, count, from, is_in);
  }
  basic_string& replaceValue(size_type at, size_type count, unsigned long added) {
    return replaceSome(at, count, added, weir_packed::size(added));
  }
  basic_string& replaceSome(size_type at, size_type count, unsigned long added, size_type length) {
    const size_type all = size();
    if (at > all) __throw_out_of_range("basic_string::replace");
    replaceAt(at, count < all - at ? count : all - at, added, length);
    return *this;
  }
  void replaceAt(size_type at, size_type count, unsigned long added, size_type length) {
    const size_type after = size() - count + length;
    __builtin_assume(after <= 8);
    const unsigned long rest = weir_packed::behind(value, at + count);
    const unsigned long begin = weir_packed::joined(weir_packed::first(value, at), at, added);
    const unsigned long result = weir_packed::joined(begin, at + length, rest);
    __builtin_assume(weir_packed::size(result) == after);
    value = result;
  }
  template <int I>
  static void copyFrom(char* to, unsigned long copied, size_type count) {
    if constexpr (I < 8) {
      if (I >= count) return;
      to[I] = weir_packed::at(copied, I);
      copyFrom<I + 1>(to, copied, count);
    }
  }
  template <int I>
  void appendFrom(unsigned long added) {
    if constexpr (I == 8) {
      __builtin_assume(added == 0);
      value = value;
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

class weir_character_iterator {
 public:
  typedef random_access_iterator_tag iterator_category;
  typedef char value_type;
  typedef decltype((char*)0 - (char*)0) difference_type;
  typedef char& reference;
  typedef char* pointer;
  basic_string<char>* text;
  difference_type at;
  weir_character_iterator() : text(nullptr), at(0) {}
  weir_character_iterator(basic_string<char>* in, difference_type position) : text(in), at(position) {}
  operator const char*() const { return text->opened() + at; }
  basic_string<char>& weir_text() const WEIR_STATES(text of character) { return *text; }
  char& operator*() const WEIR_STATES(character) { return text->opened()[inside(at)]; }
  char& operator[](difference_type n) const WEIR_STATES(character) { return text->opened()[inside(at + n)]; }
  weir_character_iterator& operator++() {
    ++at;
    return *this;
  }
  weir_character_iterator operator++(int) { return weir_character_iterator(text, at++); }
  weir_character_iterator& operator--() {
    --at;
    return *this;
  }
  weir_character_iterator operator--(int) { return weir_character_iterator(text, at--); }
  weir_character_iterator& operator+=(difference_type n) {
    at += n;
    return *this;
  }
  weir_character_iterator& operator-=(difference_type n) {
    at -= n;
    return *this;
  }
  weir_character_iterator operator+(difference_type n) const { return weir_character_iterator(text, at + n); }
  weir_character_iterator operator-(difference_type n) const { return weir_character_iterator(text, at - n); }

 private:
  difference_type inside(difference_type i) const {
    return i >= 0 && i < static_cast<difference_type>(text->size()) ? i : 10;
  }
};
inline weir_character_iterator operator+(decltype((char*)0 - (char*)0) n, const weir_character_iterator& i) {
  return i + n;
}
inline decltype((char*)0 - (char*)0) operator-(const weir_character_iterator& a, const weir_character_iterator& b) {
  return a.at - b.at;
}
#define WEIR_ITERATOR_COMPARISON(op)                                                                                   \
  inline bool operator op(const weir_character_iterator& a, const weir_character_iterator& b) { return a.at op b.at; } \
  inline bool operator op(const weir_character_iterator& a, const char* b) {                                           \
    return static_cast<const char*>(a) op b;                                                                           \
  }                                                                                                                    \
  inline bool operator op(const char* a, const weir_character_iterator& b) { return a op static_cast<const char*>(b); }
WEIR_ITERATOR_COMPARISON(==)
WEIR_ITERATOR_COMPARISON(!=)
WEIR_ITERATOR_COMPARISON(<)
WEIR_ITERATOR_COMPARISON(>)
WEIR_ITERATOR_COMPARISON(<=)
WEIR_ITERATOR_COMPARISON(>=)
#undef WEIR_ITERATOR_COMPARISON

class weir_character_reverse_iterator {
 public:
  typedef random_access_iterator_tag iterator_category;
  typedef char value_type;
  typedef decltype((char*)0 - (char*)0) difference_type;
  typedef char& reference;
  typedef char* pointer;
  weir_character_iterator behind;
  weir_character_reverse_iterator() {}
  explicit weir_character_reverse_iterator(weir_character_iterator i) : behind(i) {}
  weir_character_iterator base() const { return behind; }
  basic_string<char>& weir_text() const WEIR_STATES(text of character) { return *behind.text; }
  char& operator*() const WEIR_STATES(character) { return behind[-1]; }
  weir_character_reverse_iterator& operator++() {
    --behind;
    return *this;
  }
  weir_character_reverse_iterator operator++(int) { return weir_character_reverse_iterator(behind--); }
  weir_character_reverse_iterator& operator--() {
    ++behind;
    return *this;
  }
  weir_character_reverse_iterator operator--(int) { return weir_character_reverse_iterator(behind++); }
  weir_character_reverse_iterator operator+(difference_type n) const {
    return weir_character_reverse_iterator(behind - n);
  }
  weir_character_reverse_iterator operator-(difference_type n) const {
    return weir_character_reverse_iterator(behind + n);
  }
  weir_character_reverse_iterator& operator+=(difference_type n) {
    behind -= n;
    return *this;
  }
  weir_character_reverse_iterator& operator-=(difference_type n) {
    behind += n;
    return *this;
  }
};
inline decltype((char*)0 - (char*)0) operator-(const weir_character_reverse_iterator& a,
                                               const weir_character_reverse_iterator& b) {
  return b.behind - a.behind;
}
inline bool operator==(const weir_character_reverse_iterator& a, const weir_character_reverse_iterator& b) {
  return a.behind == b.behind;
}
inline bool operator!=(const weir_character_reverse_iterator& a, const weir_character_reverse_iterator& b) {
  return a.behind != b.behind;
}
inline bool operator<(const weir_character_reverse_iterator& a, const weir_character_reverse_iterator& b) {
  return a.behind > b.behind;
}

inline weir_character_iterator basic_string<char>::begin() noexcept { return iterator(this, 0); }
inline weir_character_iterator basic_string<char>::end() noexcept { return iterator(this, size()); }
inline basic_string<char>::reverse_iterator basic_string<char>::rbegin() noexcept { return reverse_iterator(end()); }
inline basic_string<char>::reverse_iterator basic_string<char>::rend() noexcept { return reverse_iterator(begin()); }
inline weir_character_iterator basic_string<char>::insert(const_iterator position, char c) {
  return insert(position, size_type(1), c);
}
inline weir_character_iterator basic_string<char>::insert(const_iterator position, size_type count, char c) {
  const size_type at = position - characters;
  replace(at, 0, count, c);
  return iterator(this, at);
}
template <typename Iterator, typename>
inline weir_character_iterator basic_string<char>::insert(const_iterator position, Iterator first, Iterator last) {
  const size_type at = position - characters;
  replace(at, 0, basic_string(first, last));
  return iterator(this, at);
}
inline weir_character_iterator basic_string<char>::erase(const_iterator position) {
  const size_type at = position - characters;
  const char& gone = opened()[at < size() ? at : 10];
  replaceSome(at, 1, 0, 0);
  return iterator(this, at);
}
inline weir_character_iterator basic_string<char>::erase(const_iterator first, const_iterator last) {
  const size_type at = first - characters;
  replaceSome(at, last - first, 0, 0);
  return iterator(this, at);
}

// A longer text differs from every string here, and is behind its first eight characters.
#define WEIR_TEXT_COMPARISON(op)                                                                              \
  inline bool operator op(const basic_string<char>& a, const basic_string<char>& b) noexcept {                \
    return a.value op b.value;                                                                                \
  }                                                                                                           \
  inline bool operator op(const basic_string<char>& a, const char* b) {                                       \
    if (weir_packed::isLong<0>(b))                                                                            \
      return (a.value <= weir_packed::ofText<0>(b) ? 0 : 1) op(a.value <= weir_packed::ofText<0>(b) ? 1 : 0); \
    return a.value op weir_packed::ofText<0>(b);                                                              \
  }                                                                                                           \
  inline bool operator op(const char* a, const basic_string<char>& b) {                                       \
    if (weir_packed::isLong<0>(a))                                                                            \
      return (b.value <= weir_packed::ofText<0>(a) ? 1 : 0) op(b.value <= weir_packed::ofText<0>(a) ? 0 : 1); \
    return weir_packed::ofText<0>(a) op b.value;                                                              \
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

template <typename Compare>
inline void sort(weir_character_iterator first, weir_character_iterator last, Compare less) {
  if (first == last) return;
  char* const characters = first.text->weir_open();
  sort(characters + first.at, characters + last.at, less);
  first.text->weir_keep_all();
}
inline void sort(weir_character_iterator first, weir_character_iterator last) {
  sort(first, last, [](char a, char b) { return a < b; });
}

// What texts are hashed by: any number, the same for the same text.
WEIR_SAME(unsigned long, weir_any_hash(unsigned long, unsigned long), "the hash of a text");
WEIR_UNSUPPORTED(weir_unknown_hash, "the hash of more than 8 bytes");
inline unsigned long _Hash_bytes(const void* bytes, unsigned long count, unsigned long) {
  if (count > 8) weir_unknown_hash();
  return weir_any_hash(weir_packed::ofSome<0>(static_cast<const char*>(bytes), count), count);
}

}  // namespace std

#endif

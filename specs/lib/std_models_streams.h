// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// String streams of `use <std>`, those of characters; std_models.h tells how such a header is read. What is read from
// one is what its text says, as far as whole numbers, characters and words go. What is written to one is known as long
// as it is a short text of those, in decimal; otherwise str() is any text. As a stream of any kind (an argument, what
// somebody's operator is handed) it is one of which nothing is known: frontend/library/streams.cpp.
#ifdef __cplusplus

#include <iosfwd>

namespace std {

WEIR_UNSUPPORTED(weir_given_stream, "a string stream of the caller's");
WEIR_UNSUPPORTED(weir_reads_otherwise, "a string stream that is read from as any stream, or not in decimal");
WEIR_ANY(unsigned long, weir_any_text(), "the text of a stream");
// Where a stream is that nothing is known of.
namespace {
template <typename Stream>
struct weir_some {
  static Stream stream;
};
}  // namespace

_GLIBCXX_BEGIN_NAMESPACE_CXX11

class WEIR_MODEL WEIR_STATES(internal) weir_text_stream : public weir_made {
 public:
  typedef char char_type;
  typedef char_traits<char> traits_type;
  typedef decltype(sizeof(0)) size_type;
  typedef decltype((char*)0 - (char*)0) size_difference;

  unsigned long text;  // as in basic_string
  size_type at;        // where reading goes on
  bool ended;
  bool failed;
  bool is_lost;   // what was written since the text was set is not known
  bool is_other;  // nor is what will be

  weir_text_stream() : text(0), at(0), ended(false), failed(false), is_lost(false), is_other(false) {}
  explicit weir_text_stream(const string& content)
      : text(content.value), at(0), ended(false), failed(false), is_lost(false), is_other(false) {}

  bool eof() const {
    requireMade();
    return ended;
  }
  bool fail() const {
    requireMade();
    return failed;
  }
  bool bad() const { return false; }
  bool good() const {
    requireMade();
    return !ended && !failed;
  }
  explicit operator bool() const { return !fail(); }
  bool operator!() const { return fail(); }
  void clear() {
    ended = false;
    failed = false;
  }
  string str() const {
    requireMade();
    string result;
    result.value = is_lost ? weir_any_text() : text;
    return result;
  }
  void str(const string& content) {
    text = content.value;
    at = 0;
    is_lost = is_other;
  }

 protected:
  void requireMade() const {
    if (!made) weir_given_stream();
  }
  size_type size() const { return weir_packed::size(text); }
  void lose() {
    is_lost = true;
    is_other = true;
  }
  // Behind what is there; a text of more than eight characters is not known.
  void add(unsigned long added, size_type count) {
    if (ended || failed) {
      failed = true;
      return;
    }
    const size_type here = size();
    if (is_lost || is_other || here + count > 8) {
      is_lost = true;
      return;
    }
    text = weir_packed::joined(text, here, added);
    if (weir_packed::size(text) != here + count) is_lost = true;
  }
  void putNumber(unsigned long number, bool is_negative) {
    if (number > (is_negative ? 9999999UL : 99999999UL)) {
      is_lost = true;
      return;
    }
    const unsigned long digits = weir_digits<0>(number, 0);
    const unsigned long shown = is_negative ? (digits >> 8) | weir_packed::of('-') : digits;
    add(shown, weir_packed::size(shown));
  }
  // Before something is read: is there anything, behind spaces where they are left out?
  bool isReady(bool skips) {
    requireMade();
    if (is_lost) weir_reads_otherwise();
    if (ended || failed) {
      failed = true;
      return false;
    }
    if (!skips) return true;
    at = at + weir_spaces<0>(weir_packed::behind(text, at));
    if (at < size()) return true;
    at = size();
    ended = true;
    failed = true;
    return false;
  }
  template <typename T>
  void takeNumber(T& to) {
    if (!isReady(true)) return;
    weir_parsed parsed = {0, at, false};
    const char sign = weir_packed::at(text, at);
    parsed.is_negative = sign == '-';
    if (sign == '-' || sign == '+') parsed.end = parsed.end + 1;
    const size_type begin = parsed.end;
    weir_parse_digits<0>(text, 10, parsed);
    at = parsed.end;
    if (at >= size()) ended = true;
    if (parsed.end == begin) {
      failed = true;
      to = 0;
      return;
    }
    const T number = static_cast<T>(parsed.number);
    to = parsed.is_negative ? static_cast<T>(0 - number) : number;
  }
  void takeCharacter(char& to) {
    if (!isReady(true)) return;
    to = weir_packed::at(text, at);
    at = at + 1;
  }
  // How many characters there are from here to a space.
  template <int I>
  size_type wordFrom(size_type from) const {
    if constexpr (I < 8) {
      if (from + I >= size()) return I;
      const char c = weir_packed::at(text, from + I);
      if (c == ' ' || (c >= '\t' && c <= '\r')) return I;
      return wordFrom<I + 1>(from);
    } else {
      return 8;
    }
  }
  template <int I>
  size_type lineFrom(size_type from, char end) const {
    if constexpr (I < 8) {
      if (from + I >= size() || weir_packed::at(text, from + I) == end) return I;
      return lineFrom<I + 1>(from, end);
    } else {
      return 8;
    }
  }
  void takeWord(string& to) {
    if (!isReady(true)) return;
    const size_type count = wordFrom<0>(at);
    to.value = weir_packed::first(weir_packed::behind(text, at), count);
    at = at + count;
    if (at >= size()) ended = true;
  }
  void takeLine(string& to, char end) {
    if (!isReady(false)) return;
    const size_type count = lineFrom<0>(at, end);
    to.value = weir_packed::first(weir_packed::behind(text, at), count);
    at = at + count;
    if (at < size()) {
      at = at + 1;
      return;
    }
    ended = true;
    if (count == 0) failed = true;
  }
  int takeAny() {
    if (!isReady(false)) return -1;
    if (at >= size()) {
      ended = true;
      failed = true;
      return -1;
    }
    const char c = weir_packed::at(text, at);
    at = at + 1;
    return static_cast<unsigned char>(c);
  }
  int next() {
    requireMade();
    if (is_lost) weir_reads_otherwise();
    if (ended || failed) return -1;
    if (at < size()) return static_cast<unsigned char>(weir_packed::at(text, at));
    ended = true;
    return -1;
  }
};

#define WEIR_STREAM_READS(STREAM)                                                                              \
  template <typename T>                                                                                        \
  STREAM& operator>>(T& to) {                                                                                  \
    if constexpr (__is_same(T, char))                                                                          \
      this->takeCharacter(to);                                                                                 \
    else if constexpr (__is_same(T, string))                                                                   \
      this->takeWord(to);                                                                                      \
    else if constexpr (isRead<T>())                                                                            \
      this->takeNumber(to);                                                                                    \
    else                                                                                                       \
      static_cast<istream&>(*this) >> to;                                                                      \
    return *this;                                                                                              \
  }                                                                                                            \
  STREAM& operator>>(istream& (*)(istream&)) {                                                                 \
    weir_reads_otherwise();                                                                                    \
    return *this;                                                                                              \
  }                                                                                                            \
  STREAM& operator>>(ios_base& (*)(ios_base&)) {                                                               \
    weir_reads_otherwise();                                                                                    \
    return *this;                                                                                              \
  }                                                                                                            \
  int get() { return this->takeAny(); }                                                                        \
  STREAM& get(char& to) {                                                                                      \
    const int c = this->takeAny();                                                                             \
    if (c >= 0) to = static_cast<char>(c);                                                                     \
    return *this;                                                                                              \
  }                                                                                                            \
  int peek() { return this->next(); }                                                                          \
  STREAM& ignore() {                                                                                           \
    if (this->isReady(false)) {                                                                                \
      if (this->at >= this->size())                                                                            \
        this->ended = true;                                                                                    \
      else                                                                                                     \
        this->at = this->at + 1;                                                                               \
    }                                                                                                          \
    return *this;                                                                                              \
  }                                                                                                            \
  STREAM& weirLine(string& to, char end) {                                                                     \
    this->takeLine(to, end);                                                                                   \
    return *this;                                                                                              \
  }                                                                                                            \
  template <typename Stream, typename weir_only_if<__is_same(Stream, istream)>::type = 0>                      \
  operator Stream&() {                                                                                         \
    weir_reads_otherwise();                                                                                    \
    return weir_some<Stream>::stream;                                                                          \
  }                                                                                                            \
                                                                                                               \
 private:                                                                                                      \
  template <typename T>                                                                                        \
  static constexpr bool isRead() {                                                                             \
    return __is_same(T, int) || __is_same(T, unsigned) || __is_same(T, long) || __is_same(T, unsigned long) || \
           __is_same(T, long long) || __is_same(T, unsigned long long);                                        \
  }                                                                                                            \
                                                                                                               \
 public:

// Whatever is not a whole number, a character or a text is written by somebody's operator for any stream.
#define WEIR_STREAM_WRITES(STREAM)                                                                               \
  template <typename T>                                                                                          \
  STREAM& operator<<(const T& value) {                                                                           \
    if constexpr (__is_same(T, char) || __is_same(T, signed char) || __is_same(T, unsigned char)) {              \
      this->add(weir_packed::of(static_cast<char>(value)), 1);                                                   \
    } else if constexpr (__is_same(T, string)) {                                                                 \
      this->add(value.value, value.size());                                                                      \
    } else if constexpr (__is_same(T, bool)) {                                                                   \
      this->putNumber(value ? 1 : 0, false);                                                                     \
    } else if constexpr (isShown<T>()) {                                                                         \
      this->putNumber(value < 0 ? 0UL - static_cast<unsigned long>(value) : static_cast<unsigned long>(value),   \
                      value < 0);                                                                                \
    } else {                                                                                                     \
      static_cast<ostream&>(*this) << value;                                                                     \
    }                                                                                                            \
    return *this;                                                                                                \
  }                                                                                                              \
  STREAM& operator<<(const char* value) {                                                                        \
    if (weir_packed::isLong<0>(value)) {                                                                         \
      this->is_lost = true;                                                                                      \
      return *this;                                                                                              \
    }                                                                                                            \
    const unsigned long added = weir_packed::ofText<0>(value);                                                   \
    this->add(added, weir_packed::size(added));                                                                  \
    return *this;                                                                                                \
  }                                                                                                              \
  STREAM& operator<<(ostream& (*)(ostream&)) {                                                                   \
    this->is_lost = true;                                                                                        \
    return *this;                                                                                                \
  }                                                                                                              \
  STREAM& operator<<(ios_base& (*)(ios_base&)) {                                                                 \
    this->lose();                                                                                                \
    return *this;                                                                                                \
  }                                                                                                              \
  STREAM& put(char c) {                                                                                          \
    this->add(weir_packed::of(c), 1);                                                                            \
    return *this;                                                                                                \
  }                                                                                                              \
  STREAM& write(const char* from, size_difference count) {                                                       \
    const string written(from, static_cast<size_type>(count));                                                   \
    this->add(written.value, written.size());                                                                    \
    return *this;                                                                                                \
  }                                                                                                              \
  STREAM& flush() { return *this; }                                                                              \
  size_difference precision(size_difference) {                                                                   \
    this->lose();                                                                                                \
    return 6;                                                                                                    \
  }                                                                                                              \
  template <typename... What>                                                                                    \
  void setf(What...) {                                                                                           \
    this->lose();                                                                                                \
  }                                                                                                              \
  template <typename What>                                                                                       \
  void imbue(const What&) {                                                                                      \
    this->lose();                                                                                                \
  }                                                                                                              \
  template <typename Stream, typename weir_only_if<__is_same(Stream, ostream)>::type = 0>                        \
  operator Stream&() {                                                                                           \
    this->lose();                                                                                                \
    return weir_some<Stream>::stream;                                                                            \
  }                                                                                                              \
                                                                                                                 \
 private:                                                                                                        \
  template <typename T>                                                                                          \
  static constexpr bool isShown() {                                                                              \
    return __is_same(T, short) || __is_same(T, unsigned short) || __is_same(T, int) || __is_same(T, unsigned) || \
           __is_same(T, long) || __is_same(T, unsigned long) || __is_same(T, long long) ||                       \
           __is_same(T, unsigned long long);                                                                     \
  }                                                                                                              \
                                                                                                                 \
 public:

template <>
class WEIR_MODEL basic_istringstream<char> : public weir_text_stream {
 public:
  basic_istringstream() {}
  explicit basic_istringstream(const string& content) : weir_text_stream(content) {}
  template <typename Mode>
  basic_istringstream(const string& content, Mode) : weir_text_stream(content) {}
  WEIR_STREAM_READS(basic_istringstream)
};

template <>
class WEIR_MODEL basic_ostringstream<char> : public weir_text_stream {
 public:
  basic_ostringstream() {}
  // What is written goes over what is there.
  explicit basic_ostringstream(const string& content) : weir_text_stream(content) { lose(); }
  template <typename Mode>
  basic_ostringstream(const string& content, Mode) : weir_text_stream(content) {
    lose();
  }
  WEIR_STREAM_WRITES(basic_ostringstream)
};

template <>
class WEIR_MODEL basic_stringstream<char> : public weir_text_stream {
 public:
  basic_stringstream() {}
  // What is written goes over what is there, and what is read is behind it.
  explicit basic_stringstream(const string& content) : weir_text_stream(content) { is_other = content.value != 0; }
  template <typename Mode>
  basic_stringstream(const string& content, Mode) : weir_text_stream(content) {
    lose();
  }
  WEIR_STREAM_READS(basic_stringstream)
  WEIR_STREAM_WRITES(basic_stringstream)
  template <typename Stream, typename weir_only_if<__is_same(Stream, iostream)>::type = 0>
  operator Stream&() {
    weir_reads_otherwise();
    return weir_some<Stream>::stream;
  }
};
#undef WEIR_STREAM_READS
#undef WEIR_STREAM_WRITES

_GLIBCXX_END_NAMESPACE_CXX11

inline istringstream& getline(istringstream& in, string& to, char end = '\n') { return in.weirLine(to, end); }
inline stringstream& getline(stringstream& in, string& to, char end = '\n') { return in.weirLine(to, end); }
inline istringstream& getline(istringstream&& in, string& to, char end = '\n') { return in.weirLine(to, end); }

}  // namespace std

#endif

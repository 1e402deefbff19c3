// Single characters of strings: read, written, searched, cut.
#include <algorithm>
#include <stdexcept>
#include <string>

struct Key {
  std::string text;

  char first() const { return text.empty() ? '-' : text[0]; }
  char firstBad() const { return text.empty() ? '-' : text[1]; }
  void raise() { text[0] = 'A'; }
  void open() {
    for (char& c : text)
      if (c == '.') c = ' ';
  }
  void openBad() {
    for (char& c : text)
      if (c == '.') c = '.';
  }
  std::string before(char c) const { return text.substr(0, text.find(c)); }
  std::string beforeBad(char c) const { return text.substr(1, text.find(c)); }
  void chop() {
    if (!text.empty()) text.pop_back();
  }
  void drop() { text.erase(0, 1); }
  int count(char c) const { return static_cast<int>(std::count(text.begin(), text.end(), c)); }
  char last() const { return text.at(text.size() - 1); }
  const char* raw() const { return text.c_str(); }
  bool isLong() const { return text == "more than eight characters"; }
};

char* stored;
void escapes(std::string& s) { stored = &s[0]; }

char after(std::string& s) {
  const char& c = s.front();
  s += "x";
  return c;
}

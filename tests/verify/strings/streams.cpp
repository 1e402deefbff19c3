// Streams over texts: whole numbers, words and characters are what the text says.
#include <istream>
#include <sstream>
#include <string>

int sum() {
  std::istringstream in("7 -8 x");
  int a = 0, b = 0, c = 5;
  in >> a >> b;
  if (in >> c) return 100;
  return a + b + c;
}
int fields(const std::string& text) {
  std::istringstream in(text);
  std::string field;
  int n = 0;
  while (std::getline(in, field, ',')) ++n;
  return n;
}
std::string shown(int x) {
  std::ostringstream out;
  out << "x=" << x << ';';
  return out.str();
}
// Of a stream that the caller brings nothing is known.
int readFrom(std::istream& in) {
  int n = 1;
  if (!(in >> n) || n < 0) return -1;
  return n;
}
int lines(std::istream& in) {
  std::string line;
  int n = 0;
  while (n < 2 && std::getline(in, line)) ++n;
  return n;
}

// Keys of a class, and orders and hashes of the program's own.
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

struct Version {
  int major;
  int minor;
  bool operator<(const Version& other) const {
    return major != other.major ? major < other.major : minor < other.minor;
  }
  bool operator==(const Version& other) const { return major == other.major && minor == other.minor; }
};
struct VersionHash {
  std::size_t operator()(const Version& v) const { return static_cast<std::size_t>(v.major); }
};

int latest(int x) {
  std::map<Version, int> size;
  size[{1, 2}] = x;
  size[{0, 9}] = 5;
  size[{1, 2}] += 1;
  return size.rbegin()->second;
}
int found(int major) {
  std::unordered_map<Version, int, VersionHash> size;
  size[{major, 1}] = 7;
  size[{major, 2}] = 8;
  return size.at({major, 1}) + static_cast<int>(size.count({major, 3}));
}
int largest(int a, int b) {
  const auto falling = [](int one, int other) { return one > other; };
  std::set<int, decltype(falling)> numbers(falling);
  numbers.insert(a);
  numbers.insert(b);
  return *numbers.begin();
}
// What the caller's container holds would have to be in the order of the program's.
int ofTheCaller(const std::set<Version>& versions) { return versions.begin()->major; }
bool sameHash(const std::string& a, const std::string& b) {
  return std::hash<std::string>()(a) == std::hash<std::string>()(b);
}

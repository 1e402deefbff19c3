// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::string by its model: a value that is copied, compared and put together.
#include <stdexcept>
#include <string>
#include <utility>

class Task {
 public:
  explicit Task(const std::string& wanted) : name(wanted), state("new") {}
  void rename(const std::string& wanted) { name = wanted; }
  void renameBad(const std::string& wanted) {
    if (name.empty()) name = wanted;
  }
  void take(Task& other) { name = std::move(other.name); }
  bool isCalled(const std::string& wanted) const { return name == wanted; }
  bool isBefore(const Task& other) const { return name < other.name; }
  bool isBeforeBad(const Task& other) const { return name <= other.name; }
  std::string label() const { return name; }
  const std::string& text() const { return name; }
  bool start() {
    if (state != "new") return false;
    state = "run";
    return true;
  }
  bool startBad() {
    state = "run";
    return true;
  }
  unsigned long length() const { return name.size(); }
  void mark() { name += '!'; }
  void check() const {
    if (name.empty()) throw std::invalid_argument("the task in state " + state + " has no name");
  }
  void shorten() { name.pop_back(); }
  char initial() const { return name[0]; }
  void describe() { state = "waiting for others"; }

 private:
  std::string name;
  std::string state;
};

void use(Task& task) { task.start(); }

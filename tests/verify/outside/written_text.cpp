// A stream that writes to a string: its text may be any.
#include <sstream>
#include <string>

struct Node {
  int id;
  Node* next;
};
std::string shown(const Node* node) {
  std::ostringstream out;
  out << "node " << node->id << std::endl;
  return out.str();
}
int length(const Node* node) {
  const std::string text = shown(node);
  return static_cast<int>(text.size());
}
int keptId(Node* node) {
  std::ostringstream out;
  out << node->next->id;
  out << "!";
  return node->id;
}

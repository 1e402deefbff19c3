/* Functions without a body of which the command line says what they do not do. */
struct Node {
  int value;
  struct Node* next;
};

void log_info(const char* format, ...);
void trace_node(struct Node* node);
int log_level(struct Node* node);
void die(const char* message);
void g_assertion_message_expr(const char* domain, const char* file, int line, const char* function, const char* text);

int first(struct Node* list) {
  int value = list->value;
  log_info("first of %p", list);
  trace_node(list);
  return value - list->value;
}
int firstBad(struct Node* list) {
  log_info("first of %d", list->next->value);
  return 0;
}
int second(struct Node* list) {
  if (list->next == 0) die("too short");
  return list->next->value;
}
int third(struct Node* list) {
  if (list->next == 0) g_assertion_message_expr("d", "f", 1, "third", "list->next");
  return list->next->value;
}
int thirdBad(struct Node* list) {
  if (list->next != 0) g_assertion_message_expr("d", "f", 1, "third", "list->next");
  return list->next->value;
}
int asked(struct Node* list) {
  int value = list->value;
  log_level(list);
  return value - list->value;
}
int reported(struct Node* list) {
  if (list->next == 0) die("too short");
  return list->next->value;
}
void tell(struct Node* list);
int reportedBad(struct Node* list) {
  if (list->next == 0) tell(list);
  return 0;
}

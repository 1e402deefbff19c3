/* Functions and variables of other sources that have the name of one in the C library. */
struct node {
  int key;
  struct node* next;
};
extern int glob;
extern int access(struct node* n);
extern struct node* index(struct node* n, int key);

int count(int* p) {
  glob = 1;
  *p = 2;
  return glob;
}
int touch(struct node* n) {
  n->key = 5;
  access(n);
  return n->key;
}
int touchBefore(struct node* n) {
  access(n);
  n->key = 5;
  return n->key;
}
int find(struct node* n) { return index(n, 3) == n; }

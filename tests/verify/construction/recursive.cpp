// A constructor that hands its object to a function which makes another object of the class.
struct Chain {
  Chain* next;
  int length;
  explicit Chain(int n);
};
void extend(Chain* chain, int n) {
  chain->next = new Chain(n - 1);
  chain->length = chain->next->length + 1;
}
Chain::Chain(int n) : next(nullptr), length(1) {
  if (n > 1) extend(this, n);
}
int made(int n) {
  Chain chain(n);
  return chain.length;
}
int madeBad(int n) {
  Chain chain(n + 1);
  return chain.length;
}

/* Read and replayed as C of 1989, which has no `inline`. */
int twice(int n) { return n + n; }

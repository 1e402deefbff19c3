// Indices of arrays of every length.
void fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
}

void fillBad(int *a, int n, int v) {
  for (int i = 0; i <= n; i++) a[i] = v;
}

// Right for up to eight elements.
void fillFewBad(int *a, int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
  if (n > 8) a[n] = v;
}

int maximum(const int *a, int n) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  return m;
}

int maximumBad(const int *a, int n) {
  int m = a[0];
  for (int i = 1; i <= n; i++)
    if (a[i] > m) m = a[i];
  return m;
}

int search(const int *a, int n, int key) {
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key) return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

int searchBad(const int *a, int n, int key) {
  int low = 0, high = n;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key) return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

void insertionSort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}

void insertionSortBad(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j >= 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}

struct ring {
  int data[16];
  unsigned head, count;
};

int put(struct ring *r, int x) {
  if (r->count == 16) return 0;
  r->data[(r->head + r->count) % 16] = x;
  r->count++;
  return 1;
}

int get(struct ring *r, int *x) {
  if (r->count == 0) return 0;
  *x = r->data[r->head];
  r->head = (r->head + 1) % 16;
  r->count--;
  return 1;
}

int getBad(struct ring *r, int *x) {
  if (r->count == 0) return 0;
  *x = r->data[r->head + 1];
  r->head = (r->head + 1) % 16;
  r->count--;
  return 1;
}

int share(int total, int parts) { return parts > 0 ? total / parts : 0; }

int shareBad(int total, int parts) { return parts >= 0 ? total / parts : 0; }

// What it follows without an index may be one past the end.
int later(int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s++;
  return s > 8 ? *x : 0;
}

int laterBad(int *x, int *y, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s++;
  return x != y && s > 8 ? *x : 0;
}

struct box {
  int data[2];
};

// The second loop makes no round; what is known before it speaks of its index.
void halves(struct box *x, int n, int k) {
  for (int i = 1; i < n; i += 2) x->data[i / 2] = 0;
  for (int i = k; i < k; i += 2) x->data[0] = 1;
}

void halvesBad(struct box *x, int n, int k) {
  for (int i = 1; i <= n; i += 2) x->data[i / 2] = 0;
  for (int i = k; i < k; i += 2) x->data[0] = 1;
}

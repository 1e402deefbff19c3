// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the native side of a random function sees: the world of inputs, and what replaces assert, malloc and free.
#pragma once

typedef __SIZE_TYPE__ size_t;
#define NULL ((void*)0)

struct node {
  struct node* next;
  int v;
};
enum color { RED, GREEN, BLUE };
struct box {
  int a[3];
  struct node* n;
  int* p;
  struct node in;
  unsigned char c;
  short s;
};

/// How the memory of an object is divided into scalars.
enum Layout { L_CHAR, L_SHORT, L_INT, L_LONG, L_POINTER, L_NODE, L_BOX };

extern int at;  // the line of the function under test
extern int g0;
extern int garr[3];
extern struct node* gp;

void oracleAssertionFails(void);
void* oracleMalloc(size_t size, enum Layout layout, int is_zeroed);
void oracleFree(void* pointer);
/// An object on the stack lives until its block ends; one that is static from here on.
void* oracleRegister(void* object, size_t size, enum Layout layout);
void oracleUnregister(void* entry);
void* oracleElement(const void* pointer, long long index, size_t size);
void* oraclePointerSum(const void* pointer, long long steps, size_t size);
long long oracleChoice(void);
void* oracleChoosePointer(int kind);  // 0: node, 1: int
void oracleChangeWhatIsKnown(void* given);

#define REG(x, layout) \
  __attribute__((cleanup(oracleUnregister))) void* registered_##x = oracleRegister(&x, sizeof(x), layout)
#define REG_STATIC(x, layout) oracleRegister(&x, sizeof(x), layout)
#define PIDX(p, i) ((__typeof__(p))oracleElement(p, i, sizeof(*(p))))
#define PADD(p, i) ((__typeof__(p))oraclePointerSum(p, i, sizeof(*(p))))
#define assert(condition) ((condition) ? (void)0 : oracleAssertionFails())
#define malloc_node(size) oracleMalloc(size, L_NODE, 0)
#define malloc_box(size) oracleMalloc(size, L_BOX, 0)
#define malloc_int(size) oracleMalloc(size, L_INT, 0)
#define calloc_node(count, size) oracleMalloc((count) * (size), L_NODE, 1)
#define calloc_int(count, size) oracleMalloc((count) * (size), L_INT, 1)
#define free oracleFree
#define BACK(call, line)          \
  ({                              \
    __auto_type result_ = (call); \
    at = line;                    \
    result_;                      \
  })

/// One input, as inputs.py writes it.
enum { WORLD = 64, PARAMETERS = 8 };
struct World {
  long long contiguous, x_extent, y_extent, p_extent, c_extent;
  long long node_next[2], node_v[2];
  long long x[3], y[3];
  long long p[2], q[1];
  struct {
    long long a[3], n, p, in_next, in_v, c, s;
  } box[2];
  long long c[3];
  long long g0, gp, garr[3];
};
struct node* nodeAt(long long code);
int* intAt(long long code);
int** pointerAt(long long code);
struct box* boxAt(long long code);
unsigned char* charAt(long long code);

/// Calls the function under test.
typedef void Driver(const long long* parameters);
struct Subject {
  const char* name;
  Driver* drive;
  int runs;
};
extern const struct Subject subjects[];
extern const int subject_count;

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs functions under test on inputs and writes how each run ends.
//
// The functions are compiled with the checks of clang's sanitizers, but not linked with their libraries: what a failing
// check calls, and what each memory access calls, is here. A failure jumps back to the driver, so thousands of runs take
// one process. Objects have a layout: an access must hit one of their scalars, with its size.
#include "runtime.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef assert
#undef free

enum Outcome { Returned, NullDeref, Bounds, UseAfterFree, DoubleFree, DivZero, Overflow, Assert, Steps, NotJudged };
enum { MOST_STEPS = 20000, MOST_OBJECTS = 400, RED_ZONE = 4096, MOST_BYTES = 1 << 16 };

int at;
int g0;
int garr[3];
struct node* gp;

static jmp_buf back;
static long steps;
static int failed_line;
static unsigned long long run;     // of this input
static unsigned long long choices;  // made so far in this run

#define FAIL(outcome) (failed_line = at, longjmp(back, outcome))

// --- Objects

struct Object {
  char* start;
  size_t size;
  enum Layout layout;
  char is_dead, is_heap, is_of_entry;
};
static struct Object objects[MOST_OBJECTS];
static int object_count;
static char* arena;
static size_t arena_used;
enum { ARENA = 1 << 26 };

static struct Object* addObject(void* start, size_t size, enum Layout layout) {
  for (int i = object_count - 1; i >= 0; --i) {  // the stack is used again
    if (objects[i].start == (char*)start && !objects[i].is_heap) {
      objects[i] = (struct Object){start, size, layout, 0, 0, 0};
      return &objects[i];
    }
  }
  if (object_count == MOST_OBJECTS) FAIL(NotJudged);
  objects[object_count] = (struct Object){start, size, layout, 0, 0, 0};
  return &objects[object_count++];
}

static void* allocate(size_t size, enum Layout layout) {
  if (size > MOST_BYTES || arena_used + size + 2 * RED_ZONE > ARENA) FAIL(NotJudged);
  char* start = arena + arena_used + RED_ZONE;
  arena_used += RED_ZONE + (size + 15) / 16 * 16;
  addObject(start, size, layout)->is_heap = 1;
  return start;
}

static struct Object* objectAt(const void* address, int may_be_end) {
  const char* byte = address;
  struct Object* dead = NULL;
  for (int i = object_count - 1; i >= 0; --i) {
    struct Object* each = &objects[i];
    if (byte < each->start || byte >= each->start + each->size + (may_be_end || each->size == 0)) continue;
    if (!each->is_dead) return each;
    if (dead == NULL) dead = each;
  }
  return dead;
}

/// The scalars around an offset: where their array begins and ends, and the size of one.
static size_t scalarsAt(enum Layout layout, size_t offset, size_t size, size_t* first, size_t* end) {
  static const struct {
    size_t first, end, size;
  } node[] = {{0, 8, 8}, {8, 12, 4}},
    box[] = {{0, 12, 4}, {16, 24, 8}, {24, 32, 8}, {32, 40, 8}, {40, 44, 4}, {48, 49, 1}, {50, 52, 2}};
  static const size_t sizes[] = {1, 2, 4, 8, 8};
  if (layout < L_NODE) {
    *first = 0, *end = size;
    return sizes[layout];
  }
  const size_t whole = layout == L_NODE ? sizeof(struct node) : sizeof(struct box);
  const size_t base = offset / whole * whole;
  const size_t count = layout == L_NODE ? sizeof node / sizeof *node : sizeof box / sizeof *box;
  for (size_t i = 0; i < count; ++i) {
    const size_t low = layout == L_NODE ? node[i].first : box[i].first;
    const size_t high = layout == L_NODE ? node[i].end : box[i].end;
    if (offset - base < low || offset - base >= high) continue;
    *first = base + low, *end = base + high;
    return layout == L_NODE ? node[i].size : box[i].size;
  }
  *first = *end = offset;
  return 0;
}

static char* stack_top;

/// What a function keeps on the stack without having told of it: parameters on entry, temporary values.
static int isUntold(const char* address) {
  const char* here = __builtin_frame_address(0);
  if (address >= stack_top || address < here - (1 << 20)) return 0;
  if (address < here) FAIL(NotJudged);  // of a call that has ended
  return 1;
}

/// What ended calls had where this one has its own variables now is no object any more.
void __tsan_func_entry(void* from) {
  (void)from;
  const char* frame = __builtin_frame_address(1);
  int kept = 0;
  for (int i = 0; i < object_count; ++i) {
    const char* start = objects[i].start;
    if (start < frame && start > frame - (1 << 20)) continue;
    objects[kept++] = objects[i];
  }
  object_count = kept;
}
void __tsan_func_exit(void) {}

static void access(const void* address, size_t size) {
  if (address == &at) return;
  if ((uintptr_t)address < 4096) FAIL(NullDeref);
  const struct Object* object = objectAt(address, 0);
  if (object == NULL && isUntold(address)) return;
  if (object == NULL) FAIL(Bounds);
  if (object->is_dead) FAIL(UseAfterFree);
  const size_t offset = (size_t)((const char*)address - object->start);
  size_t first = 0, end = 0;
  const size_t scalar = scalarsAt(object->layout, offset, object->size, &first, &end);
  if (scalar != size || (offset - first) % size != 0 || offset + size > object->size) FAIL(Bounds);
}

/// Copies of whole structs: temporary ones on the stack are not registered.
static void accessWhole(const void* address, size_t size) {
  if ((uintptr_t)address < 4096) FAIL(NullDeref);
  const struct Object* object = objectAt(address, 0);
  if (object == NULL && (const char*)address >= arena && (const char*)address < arena + ARENA) FAIL(Bounds);
  if (object == NULL) return;
  if (object->is_dead) FAIL(UseAfterFree);
  if ((const char*)address + size > object->start + object->size) FAIL(Bounds);
}

void oracleAssertionFails(void) { FAIL(Assert); }

void* oracleRegister(void* object, size_t size, enum Layout layout) { return addObject(object, size, layout)->start; }

void oracleUnregister(void* entry) {
  struct Object* object = objectAt(*(void**)entry, 0);
  if (object != NULL) object->is_dead = 1;
}

void oracleFree(void* pointer) {
  if (pointer == NULL) return;
  struct Object* object = objectAt(pointer, 0);
  if (object != NULL && object->is_dead) FAIL(DoubleFree);
  // Whether an object of the entry state came from malloc is not asked.
  if (object == NULL || !object->is_heap || object->start != (char*)pointer)
    FAIL(object == NULL || object->is_of_entry ? NotJudged : Bounds);
  object->is_dead = 1;
}

static void* sum(const void* pointer, long long count, size_t size, int may_be_end) {
  if (pointer == NULL) {
    if (count != 0) FAIL(Bounds);
    return NULL;
  }
  const struct Object* object = objectAt(pointer, 1);
  if (object == NULL) FAIL(NotJudged);
  size_t offset = (size_t)((const char*)pointer - object->start);
  size_t first = 0, end = object->size;
  if (size < 16) {
    const size_t inside = offset == object->size && offset > 0 ? offset - 1 : offset;
    scalarsAt(object->layout, inside, object->size, &first, &end);
  }
  const __int128 to = (__int128)offset + (__int128)count * (__int128)size;
  if (to < (__int128)first || to > (__int128)end || (!may_be_end && to == (__int128)end)) FAIL(Bounds);
  return object->start + to;
}

void* oraclePointerSum(const void* pointer, long long count, size_t size) { return sum(pointer, count, size, 1); }
void* oracleElement(const void* pointer, long long index, size_t size) {
  // Where nothing is added, the access says what is wrong.
  return sum(pointer, index, size, index == 0);
}

// --- What is not an input

long long oracleChoice(void) {
  static const long long values[] = {0, 1, -1, 2, 3, 5, 7, -3, 2147483647, -2147483648LL, 4, 6, 10, 100, 1, 0};
  ++choices;
  if (run < 3) return values[run];
  unsigned long long mixed = (run * 0x9E3779B97F4A7C15ULL) ^ (choices * 0xC2B2AE3D27D4EB4FULL);
  mixed ^= mixed >> 29;
  mixed *= 0xBF58476D1CE4E5B9ULL;
  mixed ^= mixed >> 32;
  return values[mixed % (run % 2 ? 4 : 16)];
}

static unsigned choiceBelow(unsigned count) { return (unsigned)((unsigned long long)oracleChoice() % count); }

void* oracleMalloc(size_t size, enum Layout layout, int is_zeroed) {
  char* made = allocate(size, layout);
  memset(made, 0, size);
  if (is_zeroed) return made;
  if (layout == L_INT) {
    for (size_t i = 0; i + 4 <= size; i += 4) ((int*)made)[i / 4] = (int)oracleChoice();
  } else if (layout == L_NODE) {
    for (size_t i = 0; i + sizeof(struct node) <= size; i += sizeof(struct node)) {
      ((struct node*)(made + i))->v = (int)oracleChoice();
      ((struct node*)(made + i))->next = nodeAt(choiceBelow(3));
    }
  }
  return made;
}

void* oracleChoosePointer(int kind) {
  const unsigned chosen = choiceBelow(4);
  return kind == 0 ? (void*)nodeAt(chosen % 3) : (void*)intAt(chosen < 2 ? chosen : chosen == 2 ? 4 : 7);
}

/// Code that nobody knows was given a pointer: it may write what it reaches from there and from globals.
void oracleChangeWhatIsKnown(void* given) {
  if (choiceBelow(2)) g0 = (int)oracleChoice();
  if (given == NULL) return;
  const struct Object* object = objectAt(given, 0);
  if (object == NULL || object->is_dead) return;
  if (object->layout == L_INT && choiceBelow(2)) *(int*)given = (int)oracleChoice();
  if (object->layout == L_NODE && object->start == (char*)given) {
    struct node* node = given;
    if (choiceBelow(2)) node->v = (int)oracleChoice();
    if (choiceBelow(2)) node->next = choiceBelow(2) ? node : NULL;
  }
}

// --- Inputs

static struct node* nodes[2];
static int *x, *y, **p, **q;
static unsigned char* c;
static struct box* boxes[2];

struct node* nodeAt(long long code) {
  if (code == 3 || code == 4) return &boxes[code - 3]->in;
  return code == 0 ? NULL : nodes[code - 1];
}
int* intAt(long long code) {
  if (code == 0) return NULL;
  if (code <= 3) return x + code - 1;
  if (code <= 6) return y + code - 4;
  if (code <= 8) return &nodes[code - 7]->v;
  if (code == 9) return &g0;
  if (code <= 12) return &boxes[0]->a[code - 10];
  if (code == 13) return &boxes[0]->in.v;
  return &garr[code - 14];
}
int** pointerAt(long long code) {
  if (code == 0) return NULL;
  if (code <= 2) return p + code - 1;
  return code == 3 ? q : &boxes[0]->p;
}
struct box* boxAt(long long code) { return code == 0 ? NULL : boxes[code - 1]; }
unsigned char* charAt(long long code) {
  if (code == 0) return NULL;
  return code <= 3 ? c + code - 1 : &boxes[0]->c;
}

static void makeObjects(const struct World* world) {
  object_count = 0;
  arena_used = 0;
  if (world->contiguous) {
    nodes[0] = allocate(2 * sizeof(struct node), L_NODE);
    nodes[1] = nodes[0] + 1;
  } else {
    for (int i = 0; i < 2; ++i) nodes[i] = allocate(sizeof(struct node), L_NODE);
  }
  x = allocate((size_t)world->x_extent * sizeof(int), L_INT);
  y = allocate((size_t)world->y_extent * sizeof(int), L_INT);
  p = allocate((size_t)world->p_extent * sizeof(int*), L_POINTER);
  q = allocate(sizeof(int*), L_POINTER);
  c = allocate((size_t)world->c_extent, L_CHAR);
  for (int i = 0; i < 2; ++i) boxes[i] = allocate(sizeof(struct box), L_BOX);
  addObject(&g0, sizeof g0, L_INT);
  addObject(&gp, sizeof gp, L_POINTER);
  addObject(&garr, sizeof garr, L_INT);
  for (int i = 0; i < object_count; ++i) objects[i].is_of_entry = 1;
}

static void makeWorld(const struct World* world) {
  makeObjects(world);
  for (int i = 0; i < 2; ++i) *nodes[i] = (struct node){nodeAt(world->node_next[i]), (int)world->node_v[i]};
  for (int i = 0; i < world->x_extent; ++i) x[i] = (int)world->x[i];
  for (int i = 0; i < world->y_extent; ++i) y[i] = (int)world->y[i];
  for (int i = 0; i < world->p_extent; ++i) p[i] = intAt(world->p[i]);
  *q = intAt(world->q[0]);
  for (int i = 0; i < world->c_extent; ++i) c[i] = (unsigned char)world->c[i];
  for (int i = 0; i < 2; ++i) {
    struct box* box = boxes[i];
    for (int k = 0; k < 3; ++k) box->a[k] = (int)world->box[i].a[k];
    box->n = nodeAt(world->box[i].n);
    box->p = intAt(world->box[i].p);
    box->in = (struct node){nodeAt(world->box[i].in_next), (int)world->box[i].in_v};
    box->c = (unsigned char)world->box[i].c;
    box->s = (short)world->box[i].s;
  }
  g0 = (int)world->g0;
  gp = nodeAt(world->gp);
  for (int i = 0; i < 3; ++i) garr[i] = (int)world->garr[i];
}

// --- What the compiler's checks call

void __tsan_init(void) {}
#define ACCESS(size)                                                  \
  void __tsan_read##size(void* address) { access(address, size); }    \
  void __tsan_write##size(void* address) { access(address, size); }   \
  void __tsan_unaligned_read##size(void* a) { access(a, size); }      \
  void __tsan_unaligned_write##size(void* a) { access(a, size); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
void* __tsan_memcpy(void* to, const void* from, size_t size) {
  accessWhole(from, size);
  accessWhole(to, size);
  return memmove(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, size_t size) { return __tsan_memcpy(to, from, size); }
void* __tsan_memset(void* to, int value, size_t size) {
  accessWhole(to, size);
  return memset(to, value, size);
}
void __sanitizer_cov_trace_pc(void) {
  if (++steps > MOST_STEPS) FAIL(Steps);
}
void __ubsan_handle_add_overflow(void) { FAIL(Overflow); }
void __ubsan_handle_sub_overflow(void) { FAIL(Overflow); }
void __ubsan_handle_mul_overflow(void) { FAIL(Overflow); }
void __ubsan_handle_negate_overflow(void) { FAIL(Overflow); }
void __ubsan_handle_shift_out_of_bounds(void) { FAIL(Overflow); }
/// Numbers of 64 bits and less are passed as they are.
void __ubsan_handle_divrem_overflow(void* data, uintptr_t left, uintptr_t right) {
  (void)data;
  (void)left;
  FAIL(right == 0 ? DivZero : Overflow);
}
void __ubsan_handle_out_of_bounds(void) { FAIL(Bounds); }
void __ubsan_handle_type_mismatch_v1(void* data, uintptr_t pointer) {
  (void)data;
  FAIL(pointer == 0 ? NullDeref : Bounds);
}
void __ubsan_handle_pointer_overflow(void* data, uintptr_t base, uintptr_t result) {
  (void)data;
  if (base != 0 || result != 0) FAIL(Bounds);
}
void __ubsan_handle_load_invalid_value(void) { FAIL(NotJudged); }
void __ubsan_handle_builtin_unreachable(void) { FAIL(NotJudged); }
void __ubsan_handle_vla_bound_not_positive(void) { FAIL(Bounds); }

// --- Runs

/// How one run ends: 100 * line + outcome.
static long runOnce(const struct Subject* subject, const long long* input) {
  at = failed_line = 0;
  steps = 0;
  choices = 0;
  const int outcome = setjmp(back);
  if (outcome == 0) {
    makeWorld((const struct World*)input);
    subject->drive(input + WORLD);
    failed_line = 0;
  }
#ifdef ORACLE_LIES
  if (outcome == Returned && input[WORLD] == 2) return 100 * 1 + Assert;
#endif
  return 100L * failed_line + outcome;
}

static void runAll(const struct Subject* subject, long count, FILE* in) {
  long long input[WORLD + PARAMETERS];
  printf("%s", subject->name);
  for (long i = 0; i < count; ++i) {
    if (fread(input, sizeof input, 1, in) != 1) exit(2);
    long seen[32];
    int seen_count = 0;
    for (run = 0; run < (unsigned long long)subject->runs; ++run) {
      const long ended = runOnce(subject, input);
      int k = 0;
      while (k < seen_count && seen[k] != ended) ++k;
      if (k == seen_count && seen_count < 32) seen[seen_count++] = ended;
    }
    for (int k = 0; k < seen_count; ++k) printf("%c%ld", k == 0 ? ' ' : ',', seen[k]);
  }
  printf("\n");
}

int main(int argc, char** argv) {
  FILE* in = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (in == NULL || sizeof(struct World) > WORLD * sizeof(long long)) return 2;
  arena = malloc(ARENA);
  stack_top = __builtin_frame_address(0);
  for (int i = 0; i < subject_count; ++i) {
    long long count = 0;
    if (fread(&count, sizeof count, 1, in) != 1) return 2;
    runAll(&subjects[i], (long)count, in);
  }
  return 0;
}

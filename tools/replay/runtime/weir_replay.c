/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of a replay that talks to the operating system and to the sanitizer's allocator. One JSON object a line:
 *
 *   {"class":"Cell","size":16}  {"field":"next","of":"Cell","offset":8}  {"base":"B","of":"D","offset":8}
 *   {"case":0}
 *   {"object":"Cell0","at":"602000000010"}  {"variable":"g","at":"…","size":4}  {"function":"f","at":"…"}
 *   {"ended":"returned","value":"7"}
 *   {"part":"602000000010","field":"elems","at":"…","copy":0}      of a container of the library
 *   {"block":"602000000010","bytes":"0100…"}       every live block that can be reached, and every variable
 *   {"watched":2}  {"lost":"602000000030","size":4}   so many blocks the call left, and those of them nobody can reach
 *   {"finished":0,"exit":0,"signal":0}
 *
 * Addresses and bytes are hexadecimal. It goes to the file named by the first argument, else to standard output. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "weir_replay.h"

#if defined(WEIR_MEMORY_SANITIZER)
/* Shadow memory is not asked: under this sanitizer only its report counts. */
static const void* blockBegin(const void* address) { (void)address; return NULL; }
static size_t blockSize(const void* begin) { (void)begin; return 0; }
#else
#include <sanitizer/allocator_interface.h>
#include <sanitizer/asan_interface.h>
static const void* blockBegin(const void* address) { return __sanitizer_get_allocated_begin(address); }
static size_t blockSize(const void* begin) { return __sanitizer_get_allocated_size(begin); }
#endif

/* Of a block without bytes the sanitizer lets the first be read. The linker sends every allocation of the program here,
 * and it cannot be read any more. */
static void* sized(void* block, size_t size) {
#if !defined(WEIR_MEMORY_SANITIZER)
  if (size == 0 && block != NULL) __asan_poison_memory_region(block, 1);
#else
  (void)size;
#endif
  return block;
}
void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real__Znwm(size_t size);
void* __real__Znam(size_t size);
void* __wrap_malloc(size_t size) { return sized(__real_malloc(size), size); }
void* __wrap_calloc(size_t count, size_t size) { return sized(__real_calloc(count, size), count * size); }
void* __wrap__Znwm(size_t size) { return sized(__real__Znwm(size), size); } /* operator new */
void* __wrap__Znam(size_t size) { return sized(__real__Znam(size), size); } /* operator new[] */

/* Leaks: the sanitizer's own detector stops all threads by ptrace, which containers forbid. Every allocation and release
 * of the process while the call runs is seen here instead; what is left and cannot be reached was lost. */
struct Made {
  const volatile void* begin;
  size_t size;
};
static struct Made made[65536];
static int made_count;
static int is_made_complete = 1;
static int is_calling;

#if !defined(WEIR_MEMORY_SANITIZER)
static void onAllocation(const volatile void* begin, size_t size) {
  if (!is_calling) return;
  if (made_count == 65536) {
    is_made_complete = 0;
    return;
  }
  made[made_count].begin = begin;
  made[made_count++].size = size;
}

static void onRelease(const volatile void* begin) {
  if (!is_calling) return;
  for (int i = made_count; i-- > 0;)
    if (made[i].begin == begin) {
      made[i] = made[--made_count];
      return;
    }
}

static int watchAllocations(void) { return __sanitizer_install_malloc_and_free_hooks(onAllocation, onRelease) > 0; }
#else
static int watchAllocations(void) { return 0; }
#endif

struct Region {
  const unsigned char* begin;
  size_t size;
};

static FILE* out;
static struct Region* regions; /* to show: variables, then live blocks as they are found */
static int region_count;
static int region_capacity;

static void addRegion(const void* begin, size_t size) {
  for (int i = 0; i < region_count; ++i)
    if (regions[i].begin == begin) return;
  if (region_count == region_capacity) {
    region_capacity = region_capacity ? 2 * region_capacity : 64;
    struct Region* more = malloc(sizeof *more * (size_t)region_capacity);
    if (region_count) memcpy(more, regions, sizeof *more * (size_t)region_count);
    free(regions);
    regions = more;
  }
  regions[region_count].begin = begin;
  regions[region_count++].size = size;
}

static void addPointer(const void* pointer) {
  const void* begin = pointer ? blockBegin(pointer) : NULL;
  if (begin && begin != (const void*)regions) addRegion(begin, blockSize(begin));
}

static const unsigned char* destroyed; /* what a destructor ends, and leaves as it is */
static size_t destroyed_size;

void weir_destroying(const void* object, weir_size size) {
  destroyed = object;
  destroyed_size = size;
}

static int isDestroyed(uintptr_t word) { return word - (uintptr_t)destroyed < destroyed_size; }

/* Whatever looks like a pointer to a live block is one: the reader, who knows the types, only looks where he must. */
static void showHeap(int first_region) {
  for (int i = first_region; i < region_count; ++i) {
    fprintf(out, "{\"block\":\"%lx\",\"bytes\":\"", (unsigned long)regions[i].begin);
    for (size_t k = 0; k < regions[i].size; ++k) fprintf(out, "%02x", regions[i].begin[k]);
    fprintf(out, "\"}\n");
    const uintptr_t first = ((uintptr_t)regions[i].begin + 7) & ~(uintptr_t)7;
    const uintptr_t end = (uintptr_t)regions[i].begin + regions[i].size;
    for (uintptr_t word = first; word + sizeof(void*) <= end; word += sizeof(void*)) {
      const void* pointer;
      memcpy(&pointer, (const void*)word, sizeof pointer);
      if (!isDestroyed(word)) addPointer(pointer);
    }
  }
  fflush(out);
}

static void showBehindDestroyed(void) {
  const int shown = region_count;
  const unsigned char* const begin = destroyed;
  const size_t size = destroyed_size;
  size_t at;
  destroyed_size = 0;
  for (at = 0; at + sizeof(void*) <= size; at += sizeof(void*)) {
    const void* pointer;
    memcpy(&pointer, begin + at, sizeof pointer);
    addPointer(pointer);
  }
  showHeap(shown);
}

static int is_watching;

static void showLost(void) {
  if (!is_watching || !is_made_complete) return;
  fprintf(out, "{\"watched\":%d}\n", made_count);
  for (int i = 0; i < made_count; ++i) {
    int is_reached = 0;
    for (int k = 0; k < region_count; ++k)
      if (regions[k].begin == (const unsigned char*)made[i].begin) is_reached = 1;
    if (!is_reached) fprintf(out, "{\"lost\":\"%lx\",\"size\":%zu}\n", (unsigned long)made[i].begin, made[i].size);
  }
  fflush(out);
}

void* weir_allocate(weir_size size) { return malloc(size); }

static const void* objects[4096];
static int object_count;

void weir_object(const char* name, const void* address) {
  fprintf(out, "{\"object\":\"%s\",\"at\":\"%lx\"}\n", name, (unsigned long)address);
  if (object_count < 4096) objects[object_count++] = address;
}

void weir_variable(const char* name, const volatile void* address, weir_size size) {
  fprintf(out, "{\"variable\":\"%s\",\"at\":\"%lx\"}\n", name, (unsigned long)address);
  addRegion((const void*)address, size);
}

void weir_function(const char* name, const void* address) {
  fprintf(out, "{\"function\":\"%s\",\"at\":\"%lx\"}\n", name, (unsigned long)address);
}

void weir_class(const char* name, weir_size size) {
  fprintf(out, "{\"class\":\"%s\",\"size\":%zu}\n", name, size);
}

void weir_field(const char* of, const char* name, weir_size offset) {
  fprintf(out, "{\"field\":\"%s\",\"of\":\"%s\",\"offset\":%zu}\n", name, of, offset);
}

void weir_bit_field(const char* of, const char* name, const unsigned char* mask, weir_size size) {
  size_t first = 8 * size;
  size_t width = 0;
  for (size_t bit = 0; bit < 8 * size; ++bit)
    if (mask[bit / 8] >> (bit % 8) & 1) {
      if (width++ == 0) first = bit;
    }
  fprintf(out, "{\"field\":\"%s\",\"of\":\"%s\",\"bit\":%zu,\"bits\":%zu}\n", name, of, first, width);
}

void weir_base(const char* of, const char* base, long offset) {
  fprintf(out, "{\"base\":\"%s\",\"of\":\"%s\",\"offset\":%ld}\n", base, of, offset);
}

void weir_free(void* address) { free(address); }

static struct {
  const void* container;
  void (*show)(const void*);
} watched[1024];
static int watched_count;

void weir_watch(const void* container, void (*show)(const void*)) {
  if (watched_count == 1024) weir_cannot("there are too many containers");
  watched[watched_count].container = container;
  watched[watched_count++].show = show;
}

void weir_part(const void* container, const char* field, const void* at, int is_copy) {
  if (!at) return;
  fprintf(out, "{\"part\":\"%lx\",\"field\":\"%s\",\"at\":\"%lx\",\"copy\":%d}\n", (unsigned long)container, field,
          (unsigned long)at, is_copy);
  addPointer(at);
}

static struct {
  int argument; /* the place is where this argument leads to; -1: it is known */
  char* place;
  size_t size;
  unsigned long long value;
} planned_writes[4096];
static int planned_write_count;

static void* planned_frees[1024];
static int planned_free_count;

static struct {
  unsigned long long result;
  int first_write;
  int first_free;
} plans[1024];
static int plan_count;
static int plans_done;

void weir_plan(const char* function, unsigned long long result) {
  (void)function;
  if (plan_count == 1024) weir_cannot("there are too many calls of functions without a body");
  plans[plan_count].result = result;
  plans[plan_count].first_free = planned_free_count;
  plans[plan_count++].first_write = planned_write_count;
}

static void planWrite(int argument, char* place, weir_size size, unsigned long long value) {
  if (planned_write_count == 4096 || size > sizeof value) weir_cannot("a planned write is too large");
  planned_writes[planned_write_count].argument = argument;
  planned_writes[planned_write_count].place = place;
  planned_writes[planned_write_count].size = size;
  planned_writes[planned_write_count++].value = value;
}

void weir_plan_write(void* place, weir_size size, unsigned long long value) { planWrite(-1, place, size, value); }

void weir_plan_write_through(int argument, long offset, weir_size size, unsigned long long value) {
  planWrite(argument, (char*)offset, size, value);
}

void weir_plan_free(void* block) {
  if (planned_free_count == 1024) weir_cannot("too much is planned to be freed");
  planned_frees[planned_free_count++] = block;
}

unsigned long long weir_planned(const char* symbol, const unsigned long long* arguments) {
  if (plans_done == plan_count) {
    char reason[512];
    snprintf(reason, sizeof reason, "it calls %s, which is not defined in the source", symbol);
    weir_cannot(reason);
  }
  const int end = plans_done + 1 < plan_count ? plans[plans_done + 1].first_write : planned_write_count;
  for (int i = plans[plans_done].first_write; i < end; ++i) {
    char* place = planned_writes[i].place;
    if (planned_writes[i].argument >= 0) place += arguments[planned_writes[i].argument];
    memcpy(place, &planned_writes[i].value, planned_writes[i].size);
  }
  {
    const int last = plans_done + 1 < plan_count ? plans[plans_done + 1].first_free : planned_free_count;
    int i;
    for (i = plans[plans_done].first_free; i < last; ++i) weir_free(planned_frees[i]);
  }
  return plans[plans_done++].result;
}

/* What was said so far must not be lost if the call crashes. */
void weir_calling(void) {
  fflush(out);
  is_calling = 1;
}

void weir_called(void) { is_calling = 0; }

void weir_never_was(void* object, weir_size size) {
  weir_called();
  memset(object, 0, size);
}

static void ended(const char* how, const char* detail) {
  weir_called();
  alarm(0);
  fprintf(out, "{\"ended\":\"%s\",\"value\":\"%s\"}\n", how, detail);
  for (int i = 0; i < object_count; ++i) addPointer(objects[i]);
  for (int i = 0; i < watched_count; ++i)
    if (blockBegin(watched[i].container)) watched[i].show(watched[i].container);
  showHeap(0);
  showLost();
  showBehindDestroyed();
}

void weir_returned(void) { ended("returned", ""); }

void weir_returned_integer(unsigned long long value) {
  char text[32];
  snprintf(text, sizeof text, "%llx", value);
  ended("returned", text);
}

void weir_returned_pointer(const volatile void* value) {
  addPointer((const void*)value);
  weir_returned_integer((unsigned long long)(uintptr_t)value);
}

void weir_threw(const char* type) { ended("threw", type); }

void weir_protect(const volatile void* variable, weir_size size) {
  /* One that stands on no page of its own is defined by the user's sources. */
  if ((uintptr_t)variable % WEIR_PAGE == 0) mprotect((void*)variable, WEIR_PAGES(size), PROT_READ);
}

void weir_cannot(const char* reason) {
  fprintf(out, "{\"cannot\":\"%s\"}\n", reason);
  fflush(out);
  _exit(0);
}

/* The ABI's virtual table group of a class is a row of tables, each headed by the distance back to the start of the
 * object and the type: so the group itself tells at which offsets of the object its tables are to be entered. */
void weir_virtual_tables(void* object, const char* mangled_type, const void* type_info) {
  char symbol[1024];
  snprintf(symbol, sizeof symbol, "_ZTV%s", mangled_type[0] == '*' ? mangled_type + 1 : mangled_type);
  void** words = dlsym(RTLD_DEFAULT, symbol);
  Dl_info info;
  const ElfW(Sym)* entry = NULL;
  if (!words || !dladdr1(words, &info, (void**)&entry, RTLD_DL_SYMENT) || !entry)
    weir_cannot("the virtual table of a class is not visible");
  const size_t count = entry->st_size / sizeof(void*);
  for (size_t i = 0; i + 2 <= count; ++i) {
    const intptr_t to_top = (intptr_t)words[i];
    if (words[i + 1] == type_info && to_top <= 0) *(void***)((char*)object - to_top) = words + i + 2;
  }
}

int weir_run(int argc, char** argv, void (*layouts)(void), const weir_case* cases, int count, unsigned seconds) {
  out = argc > 1 ? fopen(argv[1], "w") : stdout;
  if (!out) return 2;
  is_watching = watchAllocations();
  if (layouts) layouts();
  for (int i = 0; i < count; ++i) {
    fprintf(out, "{\"case\":%d}\n", i);
    fflush(out);
    fprintf(stderr, "weir: case %d\n", i);
    fflush(stderr);
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGALRM, SIG_DFL);
      alarm(seconds);
      cases[i]();
      fflush(out);
      fflush(stdout);
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) return 2;
    fseek(out, 0, SEEK_END);
    fprintf(out, "{\"finished\":%d,\"exit\":%d,\"signal\":%d}\n", i, WIFEXITED(status) ? WEXITSTATUS(status) : 0,
            WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  }
  return fclose(out) == 0 ? 0 : 2;
}

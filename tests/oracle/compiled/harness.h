// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the drivers of a batch of random programs, each in a process of its own, and prints what was seen.
//
// A driver is one run of one program: it builds a heap with the dice, calls the function and tells what it sees with
// `observe` (the result of a closed program) or `claim` (whether a property was true). A run that dies under the
// sanitizers counts as an error and nothing that it would have claimed counts; the next run goes on in a new process.
#ifndef WEIR_ORACLE_HARNESS_H
#define WEIR_ORACLE_HARNESS_H

#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif
size_t __sanitizer_get_current_allocated_bytes(void);
int __sanitizer_get_ownership(const volatile void* p);
int __asan_address_is_poisoned(const volatile void* p);
#ifdef __cplusplus
}
#endif

enum { kClaims = 48, kValues = 8, kDeaths = 12 };

struct OracleRecord {
  int run;               // the one that is under way
  long returned;         // runs that came to their end
  long unset;            // runs that ended since they read what nobody wrote
  long thrown;           // runs that an exception ended
  long breaks[kClaims];  // runs in which the claim was false
  long value[kValues];
  int values;
  long leaked;  // bytes, the most of any run
};

static struct OracleRecord* oracle_record;
static uint64_t oracle_dice;

static unsigned oracle_roll(unsigned sides) {
  oracle_dice ^= oracle_dice << 13;
  oracle_dice ^= oracle_dice >> 7;
  oracle_dice ^= oracle_dice << 17;
  return (unsigned)((oracle_dice >> 20) % sides);
}

/// A number that the program may be looking for, or any other.
static long oracle_number(const long* constants, int count) {
  switch (oracle_roll(8)) {
    case 0: return (long)(oracle_dice >> 3);
    case 1: return oracle_roll(2) ? INT_MAX : INT_MIN;
    case 2: return (long)oracle_roll(9) - 4;
    default: return constants[oracle_roll((unsigned)count)] + (oracle_roll(4) ? 0 : (long)oracle_roll(3) - 1);
  }
}

// With this the compiled side lies: an oracle that does not notice shows nothing.
#ifdef ORACLE_LIES
enum { kLie = 1 };
#else
enum { kLie = 0 };
#endif

static void oracle_observe(long value) {
  value += kLie;
  int i = 0;
  while (i < oracle_record->values && oracle_record->value[i] != value) ++i;
  if (i < oracle_record->values || i == kValues) return;
  oracle_record->value[oracle_record->values++] = value;
}

/// Claims of a run count once it has ended well.
static unsigned char oracle_claims[kClaims];
static void oracle_claim(int index, int is_true) { oracle_claims[index] = !is_true || kLie; }
static void oracle_returned(void) {
  ++oracle_record->returned;
  for (int i = 0; i < kClaims; ++i) oracle_record->breaks[i] += oracle_claims[i];
}

/// Objects that a run allocates count against the scope; a run that needs more is given up. The programs call this
/// for malloc.
static jmp_buf oracle_beyond;
static int oracle_scope, oracle_allocated;
static void* oracle_malloc(size_t size) {
  if (++oracle_allocated > oracle_scope) longjmp(oracle_beyond, 1);
  return malloc(size);
}

/// Bytes that nobody wrote. What a program does after it read one of them is no execution: the run ends there.
static const char* oracle_unset[4096];
static int oracle_unsets;
static int oracle_is_unset(const void* place, size_t size) {
  for (int i = 0; i < oracle_unsets; ++i)
    if ((size_t)(oracle_unset[i] - (const char*)place) < size) return 1;
  return 0;
}
static void* oracle_read(const void* place, size_t size) {
  if (oracle_is_unset(place, size)) {
    ++oracle_record->unset;
    longjmp(oracle_beyond, 1);
  }
  return (void*)place;
}
static void* oracle_written(const void* place, size_t size) {
  int kept = 0;
  for (int i = 0; i < oracle_unsets; ++i)
    if ((size_t)(oracle_unset[i] - (const char*)place) >= size) oracle_unset[kept++] = oracle_unset[i];
  oracle_unsets = kept;
  return (void*)place;
}
static void oracle_leave_unset(const void* place, size_t size) {
  oracle_written(place, size);
  for (size_t i = 0; i < size && oracle_unsets < 4096; ++i) oracle_unset[oracle_unsets++] = (const char*)place + i;
}
static void oracle_copy(void* to, const void* from, size_t size) {
  if (to == from) return;
  oracle_written(to, size);
  for (size_t i = 0; i < size; ++i)
    if (oracle_is_unset((const char*)from + i, 1)) oracle_leave_unset((char*)to + i, 1);
  memcpy(to, from, size);
}
#define READ(place) (*(__typeof__(place)*)oracle_read(&(place), sizeof(place)))
#define STORE(place, value)                                                                    \
  do {                                                                                         \
    __typeof__(place) oracle_value = (value); /* is read before the place counts as written */ \
    *(__typeof__(place)*)oracle_written(&(place), sizeof(place)) = oracle_value;               \
  } while (0)
#define COPY(to, from) oracle_copy(&(to), &(from), sizeof(to))
#define UNSET(place) oracle_leave_unset(&(place), sizeof(place))

struct OracleDriver {
  const char* name;
  void (*run)(void);
  int runs;
  int scope;
};

static void oracle_print_error(FILE* errors) {
  char line[512];
  rewind(errors);
  while (fgets(line, sizeof line, errors) != NULL) {
    const char* at = strstr(line, "AddressSanitizer: ");
    if (at == NULL) at = strstr(line, "runtime error: ");
    if (at == NULL && strstr(line, "terminate called") != NULL) at = line;
    if (at == NULL) continue;
    putchar('"');
    for (; *at != '\0' && *at != '\n'; ++at)
      if (*at >= ' ' && *at != '"' && *at != '\\') putchar(*at);
    putchar('"');
    return;
  }
  printf("\"died\"");
}

/// The dice of a program depend on its name alone, so that it does the same in any batch.
static uint64_t oracle_seed(const char* name) {
  uint64_t hash = 14695981039346656037u;
  for (; *name != '\0'; ++name) hash = (hash ^ (unsigned char)*name) * 1099511628211u;
  return hash;
}

static void oracle_drive(const struct OracleDriver* driver) {
  const uint64_t seed = oracle_seed(driver->name);
  memset(oracle_record, 0, sizeof *oracle_record);
  printf("{\"name\": \"%s\", \"errors\": [", driver->name);
  int deaths = 0;
  while (oracle_record->run < driver->runs && deaths < kDeaths) {
    FILE* errors = tmpfile();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      dup2(fileno(errors), 2);
      alarm(20);
      for (; oracle_record->run < driver->runs; ++oracle_record->run) {
        oracle_dice = seed + (uint64_t)(oracle_record->run + 1) * 0xBF58476D1CE4E5B9u;
        for (int i = 0; i < 4; ++i) oracle_roll(2);
        memset(oracle_claims, 0, sizeof oracle_claims);
        oracle_scope = driver->scope;
        oracle_allocated = 0;
        oracle_unsets = 0;
        if (setjmp(oracle_beyond) == 0) driver->run();
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      if (deaths++ > 0) printf(", ");
      oracle_print_error(errors);
      ++oracle_record->run;
    }
    fclose(errors);
  }
  printf("], \"returned\": %ld, \"unset\": %ld, \"thrown\": %ld, \"leaked\": %ld, \"values\": [",
         oracle_record->returned, oracle_record->unset, oracle_record->thrown, oracle_record->leaked);
  for (int i = 0; i < oracle_record->values; ++i) printf("%s%ld", i > 0 ? ", " : "", oracle_record->value[i]);
  printf("], \"breaks\": [");
  for (int i = 0; i < kClaims; ++i) printf("%s%ld", i > 0 ? ", " : "", oracle_record->breaks[i]);
  printf("]}\n");
}

static int oracle_main(const struct OracleDriver* drivers, int count) {
  oracle_record = (struct OracleRecord*)mmap(NULL, sizeof *oracle_record, PROT_READ | PROT_WRITE,
                                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < count; ++i) oracle_drive(&drivers[i]);
  return 0;
}

#endif

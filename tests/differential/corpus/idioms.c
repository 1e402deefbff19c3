/* What C code of systems is made of: lists with their links inside, clean-up by the compiler, its functions on bits. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define container_of(pointer, type, member)                  \
  ({                                                         \
    const __typeof__(((type*)0)->member)* inner = (pointer); \
    (type*)((char*)inner - offsetof(type, member));          \
  })
#define first_entry(head, type, member) container_of((head)->next, type, member)
#define for_each_entry(at, head, member)                                       \
  for (at = first_entry(head, __typeof__(*at), member); &at->member != (head); \
       at = container_of(at->member.next, __typeof__(*at), member))
#define for_each_entry_safe(at, after, head, member)                  \
  for (at = first_entry(head, __typeof__(*at), member),               \
      after = container_of(at->member.next, __typeof__(*at), member); \
       &at->member != (head); at = after, after = container_of(after->member.next, __typeof__(*after), member))

struct Link {
  struct Link *next, *prev;
};
struct Hook {
  struct Hook *next, **back;
};
struct Bucket {
  struct Hook* first;
};
struct Job {
  int priority;
  struct Link run;
  struct Hook hash;
};
struct Queue {
  int length;
  struct Link jobs;
};

static void helper_between(struct Link* added, struct Link* before, struct Link* after) {
  after->prev = added;
  added->next = after;
  added->prev = before;
  before->next = added;
}
static void helper_unlink(struct Link* gone) {
  gone->next->prev = gone->prev;
  gone->prev->next = gone->next;
  gone->next = gone->prev = NULL;
}
int each_entry(int a, int b) {
  struct Link head = {&head, &head};
  struct Job first = {.priority = a}, second = {.priority = b};
  helper_between(&first.run, &head, head.next);
  helper_between(&second.run, &head, head.next);
  int sum = 0;
  struct Job* job;
  for_each_entry(job, &head, run) sum = sum * 3 + (job->priority & 7);
  return sum;
}
int each_entry_safe(int a) {
  struct Queue queue = {2, {&queue.jobs, &queue.jobs}};
  struct Job first = {.priority = 1}, second = {.priority = a};
  helper_between(&first.run, &queue.jobs, queue.jobs.next);
  helper_between(&second.run, &queue.jobs, queue.jobs.next);
  struct Job *job, *after;
  for_each_entry_safe(job, after, &queue.jobs, run) {
    if (job->priority == 1) {
      helper_unlink(&job->run);
      queue.length--;
    }
  }
  return queue.length * 10 + (queue.jobs.next == &queue.jobs);
}
int found_entry(int wanted) {
  struct Link head = {&head, &head};
  struct Job only = {.priority = 2};
  helper_between(&only.run, &head, &head);
  struct Job* job;
  for_each_entry(job, &head, run) if (job->priority == wanted) break;
  return &job->run == &head ? -1 : job->priority;
}
static void helper_hash_add(struct Bucket* bucket, struct Hook* added) {
  added->next = bucket->first;
  if (bucket->first) bucket->first->back = &added->next;
  bucket->first = added;
  added->back = &bucket->first;
}
void hash_add(struct Bucket* bucket, struct Job* job) { helper_hash_add(bucket, &job->hash); }
void hash_remove(struct Job* job) {
  struct Hook* next = job->hash.next;
  struct Hook** back = job->hash.back;
  if (back == NULL) return;
  *back = next;
  if (next) next->back = back;
  job->hash.back = NULL;
}
int hash_sum(int a, int b) {
  struct Bucket bucket = {NULL};
  struct Job first = {.priority = a & 7}, second = {.priority = b & 7}, third = {.priority = 3};
  helper_hash_add(&bucket, &first.hash);
  helper_hash_add(&bucket, &second.hash);
  helper_hash_add(&bucket, &third.hash);
  hash_remove(&second);
  int sum = 0;
  for (struct Hook* at = bucket.first; at; at = at->next) sum = sum * 8 + container_of(at, struct Job, hash)->priority;
  return sum;
}

int released;
static void release(int* owned) { released = released * 10 + *owned; }
static void release_memory(char** owned) {
  free(*owned);
  *owned = NULL;
}
int cleaned_up(int v) {
  released = 0;
  {
    int x __attribute__((cleanup(release))) = v & 7;
    int y __attribute__((cleanup(release))) = 9;
    x++;
    if (v & 8) y = 0;
  }
  return released;
}
int cleaned_up_in_loop(int v) {
  released = 0;
  for (int i = 1; i < 4; i++) {
    int x __attribute__((cleanup(release))) = i;
    if (i == (v & 3)) break;
    if (i == 2) continue;
    x += 4;
  }
  return released;
}
static int helper_returns(int v) {
  int x __attribute__((cleanup(release))) = v & 7;
  return x + 1;
}
int cleaned_up_after_return(int v) {
  released = 0;
  return helper_returns(v) * 100 + released;
}
int cleaned_up_memory(int v) {
  char* text __attribute__((cleanup(release_memory))) = malloc(3);
  text[1] = (char)v;
  return text[1];
}

int count_bits(unsigned x) { return __builtin_popcount(x) * 2 + __builtin_parity(x); }
int count_long_bits(unsigned long x) { return __builtin_popcountl(x); }
int leading_zeros(unsigned x) { return x ? __builtin_clz(x) : 32; }
int trailing_zeros(unsigned long x) { return x ? __builtin_ctzl(x) : 64; }
int first_bit(int x) { return __builtin_ffs(x); }
uint32_t swap_bytes(uint32_t x) { return __builtin_bswap32(x); }
uint64_t swap_long_bytes(uint64_t x) { return __builtin_bswap64(x); }
uint16_t swap_short_bytes(uint16_t x) { return __builtin_bswap16(x); }
int checked_add(int a, int b) {
  int sum;
  return __builtin_add_overflow(a, b, &sum) ? -1 : sum;
}
long checked_sub_long(long a, long b) {
  long difference;
  return __builtin_sub_overflow(a, b, &difference) ? -difference / 2 : difference;
}
size_t checked_size(size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? 0 : bytes;
}
long checked_mul_long(long a, long b) {
  long product;
  if (__builtin_mul_overflow(a, b, &product)) return 1;
  return product;
}
unsigned checked_sub(unsigned a, unsigned b) {
  unsigned difference;
  const _Bool wraps = __builtin_usub_overflow(a, b, &difference);
  return wraps ? 7 : difference;
}
short checked_narrow(int a, int b) {
  short sum;
  return __builtin_add_overflow(a, b, &sum) ? 0 : sum;
}

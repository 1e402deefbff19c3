/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a replay needs beside the user's source: making objects, filling them, and telling about memory after the call.
 *
 *   Cell* Cell0 = weir_make<Cell>();        in C: struct Cell* Cell0 = weir_make(sizeof(struct Cell));
 *   weir_put(Cell0->next, Cell1);           also where `next` is const or private
 *
 * Valid as C and as C++. It includes no header of the C library, whose names the user's source may use for its own
 * functions; the work is done in weir_replay.c, compiled apart. */
#ifndef WEIR_REPLAY_H
#define WEIR_REPLAY_H

#ifdef __cplusplus
extern "C" {
#endif

typedef __SIZE_TYPE__ weir_size;

/* Memory for an object of the heap, not initialised. */
void* weir_allocate(weir_size size);
/* Each object and variable of the heap before the call is announced: it is shown after the call, also if it was freed.
 */
void weir_object(const char* name, const void* address);
void weir_variable(const char* name, const volatile void* address, weir_size size);
void weir_function(const char* name, const void* address);
/* How the compiler lays the classes out. */
void weir_class(const char* name, weir_size size);
void weir_field(const char* of, const char* name, weir_size offset);
void weir_bit_field(const char* of, const char* name, const unsigned char* mask, weir_size size);
void weir_base(const char* of, const char* base, long offset);
void weir_free(void* address);
/* A container of the library: after the call `show` reports where its parts are, with weir_part. */
void weir_watch(const void* container, void (*show)(const void*));
void weir_part(const void* container, const char* field, const void* at, int is_copy);
/* What the next function without a body is to return, and what it is to write; one plan a call, in order. */
void weir_plan(const char* function, unsigned long long result);
void weir_plan_write(void* place, weir_size size, unsigned long long value);
/* The same, where an argument of that call leads to. */
void weir_plan_write_through(int argument, long offset, weir_size size, unsigned long long value);
/* What it frees, after it has written. */
void weir_plan_free(void* block);
unsigned long long weir_planned(const char* symbol, const unsigned long long* arguments);
/* How many arguments a function that stands in for another looks at: those that are passed in registers. */
#define WEIR_ARGUMENTS 6
#define WEIR_PASSED                                                                                                  \
  unsigned long long a0, unsigned long long a1, unsigned long long a2, unsigned long long a3, unsigned long long a4, \
      unsigned long long a5
#define WEIR_PASSED_ON a0, a1, a2, a3, a4, a5
/* The call is that of a destructor: what only the object leads to afterwards was lost. */
void weir_destroying(const void* object, weir_size size);
/* Everything is built: the call comes next. */
void weir_calling(void);
void weir_called(void);
/* Of an object whose constructor threw nothing is left. */
void weir_never_was(void* object, weir_size size);
/* From here on nobody can write to what is const in another source. */
#define WEIR_PAGE 4096
#define WEIR_PAGES(size) (((size) + WEIR_PAGE - 1) / WEIR_PAGE * WEIR_PAGE)
void weir_protect(const volatile void* variable, weir_size size);
/* How the call ended. Each shows the heap as it is then. */
void weir_returned(void);
void weir_returned_integer(unsigned long long value);
void weir_returned_pointer(const volatile void* value);
void weir_threw(const char* type);
/* The replay cannot be done, and why. */
void weir_cannot(const char* reason) __attribute__((noreturn));

/* Floating-point numbers by their bits. */
static __inline__ double weir_double(unsigned long long bits) {
  double number;
  __builtin_memcpy(&number, &bits, sizeof number);
  return number;
}
static __inline__ float weir_float(unsigned bits) {
  float number;
  __builtin_memcpy(&number, &bits, sizeof number);
  return number;
}
static __inline__ unsigned long long weir_bits_of_double(double number) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &number, sizeof bits);
  return bits;
}
static __inline__ unsigned long long weir_bits_of_float(float number) {
  unsigned bits;
  __builtin_memcpy(&bits, &number, sizeof bits);
  return bits;
}

/* Runs each case in a process of its own, for at most `seconds`. */
typedef void (*weir_case)(void);
int weir_run(int argc, char** argv, void (*layouts)(void), const weir_case* cases, int count, unsigned seconds);

#ifdef __cplusplus
}
#endif

/* A case only builds and calls: what it does itself is not to be judged. */
#define WEIR_CASE __attribute__((noinline, no_sanitize("address", "undefined")))

/* Bit-fields have no address: each bit of an empty object is set in turn to see which of them the field reads. */
#define WEIR_BIT_FIELD(class_type, class_name, field)                                    \
  do {                                                                                   \
    union WeirProbe {                                                                    \
      unsigned char bytes[sizeof(class_type)];                                           \
      long long align;                                                                   \
    } probe;                                                                             \
    unsigned char mask[sizeof(class_type)];                                              \
    for (weir_size bit = 0; bit < 8 * sizeof(class_type); ++bit) {                       \
      for (weir_size i = 0; i < sizeof probe.bytes; ++i) probe.bytes[i] = 0;             \
      probe.bytes[bit / 8] = (unsigned char)(1u << (bit % 8));                           \
      if (bit % 8 == 0) mask[bit / 8] = 0;                                               \
      if (((class_type*)probe.bytes)->field != 0) mask[bit / 8] |= probe.bytes[bit / 8]; \
    }                                                                                    \
    weir_bit_field(class_name, #field, mask, sizeof(class_type));                        \
  } while (0)

#ifndef __cplusplus

#define weir_make(size) weir_allocate(size)
#define weir_release(object) weir_free(object)
#define weir_release_array(array) weir_free(array)
#define weir_make_array(size, extent) weir_allocate((size) * (extent))
#define weir_put(where, value) (*(__typeof_unqual__(where)*)&(where) = (value))

#else

#include <cxxabi.h>

#include <typeinfo>

extern "C" void weir_virtual_tables(void* object, const char* mangled_type, const void* type_info);

struct weir_here {};
inline void* operator new(weir_size, weir_here, void* place) { return place; }

/* Where a base is. There is no one place for a virtual base, nor for one that occurs twice, and no way back from it. */
template <typename Derived, typename Base>
auto weir_base_of(const char* of, const char* base, int) -> decltype(static_cast<Derived*>((Base*)0), void()) {
  weir_base(of, base, (char*)(Base*)(Derived*)4096 - (char*)4096);
}
template <typename Derived, typename Base>
void weir_base_of(const char*, const char*, long) {}

/* A text of the library's, empty. */
template <typename T>
void weir_text(T& place) {
  new (weir_here(), &place) T();
}

/* Another object of the library's whose state is its own affair (a mutex): as good as new. */
template <typename T>
void weir_fresh(T& place) {
  if constexpr (__is_constructible(T)) new (weir_here(), &place) T();
}

/* What a function of a class of another source is given and returns, in the words that a plan speaks of. */
template <typename T>
unsigned long long weir_word(const T& value) {
  unsigned long long word = (unsigned long long)__builtin_addressof(value);
  if (__is_class(T) || __is_union(T)) return word;
  word = 0;
  __builtin_memcpy(&word, __builtin_addressof(value), sizeof(T) < sizeof word ? sizeof(T) : sizeof word);
  return word;
}
template <typename T>
struct weir_answer {
  static T of(const char* function, unsigned long long* passed) {
    static unsigned long long room[(sizeof(T) + 7) / 8];
    passed[WEIR_ARGUMENTS] = (unsigned long long)room;
    const unsigned long long word = weir_planned(function, passed);
    if (!__is_class(T) && !__is_union(T)) room[0] = word;
    return static_cast<T&&>(*reinterpret_cast<T*>(room));
  }
};
template <typename T>
struct weir_answer<T&> {
  static T& of(const char* function, unsigned long long* passed) { return *(T*)weir_planned(function, passed); }
};
template <typename T>
struct weir_answer<T&&> {
  static T&& of(const char* function, unsigned long long* passed) {
    return static_cast<T&&>(*(T*)weir_planned(function, passed));
  }
};
template <>
struct weir_answer<void> {
  static void of(const char* function, unsigned long long* passed) { weir_planned(function, passed); }
};

/* Never called: it makes the compiler emit the virtual tables of T, which it leaves out where nothing makes a T. */
template <typename T>
void weir_emit_tables(T* object) {
  if constexpr (!__is_trivially_destructible(T)) object->T::~T();
  if constexpr (__is_constructible(T, const T&))
    new (weir_here(), object) T(*object);
  else if constexpr (__is_constructible(T, T&&))
    new (weir_here(), object) T(static_cast<T&&>(*object));
}

/* Makes the memory an object of dynamic type T without running a constructor. */
template <typename T>
void weir_enliven(T* object) {
  if constexpr (__is_polymorphic(T)) {
    void (*volatile keep)(T*) = &weir_emit_tables<T>;
    (void)keep;
    weir_virtual_tables(object, typeid(T).name(), &typeid(T));
  }
}

/* Memory that is to be deleted comes from `new`, so that the sanitizer sees where `delete` is not its counterpart. */
#ifdef WEIR_USE_NEW
inline void* weir_memory(weir_size size) { return ::operator new(size); }
inline void* weir_array_memory(weir_size size) { return ::operator new[](size); }
inline void weir_release(void* object) { ::operator delete(object); }
inline void weir_release_array_memory(void* block) { ::operator delete[](block); }
#else
inline void* weir_memory(weir_size size) { return weir_allocate(size); }
inline void* weir_array_memory(weir_size size) { return weir_allocate(size); }
inline void weir_release(void* object) { weir_free(object); }
inline void weir_release_array_memory(void* block) { weir_free(block); }
#endif

template <typename T>
T* weir_make() {
  T* object = static_cast<T*>(weir_memory(sizeof(T)));
  weir_enliven(object);
  return object;
}

/* As `new T[extent]` lays it out: with the number of elements in front where `delete[]` will have to destroy them. */
template <typename T>
constexpr weir_size weir_front() {
  if (__is_trivially_destructible(T)) return 0;
  return alignof(T) > sizeof(weir_size) ? alignof(T) : sizeof(weir_size);
}
template <typename T>
T* weir_make_array(weir_size extent) {
  constexpr weir_size front = weir_front<T>();
  char* block = static_cast<char*>(weir_array_memory(front + extent * sizeof(T)));
  T* array = reinterpret_cast<T*>(block + front);
  if (front != 0) reinterpret_cast<weir_size*>(array)[-1] = extent;
  for (weir_size i = 0; i < extent; ++i) weir_enliven(array + i);
  return array;
}
template <typename T>
void weir_release_array(T* array) {
  weir_release_array_memory(reinterpret_cast<char*>(array) - weir_front<T>());
}

/* Elements in memory that free, operator delete or an allocator gives back: nothing is in front of them. */
template <typename T>
T* weir_make_row(weir_size extent) {
  T* array = static_cast<T*>(weir_memory(extent * sizeof(T)));
  for (weir_size i = 0; i < extent; ++i) weir_enliven(array + i);
  return array;
}
template <typename T>
void weir_release_row(T* array) {
  weir_release(array);
}

template <typename T, typename V>
void weir_put(const T& where, V value) {
  const_cast<T&>(where) = (T)value;
}
/* An iterator that leads nowhere is no pointer. */
template <typename T>
void weir_put(const T& where, decltype(nullptr)) {
  const_cast<T&>(where) = T();
}

/* A member of reference type is bound by writing the address that stands for it. */
inline void weir_bind(void* object, weir_size offset, const volatile void* target) {
  *reinterpret_cast<const volatile void**>(static_cast<char*>(object) + offset) = target;
}

template <typename T>
void weir_destroy(T* object) {
  object->T::~T();
}

/* An argument, by value, as `build` writes it, where the compiler has room for it. No constructor runs: to the compiler
 * it is the result of a call, and how the room for a result is passed is the platform's way, not the language's. */
template <typename T, typename Build>
WEIR_CASE T weir_pass(Build& build) {
#ifdef __x86_64__
  void* (*const make)(void*, Build*) = [](void* place, Build* how) {
    (*how)(static_cast<T*>(place));
    return place;
  };
  return reinterpret_cast<T (*)(Build*)>(make)(&build);
#else
  (void)build;
  weir_cannot("an argument by value cannot be built here without a constructor");
#endif
}

inline void weir_threw_current() {
  weir_called();
  const std::type_info* type = abi::__cxa_current_exception_type();
  int status = 0;
  const char* name = type ? abi::__cxa_demangle(type->name(), nullptr, nullptr, &status) : nullptr;
  weir_threw(name ? name : "");
}

#endif
#endif

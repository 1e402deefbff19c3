/* Builds the objects of a test, whether a constructor would make them so or not. What a test made is no leak. */
static void* heap_kept[64];
static void heap_keep(const volatile void* object) {
  static int count;
  heap_kept[count++ % 64] = (void*)object;
}
#ifdef __cplusplus
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
namespace {
using heap_size = decltype(sizeof(0));

/* Memory for `delete` where the source deletes, for `free` where it frees. */
inline void* heap_memory(heap_size size) {
#ifdef HEAP_USES_NEW
  return std::memset(::operator new(size), 0, size);
#else
  return std::calloc(1, size);
#endif
}

template <typename T>
void heap_enliven(T* object) {
  if constexpr (std::is_polymorphic<T>::value && std::is_default_constructible<T>::value) new (object) T();
  if constexpr (std::is_polymorphic<T>::value && !std::is_default_constructible<T>::value) std::abort();
}
template <typename T>
T* heap_make() {
  T* object = static_cast<T*>(heap_memory(sizeof(T)));
  heap_enliven(object);
  return object;
}
template <typename T>
T* heap_make_row(heap_size extent) {
  T* array = static_cast<T*>(heap_memory(extent * sizeof(T)));
  for (heap_size i = 0; i < extent; ++i) heap_enliven(array + i);
  return array;
}
template <typename T>
T* heap_make_array(heap_size extent) {
#ifdef HEAP_USES_NEW
  if constexpr (std::is_default_constructible<T>::value) return new T[extent]();
#endif
  return heap_make_row<T>(extent);
}
template <typename T>
void heap_release(T* object) {
#ifdef HEAP_USES_NEW
  ::operator delete(static_cast<void*>(object));
#else
  std::free(object);
#endif
}
template <typename T>
void heap_release_row(T* array) {
  heap_release(array);
}
template <typename T>
void heap_release_array(T* array) {
#ifdef HEAP_USES_NEW
  ::operator delete[](static_cast<void*>(array));
#else
  std::free(array);
#endif
}

/* Also into a member that is const. */
template <typename T, typename V>
void heap_put(const T& where, V value) {
  const_cast<T&>(where) = (T)value;
}
inline void heap_bind(void* object, heap_size offset, const volatile void* target) {
  std::memcpy(static_cast<char*>(object) + offset, &target, sizeof target);
}
template <typename T>
void heap_text(T& place) {
  new (&place) T();
}
template <typename T>
void heap_fresh(T& place) {
  if constexpr (std::is_default_constructible<T>::value) new (&place) T();
}
template <typename T>
void heap_destroy(T* object) {
  object->T::~T();
}
struct heap_here {};
}  // namespace
inline void* operator new(decltype(sizeof(0)), heap_here, void* place) { return place; }
namespace {

inline double heap_double(unsigned long long bits) {
  double number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}
inline float heap_float(unsigned bits) {
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}
inline unsigned long long heap_bits_of_double(double number) {
  unsigned long long bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}
inline unsigned long long heap_bits_of_float(float number) {
  unsigned bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}
}  // namespace
#else
#include <stdlib.h>
#include <string.h>
#define heap_make(size) calloc(1, (size))
#define heap_make_array(size, extent) calloc((extent), (size))
#define heap_release(object) free(object)
#define heap_release_array(array) free(array)
#define heap_put(where, value) ((where) = (value))
static double heap_double(unsigned long long bits) {
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
static float heap_float(unsigned bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
static unsigned long long heap_bits_of_double(double number) {
  unsigned long long bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
static unsigned long long heap_bits_of_float(float number) {
  unsigned bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
#endif

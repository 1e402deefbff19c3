// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime of a replay, compiled when weir was built.
#include "tools/replay/embedded.h"

#ifdef WEIR_ADDRESS_OBJECT
asm(R"(
  .section .rodata
weir_address_object:
  .incbin ")" WEIR_ADDRESS_OBJECT R"("
weir_address_object_end:
weir_memory_object:
  .incbin ")" WEIR_MEMORY_OBJECT R"("
weir_memory_object_end:
  .previous
)");

extern "C" const char weir_address_object[], weir_address_object_end[], weir_memory_object[], weir_memory_object_end[];

namespace weir::replay::embedded {

std::string_view runtimeObject(bool for_memory_sanitizer) {
  const char* const begin = for_memory_sanitizer ? weir_memory_object : weir_address_object;
  const char* const end = for_memory_sanitizer ? weir_memory_object_end : weir_address_object_end;
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace weir::replay::embedded
#else
namespace weir::replay::embedded {

std::string_view runtimeObject(bool) { return {}; }

}  // namespace weir::replay::embedded
#endif

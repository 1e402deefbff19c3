// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime of a replay, part of the binary (cmake/WeirEmbed.cmake).
#pragma once

#include <string_view>

namespace weir::replay::embedded {

std::string_view runtimeHeader();
std::string_view runtimeContainers();
std::string_view runtimeSource();
/// Of the source, compiled; nothing where weir was built without the compiler of replays.
std::string_view runtimeObject(bool for_memory_sanitizer);
/// What a regression test builds its objects with.
std::string_view testHeap();
std::string_view testContainers();

}  // namespace weir::replay::embedded

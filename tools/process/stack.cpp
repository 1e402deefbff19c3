// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/stack.h"

#include <sys/resource.h>

#include <algorithm>

namespace weir::process {
namespace {

bool is_changed = false;
rlim_t before = 0;

void setSoftLimit(rlim_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return;
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

}  // namespace

void allowDeepStack() {
  rlimit limit{};
  if (is_changed || getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kDeepStack) return;
  before = limit.rlim_cur;
  is_changed = true;
  setSoftLimit(kDeepStack);
}

void restoreStackLimit() {
  if (is_changed) setSoftLimit(before);
}

}  // namespace weir::process

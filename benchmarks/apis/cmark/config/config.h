// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cmark's build would write.
#pragma once

#include <stdbool.h>

#define CMARK_INLINE inline

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What json-c's build would write on a machine of 64 bits.
#pragma once

#define STDC_HEADERS 1
#define HAVE_STDINT_H 1
#define SIZEOF_INT 4
#define SIZEOF_LONG 8
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8

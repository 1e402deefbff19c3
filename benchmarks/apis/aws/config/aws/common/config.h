// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the build of aws-c-common would write.
#pragma once

#define AWS_HAVE_GCC_OVERFLOW_MATH_EXTENSIONS

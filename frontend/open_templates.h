// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of a source that nothing in it instantiates, as those of a header mostly are: there is no code to check.
//
//   template <class T> struct List { … };            "template struct List<int>;"
//   template <class T> T maxOf(T* a, int n) { … }    "template decltype(maxOf<int>) maxOf<int>;"
//
// Each type parameter without a default is int, each number 2. Written behind the source, such a line makes all
// members of the template; whether it compiles, the compiler says.
#pragma once

#include <vector>

#include "ir/program/source_names.h"

namespace clang {
class ASTUnit;
}

namespace weir::frontend {

std::vector<program::OpenTemplate> openTemplates(const clang::ASTUnit& unit);

}  // namespace weir::frontend

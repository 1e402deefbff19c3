// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that a source of C calls and another source defines.
//
//   node.c:  struct node* lookup(struct node*, int);  … lookup(l, v)->v …      find.c:  struct node* lookup(…) { … }
//
// Clang's importer brings the definition, with the types and functions that it needs, into the tree of the first
// source; the rest of the frontend does not see the difference. Types are the same where their members are, as the
// linker takes them to be.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace clang {
class ASTUnit;
}

namespace weir::frontend {

/// Of C: the names of the functions that it defines for others, and of those that it needs from them.
std::vector<std::string> definedNames(const clang::ASTUnit& unit);
std::vector<std::string> neededNames(const clang::ASTUnit& unit);

/// The definitions that `into` lacks, from the other sources; what is defined in several of them is left alone. Returns
/// the positions of those that something was taken from. The units must stay alive as long as `into` is used.
std::vector<size_t> importDefinitions(clang::ASTUnit& into, const std::vector<std::unique_ptr<clang::ASTUnit>>& others);

}  // namespace weir::frontend

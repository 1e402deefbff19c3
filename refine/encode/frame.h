// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one activation keeps while its body is encoded: the states that wait at labels, handlers and returns.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "refine/encode/encoder.h"

namespace weir::refine {

struct Encoder::Frame {
  Activation activation;
  std::map<std::string, std::vector<SymbolicState>> breaks;     // by label, of enclosing blocks and loops
  std::map<std::string, std::vector<SymbolicState>> continues;  // by label, of enclosing loops
  std::vector<Exit> returns;
  std::vector<ThrownExit> thrown;                                // that left the procedure
  std::vector<std::vector<ThrownExit>*> handlers;                // of enclosing try statements, innermost last
  std::vector<std::pair<program::TypeRef, logic::Expr>> caught;  // by enclosing handlers, innermost last
};

/// Adds the procedures that the value of a function pointer can be, where that is plain to see. False where it is not:
/// it comes from the state at entry, or a call.
bool collectProcedures(logic::Expr function, const program::Vocabulary& vocabulary,
                       std::set<const program::Procedure*>& found);

}  // namespace weir::refine

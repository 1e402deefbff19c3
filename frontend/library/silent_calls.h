// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether anybody can tell how often a function is called: a comparison that counts its calls, or one that throws, is
// not silent. A model asks a comparison or a hash of the program's as often as it needs, the library as often as it
// does.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "ir/program/program.h"

namespace weir::frontend {

class SilentCalls {
 public:
  /// Of all procedures of the program, whose bodies are finished.
  explicit SilentCalls(const std::vector<program::Procedure*>& procedures);

  /// Does a call, with what it leads to, change nothing that was there before and end by returning?
  bool isSilent(const program::Procedure& procedure);

 private:
  using Fresh = std::set<const program::Local*>;  // pointers to what the call itself made
  struct Answer {
    bool is_silent = true;
    bool returns_fresh = false;
  };
  using Asked = std::pair<const program::Procedure*, std::vector<bool>>;  // with which arguments are fresh

  Answer of(const program::Procedure& procedure, const std::vector<bool>& arguments_are_fresh);
  Answer ofCall(const program::CallStmt& call, const Fresh& fresh);
  /// Adds the variables that lead to nothing else, wherever they are assigned.
  void findFresh(const program::Body& body, Fresh& fresh);
  bool isSilent(const program::Stmt& stmt, const Fresh& fresh);
  void noteStored(program::ExprRef value, const Fresh& fresh);

  std::vector<const program::Procedure*> handed_out_;  // may be called through a pointer
  std::map<const program::Procedure*, std::vector<const program::Procedure*>> overriders_;
  std::map<Asked, Answer> known_;
  /// What the call made leads to nothing that was there before: taken for granted until something is stored there.
  bool is_apart_ = true;
};

}  // namespace weir::frontend

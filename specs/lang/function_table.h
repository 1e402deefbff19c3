// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fun and pred declarations of a specification and of what it uses, by name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "specs/lang/ast.h"
#include "support/diagnostics.h"

namespace weir::specs {

struct FunctionEntry {
  const FunctionDecl* decl = nullptr;
  SourceTextPtr text;
  bool uses_prime = false;  // itself or through what it applies
  bool is_broken = false;   // its body has mistakes: applications stay silent
  std::vector<std::pair<Identifier, const VariableDecl*>> parameters;
};

class FunctionTable {
 public:
  /// Reports names that are declared twice or belong to the language, and definitions that use themselves.
  FunctionTable(const std::vector<SpecFile>& files, Diagnostics& diagnostics);
  FunctionTable(const FunctionTable&) = delete;
  FunctionTable& operator=(const FunctionTable&) = delete;

  /// What the name means in that text. A user's declaration hides one of a library, but not from the library.
  const FunctionEntry* find(const std::string& name, const SourceTextPtr& text) const;
  /// In the order of the text.
  const std::vector<FunctionEntry*>& entries() const { return in_order_; }
  std::vector<std::string> names() const;

 private:
  static auto* entryIn(auto& table, const std::string& name, const SourceTextPtr& text);
  void findPrimes(FunctionEntry& entry, std::vector<const FunctionEntry*>& path, Diagnostics& diagnostics);

  std::map<std::string, FunctionEntry> entries_;
  std::map<std::string, FunctionEntry> hidden_;  // of libraries
  std::vector<FunctionEntry*> in_order_;
  std::map<const FunctionEntry*, bool> visited_;
};

/// `mul`, `fresh`, ...: words that are applied like functions but belong to the language.
bool isBuiltinFunction(const std::string& name);

/// `int32[e]`, `uint8[e]`: e as a machine integer of this width and sign has it, wrapped.
struct MachineInteger {
  int width = 32;
  bool is_signed = true;
};
std::optional<MachineInteger> machineInteger(const std::string& name);

}  // namespace weir::specs

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A method to check, from source and specification that stand in the test itself.
//
//   Subject subject("int twice(int x) { return x + x; }", "method twice { ensures even: return != 1 }");
//   subject.check("twice", {}).run("even").verdict
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/vocabulary.h"
#include "refine/method_check.h"
#include "specs/lang/specification.h"

namespace weir::refine {

class Subject {
 public:
  /// Throws where either text is wrong.
  Subject(const std::string& source, const std::string& specification);

  program::Program& program() { return *program_; }
  program::Vocabulary& vocabulary() { return *vocabulary_; }
  const specs::Specification& specification() const { return specification_; }
  const program::Procedure& procedure(const std::string& name) const;
  const specs::MethodSpec& spec(const std::string& method) const;
  const program::ClassDecl* classNamed(const std::string& name) const;

  /// The outcome of one property; `label` may also name a built-in one.
  PropertyOutcome run(const std::string& method, const std::string& label, const CheckOptions& options = {});

 private:
  std::optional<program::Program> program_;
  logic::Context context_;
  std::optional<program::Vocabulary> vocabulary_;
  specs::Specification specification_;
};

CheckOptions withScope(int objects, int unroll, Mode mode = Mode::Inline);

/// The entry state of a violation in one line for each live object, parameters first.
std::string entryOf(const PropertyOutcome& outcome);

}  // namespace weir::refine

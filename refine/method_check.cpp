// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/method_check.h"

#include "refine/session.h"

namespace weir::refine {

std::optional<Mode> modeNamed(const std::string& name) {
  for (const Mode mode : {Mode::Refine, Mode::Inline, Mode::Frames})
    if (name == toString(mode)) return mode;
  return std::nullopt;
}

const char* toString(Mode mode) {
  switch (mode) {
    case Mode::Refine: return "refine";
    case Mode::Inline: return "inline";
    case Mode::Frames: return "frames";
  }
  return "";
}

MethodCheck::MethodCheck(program::Vocabulary& vocabulary, const specs::Specification& specification,
                         const specs::MethodSpec& spec, std::vector<std::string> builtins, CheckOptions options)
    : session_(std::make_unique<Session>(vocabulary, specification, spec, std::move(builtins), std::move(options))) {}

MethodCheck::~MethodCheck() = default;

std::vector<Property> MethodCheck::properties() const { return session_->properties(); }
PropertyOutcome MethodCheck::run(const Property& property) { return session_->run(property); }
void MethodCheck::interrupt() { session_->interrupt(); }

}  // namespace weir::refine

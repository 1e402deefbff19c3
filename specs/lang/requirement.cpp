// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/requirement.h"

#include <memory>

#include "specs/lang/lowering.h"
#include "specs/lang/parser.h"

namespace weir::specs {

std::optional<Requirement> lowerRequirement(const std::string& text, const program::Procedure& procedure,
                                            program::Vocabulary& vocabulary) {
  Diagnostics diagnostics;
  const auto source = std::make_shared<SourceText>("", text);
  const ExprPtr expr = parseExpression(source, diagnostics);
  if (expr == nullptr || diagnostics.hasErrors()) return std::nullopt;
  const NameTable names(vocabulary.program());
  const TypeRules types(vocabulary.program());
  const std::vector<SpecFile> no_files;
  const FunctionTable functions(no_files, diagnostics);
  Lowering lowering({vocabulary, names, types, functions, diagnostics}, source, Role::Requires, &procedure);
  Requirement made;
  made.part = lowering.formula(*expr);
  if (diagnostics.hasErrors()) return std::nullopt;
  return made;
}

}  // namespace weir::specs

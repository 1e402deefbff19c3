// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/method_names.h"

namespace weir::tools {
namespace {

std::string withoutBlanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

std::string tightened(const std::string& name) {
  std::string out;
  // An operator's own sign is not what a pointer's is: `operator *` is never spelt with a blank by Clang.
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_loose = name[i] == ' ' && i + 1 < name.size() && (name[i + 1] == '*' || name[i + 1] == '&');
    if (!is_loose) out += name[i];
  }
  return out;
}

bool isNamed(const program::Procedure& procedure, const std::string& text) {
  const std::string wanted = withoutBlanks(text);
  for (const std::string* full : {&procedure.name, &procedure.signature}) {
    const std::string name = withoutBlanks(*full);
    if (name == wanted || name.ends_with("::" + wanted)) return true;
  }
  return false;
}

}  // namespace weir::tools

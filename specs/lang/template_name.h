// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "std::map<int, Node *>" is std::map with two arguments.
#pragma once

#include <string>
#include <vector>

namespace weir::specs {

struct TemplateName {
  std::string base;
  std::vector<std::string> arguments;
};

inline TemplateName splitTemplate(const std::string& name) {
  const std::size_t open = name.find('<');
  if (open == std::string::npos) return {name, {}};
  TemplateName result{name.substr(0, open), {""}};
  int depth = 0;
  for (std::size_t i = open + 1; i + 1 < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == ',' && depth == 0)
      result.arguments.emplace_back();
    else if (name[i] != ' ' || !result.arguments.back().empty())
      result.arguments.back() += name[i];
  }
  return result;
}

}  // namespace weir::specs

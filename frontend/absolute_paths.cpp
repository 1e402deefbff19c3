// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/absolute_paths.h"

#include <filesystem>

namespace weir::frontend {

namespace fs = std::filesystem;

std::vector<std::string> withAbsolutePaths(const std::vector<std::string>& flags, const std::string& given) {
  const fs::path folder = given;
  static const std::vector<std::string> kPathFlags = {"-isystem", "-iquote", "-include", "-imacros", "-I"};
  std::vector<std::string> absolute;
  std::string option_before;
  // -include stdbool.h is looked for as #include "stdbool.h" is: only a file that is there is meant by its path.
  const auto resolved = [&](const std::string& path, const std::string& option) {
    if (path.empty() || path[0] == '=') return path;
    const fs::path whole = (fs::absolute(folder.empty() ? fs::path(".") : folder) / path).lexically_normal();
    const bool is_searched_for = option == "-include" || option == "-imacros";
    return is_searched_for && !fs::exists(whole) ? path : whole.string();
  };
  for (const std::string& flag : flags) {
    if (!option_before.empty()) {
      absolute.push_back(resolved(flag, option_before));
      option_before.clear();
      continue;
    }
    std::string text = flag;
    for (const std::string& option : kPathFlags) {
      if (!flag.starts_with(option)) continue;
      if (flag == option) {
        option_before = option;
      } else {
        text = option + resolved(flag.substr(option.size()), option);
      }
      break;
    }
    absolute.push_back(text);
  }
  return absolute;
}

}  // namespace weir::frontend

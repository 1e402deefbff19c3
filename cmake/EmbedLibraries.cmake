# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOUTPUT=library.cpp "-DFILES=a.weir;b.weir" -P EmbedLibraries.cmake
# Writes a C++ source that holds the .weir libraries, for `use <a>`. A string literal has a limited length, so each line
# is a literal of its own.
set(ROWS "")
foreach(FILE IN LISTS FILES)
  get_filename_component(NAME ${FILE} NAME_WE)
  file(READ ${FILE} TEXT)
  string(REPLACE "\\" "\\\\" TEXT "${TEXT}")
  string(REPLACE "\"" "\\\"" TEXT "${TEXT}")
  string(REPLACE "\n" "\\n\"\n    \"" TEXT "${TEXT}")
  string(APPEND ROWS "  {\"${NAME}\",\n    \"${TEXT}\"},\n")
endforeach()
file(WRITE ${OUTPUT}
"// Made from specs/lib by cmake/EmbedLibraries.cmake.
#include \"specs/lang/library.h\"

#include <map>

namespace weir::specs {
namespace {

const std::map<std::string, std::string_view>& libraries() {
  static const std::map<std::string, std::string_view> kLibraries = {
${ROWS}  };
  return kLibraries;
}

}  // namespace

std::optional<std::string_view> libraryText(const std::string& name) {
  const auto found = libraries().find(name);
  if (found == libraries().end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> libraryNames() {
  std::vector<std::string> names;
  for (const auto& [name, text] : libraries()) names.push_back(name);
  return names;
}

}  // namespace weir::specs
")

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The build step of weir_embed: writes OUTPUT from PAIRS, name=file separated by bars.
set(TEXT "// Generated from files by weir_embed; edit those.\n#include <string_view>\n\nnamespace ${NAMESPACE} {\n")
string(REPLACE "|" ";" PAIRS "${PAIRS}")
foreach(PAIR ${PAIRS})
  string(REGEX MATCH "^([^=]*)=(.*)$" _ ${PAIR})
  set(NAME ${CMAKE_MATCH_1})
  file(READ ${CMAKE_MATCH_2} CONTENT)
  string(APPEND TEXT "std::string_view ${NAME}();\nstd::string_view ${NAME}() {\n  return R\"~embedded~(${CONTENT})~embedded~\";\n}\n")
endforeach()
string(APPEND TEXT "}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${TEXT}")

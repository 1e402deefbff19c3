# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# weir_embed(TARGET NAMESPACE name=file,file… …): each name becomes a function `std::string_view name()` of TARGET that
# returns its files, one after the other, so that weir is one binary. The header that declares them is written by hand, beside the code that uses them.

function(weir_embed TARGET NAMESPACE)
  set(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_embedded.cpp)
  set(FILES)
  foreach(PAIR ${ARGN})
    string(REGEX REPLACE "^[^=]*=" "" FILE ${PAIR})
    string(REPLACE "," ";" FILE "${FILE}")
    list(APPEND FILES ${FILE})
  endforeach()
  string(REPLACE ";" "|" PAIRS "${ARGN}")
  add_custom_command(OUTPUT ${OUTPUT}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${OUTPUT} -DNAMESPACE=${NAMESPACE} "-DPAIRS=${PAIRS}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${FILES} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${OUTPUT})
endfunction()

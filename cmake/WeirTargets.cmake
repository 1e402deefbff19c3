# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# weir_library(NAME SOURCES … USES … PRIVATE …), weir_test(NAME SOURCES … USES … ENVIRONMENT …) and
# weir_python_test(NAME SCRIPT): every target of ours gets the same warnings, include root and
# test registration.

option(WEIR_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(WEIR_WERROR "Treat warnings as errors" ON)

# mold links an order of magnitude faster than ld; where it is missing the default serves.
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

add_library(weir_options INTERFACE)
target_compile_options(weir_options INTERFACE -Wall -Wextra -Wnon-virtual-dtor
  # Designated initializers leave out what keeps its default.
  -Wno-missing-field-initializers
  # g++ 12 warns falsely on operator+ of strings, and takes the enumerators of a scoped enum for shadows of types.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wshadow=local>"
  # What g++ 12 finds only when it optimises is its own inlining, in strings and in Clang's headers.
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-nonnull;-Wno-array-bounds;-Wno-maybe-uninitialized;-Wno-dangling-pointer;-Wno-null-dereference;-Wno-free-nonheap-object;-Wno-use-after-free;-Wno-format-truncation>"
  $<$<BOOL:${WEIR_WERROR}>:-Werror>)
target_include_directories(weir_options INTERFACE ${PROJECT_SOURCE_DIR})
if(WEIR_SANITIZE)
  target_compile_options(weir_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(weir_options INTERFACE -fsanitize=address,undefined)
endif()

function(weir_library NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  add_library(${NAME} STATIC ${ARG_SOURCES})
  target_link_libraries(${NAME} PUBLIC weir_options ${ARG_USES} PRIVATE ${ARG_PRIVATE})
endfunction()

# Several files of a target are compiled as one: where large headers (CLI11, nlohmann/json, GoogleTest) are most of the
# work this takes a third of the time. Names in unnamed namespaces must then differ within a folder.
function(weir_compile_in_batches TARGET)
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 4)
endfunction()

# A test and its limits: processor time (tests/support/processor_time.py), and so much time on the clock that only a test
# which waits for ever meets it, however busy the machine is.
function(weir_add_test NAME)
  cmake_parse_arguments(ARG "" "PROCESSOR_SECONDS" "COMMAND;ENVIRONMENT;LABELS" ${ARGN})
  if(NOT ARG_PROCESSOR_SECONDS)
    set(ARG_PROCESSOR_SECONDS 300)
  endif()
  if(WEIR_SANITIZE)
    math(EXPR ARG_PROCESSOR_SECONDS "5 * ${ARG_PROCESSOR_SECONDS}")  # what the sanitizers cost
  endif()
  math(EXPR CLOCK_SECONDS "20 * ${ARG_PROCESSOR_SECONDS}")
  add_test(NAME ${NAME}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/support/processor_time.py ${ARG_PROCESSOR_SECONDS} ${ARG_COMMAND}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${NAME} PROPERTIES TIMEOUT ${CLOCK_SECONDS} ENVIRONMENT "${ARG_ENVIRONMENT}" LABELS "${ARG_LABELS}")
endfunction()

# Builds every unit test and nothing else: what tools/test --sanitize needs.
add_custom_target(unit_tests)

# One test binary a folder; ctest runs it as one test named NAME, with the label `unit`.
function(weir_test NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;ENVIRONMENT" ${ARGN})
  add_executable(${NAME} ${ARG_SOURCES})
  target_link_libraries(${NAME} PRIVATE weir_options ${ARG_USES} GTest::gtest GTest::gmock GTest::gtest_main)
  weir_compile_in_batches(${NAME})
  add_dependencies(unit_tests ${NAME})
  weir_add_test(${NAME} COMMAND $<TARGET_FILE:${NAME}> ENVIRONMENT ${ARG_ENVIRONMENT} LABELS unit)
endfunction()

# A unittest file run from the top folder, with the binary under test in $WEIR.
function(weir_python_test NAME SCRIPT)
  weir_add_test(${NAME} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/${SCRIPT}
    ENVIRONMENT WEIR=${PROJECT_BINARY_DIR}/weir PYTHONDONTWRITEBYTECODE=1)
endfunction()

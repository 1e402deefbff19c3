# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every third-party library weir uses, found once, with the Debian package to install where it is missing.

function(weir_require FOUND PACKAGE)
  if(NOT ${FOUND})
    message(FATAL_ERROR "weir needs ${PACKAGE}: run tools/setup, or apt-get install ${PACKAGE}")
  endif()
endfunction()

# An older LLVM may be installed beside 19 and would be found first: pin the version and
# take Clang from the same prefix.
find_package(LLVM 19.1 QUIET CONFIG)
weir_require(LLVM_FOUND llvm-19-dev)
find_package(Clang QUIET CONFIG HINTS ${LLVM_INSTALL_PREFIX}/lib/cmake/clang NO_DEFAULT_PATH)
weir_require(Clang_FOUND libclang-19-dev)

find_path(Z3_INCLUDE_DIR z3++.h)
find_library(Z3_LIBRARY z3)
weir_require(Z3_INCLUDE_DIR libz3-dev)
weir_require(Z3_LIBRARY libz3-dev)
find_path(CADICAL_INCLUDE_DIR cadical.hpp PATH_SUFFIXES cadical)
find_library(CADICAL_LIBRARY cadical)
weir_require(CADICAL_INCLUDE_DIR libcadical-dev)
weir_require(CADICAL_LIBRARY libcadical-dev)

# The archive: libLLVM has an isl of its own, slower and of another version, that would take the place of a shared one.
find_path(ISL_INCLUDE_DIR isl/set.h)
find_library(ISL_LIBRARY NAMES libisl.a)
find_library(GMP_LIBRARY gmp)
weir_require(ISL_INCLUDE_DIR libisl-dev)
weir_require(ISL_LIBRARY libisl-dev)
weir_require(GMP_LIBRARY libgmp-dev)

find_package(nlohmann_json QUIET CONFIG)
weir_require(nlohmann_json_FOUND nlohmann-json3-dev)
find_package(CLI11 QUIET CONFIG)
weir_require(CLI11_FOUND libcli11-dev)
find_package(GTest QUIET CONFIG)
weir_require(GTest_FOUND libgtest-dev)
if(NOT TARGET GTest::gmock)
  weir_require(GMock_FOUND libgmock-dev)
endif()
find_package(benchmark QUIET CONFIG)
weir_require(benchmark_FOUND libbenchmark-dev)
find_package(SQLite3 QUIET)
weir_require(SQLite3_FOUND libsqlite3-dev)
find_package(yaml-cpp QUIET CONFIG)
weir_require(yaml-cpp_FOUND libyaml-cpp-dev)
find_package(Threads REQUIRED)
find_package(Python3 QUIET COMPONENTS Interpreter)
weir_require(Python3_FOUND python3)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(weir) gives
#
#   weir_add_check(NAME list SPEC list.weir [FLAGS -std=c++17 …] [ARGUMENTS --scope 4 …] [TIMEOUT 60])
#
# which makes each property of the specification a test of ctest, list.List::push.linked. The properties are asked of weir
# when ctest starts, so that a new one is a new test without configuring again. A property that is violated, unknown or
# vacuous is a failing test, and so is a specification that cannot be read.

find_program(WEIR_EXECUTABLE weir HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin
  DOC "The weir program that runs the checks")
if(NOT WEIR_EXECUTABLE)
  set(weir_FOUND FALSE)
  set(weir_NOT_FOUND_MESSAGE "the program weir is not there; set WEIR_EXECUTABLE")
  return()
endif()
set(_WEIR_DISCOVER ${CMAKE_CURRENT_LIST_DIR}/WeirDiscoverChecks.cmake)

function(weir_add_check)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "NAME;SPEC;TIMEOUT" "FLAGS;ARGUMENTS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weir_add_check: what is '${ARG_UNPARSED_ARGUMENTS}'?")
  endif()
  foreach(KEY NAME SPEC)
    if(NOT ARG_${KEY})
      message(FATAL_ERROR "weir_add_check: ${KEY} is missing")
    endif()
  endforeach()
  get_filename_component(SPEC ${ARG_SPEC} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT EXISTS ${SPEC})
    message(FATAL_ERROR "weir_add_check: there is no ${SPEC}")
  endif()
  set(ARGUMENTS ${ARG_ARGUMENTS})
  if(ARG_TIMEOUT)
    list(APPEND ARGUMENTS --timeout ${ARG_TIMEOUT})
  endif()
  set(SCRIPT "${CMAKE_CURRENT_BINARY_DIR}/weir_${ARG_NAME}.cmake")
  file(WRITE ${SCRIPT} "set(WEIR_EXECUTABLE [==[${WEIR_EXECUTABLE}]==])\nset(NAME [==[${ARG_NAME}]==])\n"
    "set(SPEC [==[${SPEC}]==])\nset(FLAGS [==[${ARG_FLAGS}]==])\nset(ARGUMENTS [==[${ARGUMENTS}]==])\n"
    "set(FOLDER [==[${CMAKE_CURRENT_BINARY_DIR}]==])\ninclude([==[${_WEIR_DISCOVER}]==])\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${SCRIPT})
endfunction()

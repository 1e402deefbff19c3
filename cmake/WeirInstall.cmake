# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` puts where, and the Debian package that CPack makes of it (tools/package).
include(GNUInstallDirs)
# Tests need not be built to install weir.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY TRUE)

install(TARGETS weir RUNTIME)

# Made by weir itself, from its own table of options.
set(GENERATED_DIR ${PROJECT_BINARY_DIR}/share)
file(MAKE_DIRECTORY ${GENERATED_DIR})
add_custom_command(
  OUTPUT ${GENERATED_DIR}/weir.1 ${GENERATED_DIR}/weir ${GENERATED_DIR}/_weir ${GENERATED_DIR}/weir.fish
  COMMAND weir man > ${GENERATED_DIR}/weir.1
  COMMAND weir completion bash > ${GENERATED_DIR}/weir
  COMMAND weir completion zsh > ${GENERATED_DIR}/_weir
  COMMAND weir completion fish > ${GENERATED_DIR}/weir.fish
  DEPENDS weir)
add_custom_target(weir_generated ALL DEPENDS ${GENERATED_DIR}/weir.1)
install(FILES ${GENERATED_DIR}/weir.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${GENERATED_DIR}/weir DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${GENERATED_DIR}/_weir DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${GENERATED_DIR}/weir.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

install(FILES cmake/package/weirConfig.cmake cmake/package/WeirDiscoverChecks.cmake
  DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/weir)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weirConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weirConfigVersion.cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/weir)

install(FILES docs/schema/result.schema.json docs/schema/suite.schema.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/weir/schema)
install(FILES README.md NEWS.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Where README.md says they are.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN schema EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "weir developers <weir@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "checks C and C++ methods against properties of the heap")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Clang's own headers (stddef.h, stdarg.h) are read wherever a source includes a header of the system.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-19-dev")
# The replay compiles a program, the report draws graphs; both say so where these are missing.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-19, libclang-rt-19-dev, graphviz")
include(CPack)

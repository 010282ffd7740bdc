# The version and the git revision as a source file, rewritten only when they change. Included by
# CMakeLists.txt; run as a script at each build.
if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(
    COMMAND git describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${GF_SOURCE}
    OUTPUT_VARIABLE GF_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  configure_file(${GF_SOURCE}/cmake/version.cpp.in ${GF_OUTPUT} @ONLY)
  return()
endif()

set(GF_VERSION_FILE ${PROJECT_BINARY_DIR}/generated/version.cpp)
set(GF_VERSION_COMMAND
  ${CMAKE_COMMAND} -DGF_SOURCE=${PROJECT_SOURCE_DIR} -DGF_OUTPUT=${GF_VERSION_FILE}
  -DGF_VERSION=${PROJECT_VERSION} -P ${PROJECT_SOURCE_DIR}/cmake/Version.cmake)
add_custom_target(gf_version COMMAND ${GF_VERSION_COMMAND} BYPRODUCTS ${GF_VERSION_FILE}
                  COMMENT "" VERBATIM)
execute_process(COMMAND ${GF_VERSION_COMMAND})
target_sources(gf_core PRIVATE ${GF_VERSION_FILE})
add_dependencies(gf_core gf_version)

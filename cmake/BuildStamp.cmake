# core/run/build_stamp.h: what a plug-in (core/run/plugin.h) has to have in common with the program that
# loads it, written anew only when it changes. The hash is of every header that is installed: two
# builds of equal headers lay out their classes alike, whatever else differs. Included by
# CMakeLists.txt; run as a script when a header changes.
set(GF_FLOORS core tlm_models workloads hw platforms explain runs papers sc_main)

if(CMAKE_SCRIPT_MODE_FILE)
  set(hashes "")
  foreach(floor IN LISTS GF_FLOORS)
    file(GLOB_RECURSE headers RELATIVE ${GF_SOURCE} ${GF_SOURCE}/${floor}/*.h)
    list(SORT headers)
    foreach(header IN LISTS headers)
      file(SHA256 ${GF_SOURCE}/${header} hash)
      string(APPEND hashes "${header} ${hash}\n")
    endforeach()
  endforeach()
  string(SHA256 GF_HEADERS "${hashes}")
  string(SUBSTRING ${GF_HEADERS} 0 12 GF_HEADERS)
  configure_file(${GF_SOURCE}/cmake/build_stamp.h.in ${GF_OUTPUT}.new @ONLY)
  file(COPY_FILE ${GF_OUTPUT}.new ${GF_OUTPUT} ONLY_IF_DIFFERENT)
  file(WRITE ${GF_OUTPUT}.done "")
  return()
endif()

set(GF_GENERATED_INCLUDE ${PROJECT_BINARY_DIR}/generated/include)
set(stamp ${GF_GENERATED_INCLUDE}/core/run/build_stamp.h)
set(headers "")
foreach(floor IN LISTS GF_FLOORS)
  file(GLOB_RECURSE of_floor CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${floor}/*.h)
  list(APPEND headers ${of_floor})
endforeach()
set(GF_STAMP_COMMAND
  ${CMAKE_COMMAND} -DGF_SOURCE=${PROJECT_SOURCE_DIR} -DGF_OUTPUT=${stamp}
  -DGF_VERSION=${PROJECT_VERSION} -P ${CMAKE_CURRENT_LIST_FILE})
add_custom_command(OUTPUT ${stamp}.done BYPRODUCTS ${stamp} COMMAND ${GF_STAMP_COMMAND}
                   DEPENDS ${headers} ${CMAKE_CURRENT_LIST_FILE} COMMENT "" VERBATIM)
add_custom_target(gf_build_stamp DEPENDS ${stamp}.done)
execute_process(COMMAND ${GF_STAMP_COMMAND})
# One source sees it, so that nothing else is compiled again for it; both are compiled alone.
set_source_files_properties(
  ${PROJECT_SOURCE_DIR}/core/run/plugin_stamp.cpp ${PROJECT_SOURCE_DIR}/core/run/plugins.cpp
  PROPERTIES INCLUDE_DIRECTORIES ${GF_GENERATED_INCLUDE} SKIP_UNITY_BUILD_INCLUSION ON)
add_dependencies(gf_core gf_build_stamp)

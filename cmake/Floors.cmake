# Kernels that name their constants alike (kWarps, kIterations) stand alone in a unity build.
set(kernels)
foreach(kernel comd comd_lists gemm random_asymmetric rsbench stencil3d stream_triad
               survey_propagation)
  list(APPEND kernels ${PROJECT_SOURCE_DIR}/workloads/kernels/programs/${kernel}.cpp)
endforeach()
foreach(kernel als jacobi pagerank sssp sweep xray_ct)
  list(APPEND kernels ${PROJECT_SOURCE_DIR}/workloads/shared/${kernel}.cpp)
endforeach()
set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# g++ takes the optional edges of Boost.Graph's iterators for uninitialized at -O3.
set_source_files_properties(${PROJECT_SOURCE_DIR}/tlm_models/analytic/max_flow.cpp PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON
  COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")

# How many files of a floor are compiled as one. What wires machines or talks to users uses the same
# large templates and parameter groups in every file: with thirty at once they are compiled once.
# Below, files share little, and smaller batches leave work for the other cores.
set(GF_WIDE_BATCH ${CMAKE_UNITY_BUILD_BATCH_SIZE} CACHE STRING
    "Files of hw/, platforms/, papers/ and sc_main/ that a unity build compiles as one")
set(GF_WIDE_FLOORS hw platforms papers sc_main)

# A floor is one static library made of every .cpp under its folder. It sees itself and the
# floors below it. Adding a file needs no edit here.
add_library(gf_pch OBJECT ${PROJECT_SOURCE_DIR}/cmake/pch.cpp)
set(gf_precompiled <systemc> <tlm> <string> <vector> <memory> <algorithm> <filesystem> <functional>
                   <map> <optional> <fmt/format.h>)
target_precompile_headers(gf_pch PRIVATE ${gf_precompiled})
target_link_libraries(gf_pch PRIVATE gf_options gf_dependencies)

# What every library of ours is to others: GPUFabric::core, with its headers, as libgpufabric_core.a.
function(gf_set_up_library name)
  add_library(GPUFabric::${name} ALIAS gf_${name})
  set_target_properties(gf_${name} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME gpufabric_${name})
  target_include_directories(gf_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${GF_INSTALL_INCLUDE}>)
  target_link_libraries(gf_${name} PRIVATE $<BUILD_INTERFACE:gf_options>)
  if(GF_WIDE_BATCH AND name IN_LIST GF_WIDE_FLOORS)
    set_target_properties(gf_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE ${GF_WIDE_BATCH})
  endif()
endfunction()

function(gf_add_floor name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/*.cpp)
  add_library(gf_${name} STATIC ${sources})
  gf_set_up_library(${name})
  target_link_libraries(gf_${name} PUBLIC gf_dependencies)
  target_precompile_headers(gf_${name} REUSE_FROM gf_pch)
  foreach(below ${ARGN})
    target_link_libraries(gf_${name} PUBLIC gf_${below})
  endforeach()
endfunction()

# The program: every .cpp of `folder` but main.cpp is also a library, so that tests can call it.
function(gf_add_program program folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${folder}/cli/main.cpp)
  add_library(gf_${folder} STATIC ${sources})
  # Alone in its object: a program with a main of its own must not be given this one's sc_main().
  set_source_files_properties(${PROJECT_SOURCE_DIR}/${folder}/cli/program.cpp
                              PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  gf_set_up_library(${folder})
  foreach(below ${ARGN})
    target_link_libraries(gf_${folder} PUBLIC gf_${below})
  endforeach()
  target_precompile_headers(gf_${folder} REUSE_FROM gf_pch)
  add_executable(${program} ${PROJECT_SOURCE_DIR}/${folder}/cli/main.cpp)
  target_link_libraries(${program} PRIVATE gf_options gf_${folder})
  target_precompile_headers(${program} REUSE_FROM gf_pch)
  # Plug-ins call what they need of it, whether or not the program itself does.
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin
    ENABLE_EXPORTS ON
    LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,gf_core,gf_tlm_models,gf_workloads,gf_hw,gf_platforms")
endfunction()

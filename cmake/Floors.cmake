# Kernels that name their constants alike (kWarps, kIterations) stand alone in a unity build.
set(kernels)
foreach(kernel comd comd_lists gemm random_asymmetric rsbench stencil3d stream_triad
               survey_propagation)
  list(APPEND kernels ${CMAKE_SOURCE_DIR}/tlm_models/work/kernels/${kernel}.cpp)
endforeach()
foreach(kernel als jacobi pagerank sssp sweep xray_ct)
  list(APPEND kernels ${CMAKE_SOURCE_DIR}/tlm_models/work/shared/${kernel}.cpp)
endforeach()
set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# A floor is one static library made of every .cpp under its folder. It sees itself and the
# floors below it. Adding a file needs no edit here.
add_library(gf_pch OBJECT ${CMAKE_SOURCE_DIR}/cmake/pch.cpp)
set(gf_precompiled <systemc> <tlm> <string> <vector> <memory> <algorithm> <filesystem> <functional>
                   <map> <optional> <fmt/format.h>)
target_precompile_headers(gf_pch PRIVATE ${gf_precompiled})
target_link_libraries(gf_pch PRIVATE gf_options gf_dependencies)

function(gf_add_floor name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${name}/*.cpp)
  add_library(gf_${name} STATIC ${sources})
  target_include_directories(gf_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(gf_${name} PRIVATE gf_options PUBLIC gf_dependencies)
  target_precompile_headers(gf_${name} REUSE_FROM gf_pch)
  foreach(below ${ARGN})
    target_link_libraries(gf_${name} PUBLIC gf_${below})
  endforeach()
endfunction()

# The program: every .cpp of `folder` but main.cpp is also a library, so that tests can call it.
function(gf_add_program program folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/${folder}/main.cpp)
  add_library(gf_${folder} STATIC ${sources})
  target_link_libraries(gf_${folder} PRIVATE gf_options)
  foreach(below ${ARGN})
    target_link_libraries(gf_${folder} PUBLIC gf_${below})
  endforeach()
  target_precompile_headers(gf_${folder} REUSE_FROM gf_pch)
  add_executable(${program} ${CMAKE_SOURCE_DIR}/${folder}/main.cpp)
  target_link_libraries(${program} PRIVATE gf_options gf_${folder})
  target_precompile_headers(${program} REUSE_FROM gf_pch)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

# Language, warnings, sanitizers, compiler cache.
set(CMAKE_CXX_STANDARD 17)  # the packaged SystemC exports only the C++17 ABI symbol
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# What only serves work on GPUFabric itself is off where another project has added this tree.
option(GF_BUILD_TESTS "Build tests and benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(GF_WARNINGS_AS_ERRORS "A warning ends the build" ${PROJECT_IS_TOP_LEVEL})
option(GF_INSTALL "Rules for cmake --install and packages" ${PROJECT_IS_TOP_LEVEL})
set(GF_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (for example address,undefined)")
set(GF_SANITIZE_BUT "" CACHE STRING "Their checks that are left out, as for -fno-sanitize=")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(GF_CCACHE ccache)
if(GF_CCACHE)
  # A precompiled header is cached only when its time stamps are left out of the key.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${GF_CCACHE})
endif()

# Two sets of options: gf_options for what is modelled, gf_test_options for the tests. Tests are
# compiled often and run shortly, so -O0 even for a release. With sanitizers their own code is
# watched for wrong addresses only: the other checks double the time that matchers take to compile
# and look at nothing of the models.
add_library(gf_options INTERFACE)
add_library(gf_test_options INTERFACE)
foreach(options gf_options gf_test_options)
  target_compile_options(${options} INTERFACE
    -Wall -Wextra -Wpedantic $<$<BOOL:${GF_WARNINGS_AS_ERRORS}>:-Werror> -fpch-preprocess
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)  # no collection below 1 GB
  if(GF_SANITIZE)
    target_compile_options(${options} INTERFACE
      -fsanitize=${GF_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)  # false alarms once instrumented
    target_link_options(${options} INTERFACE -fsanitize=${GF_SANITIZE})
    if(GF_SANITIZE_BUT)
      target_compile_options(${options} INTERFACE -fno-sanitize=${GF_SANITIZE_BUT})
    endif()
  endif()
endforeach()
target_compile_options(gf_test_options INTERFACE -O0)
if(GF_SANITIZE)
  target_compile_options(gf_test_options INTERFACE -fno-sanitize=undefined)
endif()

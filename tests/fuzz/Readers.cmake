# Readers of input (readers.h): each file of the corpus is a test of every build, and under clang with
# AddressSanitizer libFuzzer makes more of them, for some seconds each (ctest -L readers; longer:
# scripts/fuzz). The floors whose readers it guides are compiled with its counters.
file(GLOB tool_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/measurements/tools/*.cpp)
set(reader_sources ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/readers.cpp ${tool_sources}
    ${PROJECT_SOURCE_DIR}/papers/series_reader.cpp ${PROJECT_SOURCE_DIR}/sc_main/many/sweep_axes.cpp)
set_source_files_properties(${reader_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_sources(fuzz_tests PRIVATE ${reader_sources})
target_link_libraries(fuzz_tests PRIVATE gf_runs)

if(NOT (GF_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang"))
  return()
endif()
# What -fsanitize=fuzzer-no-link stands for; with that word itself no precompiled header would fit.
set(GF_COVERAGE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
foreach(floor core tlm_models workloads runs)
  target_compile_options(gf_${floor} PRIVATE ${GF_COVERAGE})
endforeach()
# Readers of upper floors are compiled once more: the rest of those runs in tests that count time.
add_executable(fuzz_readers fuzz/fuzzer.cpp ${reader_sources}
  ${PROJECT_SOURCE_DIR}/hw/riscv/core/elf_image.cpp ${PROJECT_SOURCE_DIR}/hw/riscv/debug/gdb_link.cpp)
set_target_properties(fuzz_readers PROPERTIES UNITY_BUILD OFF
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
target_compile_options(fuzz_readers PRIVATE ${GF_COVERAGE})
target_link_libraries(fuzz_readers PRIVATE gf_options gf_workloads gf_runs)
target_link_options(fuzz_readers PRIVATE -fsanitize=fuzzer)
add_dependencies(model_tests fuzz_readers)

set(GF_FUZZ_SECONDS 3 CACHE STRING "How long libFuzzer makes inputs for each reader in ctest")
file(GLOB readers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus
     CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/*)
foreach(reader IN LISTS readers)
  add_test(NAME fuzz.readers.${reader} COMMAND ${PROJECT_SOURCE_DIR}/scripts/fuzz ${reader}
           --seconds ${GF_FUZZ_SECONDS} --program $<TARGET_FILE:fuzz_readers>)
  set_tests_properties(fuzz.readers.${reader} PROPERTIES LABELS "fuzz;readers" TIMEOUT 300)
endforeach()

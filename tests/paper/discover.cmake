# Writes GF_OUTPUT, which CTest includes: paper.quick_set, the program's main job, and one test a line
# of `gpufabric reproduce --list`. They share a store, so that a run that several experiments need is
# made once. When both are asked for, the whole set comes first: two experiments that need the same
# runs do not wait for each other. It counts as one processor, though it uses all cores, so that
# short tests run beside it and fill what it leaves.
execute_process(COMMAND ${GF_PROGRAM} reproduce --list
                OUTPUT_VARIABLE listing RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "gpufabric reproduce --list ended with ${code}")
endif()

set(text "add_test(paper.quick_set [[${CMAKE_CURRENT_LIST_DIR}/quick_set]] [[${GF_PROGRAM}]] "
         "[[${GF_REPORTS}]])\n"
         "set_tests_properties(paper.quick_set PROPERTIES LABELS paper TIMEOUT 5400 "
         "COST 1000000 ENVIRONMENT GPUFABRIC_DEFAULTS=none)\n")
string(CONCAT text ${text})
string(REPLACE "\n" ";" lines "${listing}")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([a-z0-9._-]+) +(quick|full) ")
    continue()
  endif()
  set(id ${CMAKE_MATCH_1})
  if(CMAKE_MATCH_2 STREQUAL "quick")
    set(label paper)
    set(seconds 900)
  else()
    set(label full)  # at published sizes; some take an hour
    set(seconds 10000)
  endif()
  string(APPEND text
    "add_test([[paper.${id}]] [[${GF_PROGRAM}]] reproduce ${id} -j 1 --quiet "
    "--store [[${GF_REPORTS}/store]] --outdir [[${GF_REPORTS}/${id}]])\n"
    "set_tests_properties([[paper.${id}]] PROPERTIES LABELS ${label} TIMEOUT ${seconds} "
    "SKIP_REGULAR_EXPRESSION [[(^|\n)skipped ]] DEPENDS paper.quick_set "
    "ENVIRONMENT GPUFABRIC_DEFAULTS=none)\n")
endforeach()
# Predictions of machines stay as they were, or docs/blind.md and docs/field.md say why one moved.
string(APPEND text
  "add_test(paper.blind_predictions [[${CMAKE_CURRENT_LIST_DIR}/../../scripts/blind_predictions]] "
  "--check [[${GF_PROGRAM}]])\n"
  "set_tests_properties(paper.blind_predictions PROPERTIES LABELS paper TIMEOUT 900 "
  "DEPENDS paper.quick_set ENVIRONMENT [[GPUFABRIC_STORE=${GF_REPORTS}/store]])\n"
  "add_test(paper.field_predictions [[${CMAKE_CURRENT_LIST_DIR}/../../scripts/blind_predictions]] "
  "--check --field [[${GF_PROGRAM}]])\n"
  "set_tests_properties(paper.field_predictions PROPERTIES LABELS paper TIMEOUT 900 "
  "DEPENDS paper.quick_set ENVIRONMENT [[GPUFABRIC_STORE=${GF_REPORTS}/store]])\n")
file(WRITE ${GF_OUTPUT} "${text}")

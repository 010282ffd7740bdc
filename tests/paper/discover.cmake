# Writes GF_OUTPUT, which CTest includes: one test a line of `gpufabric reproduce --list`.
execute_process(COMMAND ${GF_PROGRAM} reproduce --list
                OUTPUT_VARIABLE listing RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "gpufabric reproduce --list ended with ${code}")
endif()

set(text "")
string(REPLACE "\n" ";" lines "${listing}")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([a-z0-9._-]+) +(quick|full) ")
    continue()
  endif()
  set(id ${CMAKE_MATCH_1})
  if(CMAKE_MATCH_2 STREQUAL "quick")
    set(label paper)
    set(size "")
  else()
    set(label full)
    set(size "--full")
  endif()
  string(APPEND text
    "add_test([[paper.${id}]] [[${GF_PROGRAM}]] reproduce ${id} -j 1 --quiet ${size} "
    "--outdir [[${GF_REPORTS}/${id}]])\n"
    "set_tests_properties([[paper.${id}]] PROPERTIES LABELS ${label} TIMEOUT 600)\n")
endforeach()
# Rows of DEVIATIONS.md that only published sizes show (PROACT-2, -10, -14, -17): about an hour.
string(APPEND text
  "add_test([[paper.proact.published]] [[${GF_PROGRAM}]] reproduce [[proact.*]] --full -j 2 "
  "--quiet --outdir [[${GF_REPORTS}/proact.published]])\n"
  "set_tests_properties([[paper.proact.published]] PROPERTIES LABELS full PROCESSORS 2 "
  "TIMEOUT 10000)\n")
file(WRITE ${GF_OUTPUT} "${text}")

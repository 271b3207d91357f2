# cmake -DPROGRAM=... -DMODULE=loss -DOUT=... -P list_suites.cmake: asks a program of GoogleTest for its suites and writes what ctest
# reads to run each as a test: loss.ListMle, with the label loss.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
# "Suite." begins a line, with a comment behind it where the suite is typed; its cases follow, indented.
string(REGEX MATCHALL "\n[A-Za-z_][A-Za-z0-9_/]*\\." lines "\n${listed}")
if(NOT lines)
  message(FATAL_ERROR "${PROGRAM} has no tests")
endif()
# These take minutes and begin first, so that no core waits for one of them at the end.
set(long cli.DamagedFiles research_cli.ReproduceTest learn.Algorithms/EveryAlgorithm research_papers.Claims cli.CollectTasks research_joint.VerdictCalibration)
set(tests "")
# These need a server: the test store_postgresql starts one and runs them.
list(FILTER lines EXCLUDE REGEX "^\nPostgresql")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^\n(.*)\\.$" "\\1" suite "${line}")
  # A suite is skipped when none of it ran; one skipped case among others hides no failure.
  string(APPEND tests "add_test(\"${MODULE}.${suite}\" \"${PROGRAM}\" \"--gtest_filter=${suite}.*\")\n"
    "set_tests_properties(\"${MODULE}.${suite}\" PROPERTIES LABELS \"${MODULE}\"\n"
    "  SKIP_REGULAR_EXPRESSION \"PASSED  . 0 tests\\\\.\\n(.  SKIPPED .[^\\n]*\\n)+$\")\n")
  if("${MODULE}.${suite}" IN_LIST long)
    string(APPEND tests "set_tests_properties(\"${MODULE}.${suite}\" PROPERTIES COST 200 LABELS \"${MODULE};long\")\n")
  endif()
endforeach()
file(WRITE "${OUT}" "${tests}")

# The pages of web/ as sources of libraries: podium_add_page(core report). Build folders that share PODIUM_WEB_CACHE build them
# once.
set(PODIUM_WEB_CACHE "${PROJECT_BINARY_DIR}/web" CACHE PATH
  "Where the packages and the built pages of web/ are kept")
set(PODIUM_REPORT_PAGE "" CACHE STRING
  "The source of the report page if it is written already (tools/build_page.py --report), or none for a library without it")
find_program(PODIUM_NODE node)
find_program(PODIUM_NPM npm)
set(podium_has_npm OFF)
if(PODIUM_NODE AND PODIUM_NPM AND EXISTS "${PROJECT_SOURCE_DIR}/web/package.json")
  set(podium_has_npm ON)
endif()
if(NOT podium_has_npm AND PODIUM_COMPONENTS STREQUAL "all")
  message(FATAL_ERROR "Found no node or no npm, which build the pages: install Node.js 18 or newer "
    "with npm, on Debian by: apt-get install nodejs npm")
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# Runs in the folder where the packages are, after a "--".
set(podium_web "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tools/build_page.py"
  --source "${PROJECT_SOURCE_DIR}/web" --cache "${PODIUM_WEB_CACHE}")

# podium_add_page(LIBRARY report|label|serve)
function(podium_add_page library page)
  set(web "${PROJECT_SOURCE_DIR}/web")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${page}_page.cpp")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${web}/src/*")
  list(FILTER sources EXCLUDE REGEX "\\.test\\.ts$")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${podium_web} --${page} "${output}"
    DEPENDS ${sources} "${web}/index.html" "${web}/label.html" "${web}/serve.html" "${web}/package.json"
      "${web}/package-lock.json" "${web}/.npmrc" "${web}/tsconfig.json" "${web}/vite.config.ts"
      "${PROJECT_SOURCE_DIR}/tools/build_page.py"
    COMMENT "Building the ${page} page" VERBATIM)
  target_sources(podium_${library} PRIVATE "${output}")
endfunction()

# podium_add_report_page(LIBRARY): the page as PODIUM_REPORT_PAGE says; else from web/; else that of a source distribution of the Python
# package, which has no web/. Without it, writing a page is an error that says so.
function(podium_add_report_page library)
  set(written "${PODIUM_REPORT_PAGE}")
  if(NOT written AND NOT podium_has_npm AND EXISTS "${PROJECT_SOURCE_DIR}/python/report_page.cpp")
    set(written python/report_page.cpp)
  endif()
  if(written AND NOT written STREQUAL "none")
    get_filename_component(page "${written}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
    target_sources(podium_${library} PRIVATE "${page}")
  elseif(podium_has_npm AND NOT written)
    podium_add_page(${library} report)
  else()
    message(STATUS "Report pages: none, as there is no Node.js with npm, or as was asked for")
    target_sources(podium_${library} PRIVATE "${PROJECT_SOURCE_DIR}/src/podium/core/report/no_page.cpp")
  endif()
endfunction()

# podium_add_web_test(web_unit npm test): a test of ctest that runs where the packages are.
function(podium_add_web_test name)
  add_test(NAME ${name} COMMAND ${podium_web} -- ${ARGN})
endfunction()

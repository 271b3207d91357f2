# The page of web/ as a source of a library: podium_add_page(core). Build folders that share PODIUM_WEB_CACHE build it once.
set(PODIUM_WEB_CACHE "${PROJECT_BINARY_DIR}/web" CACHE PATH
  "Where the packages and the built page of web/ are kept")
find_program(PODIUM_NODE node)
find_program(PODIUM_NPM npm)
if(NOT PODIUM_NODE OR NOT PODIUM_NPM)
  message(FATAL_ERROR "Found no node or no npm, which build the report page: install Node.js 18 or newer "
    "with npm, on Debian by: apt-get install nodejs npm")
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# Runs in the folder where the packages are, after a "--".
set(podium_web "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tools/build_page.py"
  --source "${PROJECT_SOURCE_DIR}/web" --cache "${PODIUM_WEB_CACHE}")

function(podium_add_page library)
  set(web "${PROJECT_SOURCE_DIR}/web")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/page_template.cpp")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${web}/src/*")
  list(FILTER sources EXCLUDE REGEX "\\.test\\.ts$")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${podium_web} --output "${output}"
    DEPENDS ${sources} "${web}/index.html" "${web}/package.json" "${web}/package-lock.json" "${web}/.npmrc"
      "${web}/tsconfig.json" "${web}/vite.config.ts" "${PROJECT_SOURCE_DIR}/tools/build_page.py"
    COMMENT "Building the report page" VERBATIM)
  target_sources(podium_${library} PRIVATE "${output}")
endfunction()

# podium_add_web_test(web_unit npm test): a test of ctest that runs where the packages are.
function(podium_add_web_test name)
  add_test(NAME ${name} COMMAND ${podium_web} -- ${ARGN})
endfunction()

# Compiling sources together saves most of what they all include. clang-tidy (./dev lint) still sees files one by one, without
# precompiled headers and with the warnings that make no sense across files.
option(PODIUM_UNITY "Compile several sources of a module together" OFF)

# Flags of our own targets only: linked PRIVATE, never exported to users.
add_library(podium_build INTERFACE)
target_compile_options(podium_build INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Wcast-qual -Wformat=2 -Wimplicit-fallthrough
  -Wno-missing-field-initializers       # designated initialisers leave the rest to its default
  # g++ 12 sees overlaps and overflows in std::string's own code, more of them in precompiled headers.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>  # lets ccache see what a precompiled header holds
  $<$<NOT:$<BOOL:${PODIUM_UNITY}>>:-Wshadow>
  $<$<AND:$<BOOL:${PODIUM_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
  -ffp-contract=off                     # same results from g++ and clang, -O0 and -O3
  $<$<BOOL:${PODIUM_WHEEL}>:-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=;-ffunction-sections;-fdata-sections>
  # Where memory is overwritten after all, a program that others use ends instead of going on.
  $<$<CONFIG:Release>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>
  $<$<BOOL:${PODIUM_WERROR}>:-Werror>)
target_link_options(podium_build INTERFACE $<$<CONFIG:Release>:-Wl,-z,relro,-z,now>)

# Headers that most sources include, compiled once. A build without them (PODIUM_PRECOMPILE=OFF, as ./dev lint has it) is what proves
# that every source includes what it uses.
set(podium_library_headers
  <algorithm> <array> <cmath> <cstddef> <cstdint> <filesystem> <functional> <limits> <map> <memory>
  <optional> <ostream> <ranges> <span> <string> <string_view> <type_traits> <utility> <variant> <vector>
  <fmt/format.h>)
set(podium_test_headers ${podium_library_headers}
  <gmock/gmock.h> <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h>)

# Under the sanitizers tests are compiled in the quickest way, which takes a third of the time; what they test has it all.
add_library(podium_test_build INTERFACE)
target_link_libraries(podium_test_build INTERFACE podium_build)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  target_compile_options(podium_test_build INTERFACE -O0 -g0 -fno-sanitize=undefined)
endif()

# podium_precompile(libraries podium_library_headers LINK fmt::fmt podium_build): a target whose headers others reuse. It sees
# nothing but what all of them see: g++ refuses headers that were compiled with a definition more.
function(podium_precompile name headers)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LINK")
  set(empty "${PROJECT_BINARY_DIR}/precompiled_${name}.cpp")
  file(CONFIGURE OUTPUT "${empty}" CONTENT "")
  add_library(podium_precompiled_${name} OBJECT "${empty}")
  target_compile_features(podium_precompiled_${name} PRIVATE cxx_std_20)
  target_link_libraries(podium_precompiled_${name} PRIVATE ${arg_LINK})
  set_target_properties(podium_precompiled_${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_precompile_headers(podium_precompiled_${name} PRIVATE ${${headers}})
endfunction()

# podium_add_library(core LINK fmt::fmt ... LINK_PRIVATE TBB::tbb ...): an installed, exported library
# that its modules fill. NOT_INSTALLED: neither installed nor exported.
function(podium_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NOT_INSTALLED" "" "LINK;LINK_PRIVATE")
  add_library(podium_${name})
  add_library(podium::${name} ALIAS podium_${name})
  target_sources(podium_${name}
    PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src")
  target_compile_features(podium_${name} PUBLIC cxx_std_20)
  target_link_libraries(podium_${name}
    PUBLIC ${arg_LINK} PRIVATE ${arg_LINK_PRIVATE} $<BUILD_INTERFACE:podium_build>)
  set_target_properties(podium_${name} PROPERTIES
    CXX_EXTENSIONS OFF EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  if(PODIUM_PRECOMPILE)
    if(NOT TARGET podium_precompiled_libraries)
      podium_precompile(libraries podium_library_headers LINK fmt::fmt podium_build)
      set_target_properties(podium_precompiled_libraries PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    target_precompile_headers(podium_${name} REUSE_FROM podium_precompiled_libraries)
  endif()
  if(NOT arg_NOT_INSTALLED)
    install(TARGETS podium_${name} EXPORT podium-targets FILE_SET HEADERS)
  endif()
endfunction()

# podium_compile_together(TARGET SOURCE...): a dozen sources of one folder at a time; names in their unnamed namespaces must differ.
function(podium_compile_together target)
  if(NOT PODIUM_UNITY)
    return()
  endif()
  file(RELATIVE_PATH module "${PROJECT_SOURCE_DIR}/src/podium" "${CMAKE_CURRENT_SOURCE_DIR}")
  foreach(source IN LISTS ARGN)
    get_filename_component(folder "${source}" DIRECTORY)
    if(NOT DEFINED number OR NOT folder STREQUAL last)
      set(number 0)
    endif()
    set(last "${folder}")
    math(EXPR group "${number} / 12")
    math(EXPR number "${number} + 1")
    set_source_files_properties("${CMAKE_CURRENT_SOURCE_DIR}/${source}" TARGET_DIRECTORY ${target}
      PROPERTIES UNITY_GROUP "${module}/${folder}${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# podium_add_module(core HEADERS a.hpp ... SOURCES a.cpp ... TESTS a_test.cpp ...): the files of this
# folder become part of the library; its tests become one program, each suite a test of ctest's own,
# so that a failure is named in the summary.
function(podium_add_module library)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;SOURCES;TESTS;TEST_LINK")
  target_sources(podium_${library}
    PRIVATE ${arg_SOURCES}
    PUBLIC FILE_SET HEADERS FILES ${arg_HEADERS})
  # Some stay alone: kernels, which are compiled several times within one file, and folders whose files are alike (each has its
  # `claims` or `routes`).
  if(NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/(kernels|papers|theory|service)$")
    podium_compile_together(podium_${library} ${arg_SOURCES})
  endif()
  if(PODIUM_TESTS AND arg_TESTS)
    file(RELATIVE_PATH module "${PROJECT_SOURCE_DIR}/src/podium" "${CMAKE_CURRENT_SOURCE_DIR}")
    string(REGEX REPLACE "^(core|learning|text|labelling)/" "" module "${module}")  # the area
    string(REPLACE "/" "_" module "${module}")
    podium_add_test(${module} SOURCES ${arg_TESTS} LINK podium::${library} ${arg_TEST_LINK})
  endif()
endfunction()

# podium_add_test(base SOURCES random_test.cpp ... LINK podium::core ...)
function(podium_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name}_test ${arg_SOURCES})
  podium_compile_together(${name}_test ${arg_SOURCES})
  target_link_libraries(${name}_test PRIVATE ${arg_LINK} GTest::gmock GTest::gtest_main rapidcheck
    rapidcheck_gtest nlohmann_json::nlohmann_json podium_test_paths podium_test_build)
  set_target_properties(${name}_test PROPERTIES CXX_EXTENSIONS OFF)
  if(NOT TARGET podium_precompiled_tests)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/test_paths.cpp.in" "${PROJECT_BINARY_DIR}/test_paths.cpp" @ONLY)
    add_library(podium_test_paths STATIC "${PROJECT_BINARY_DIR}/test_paths.cpp")
    target_compile_features(podium_test_paths PRIVATE cxx_std_20)
    target_include_directories(podium_test_paths PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(podium_test_paths PRIVATE podium_test_build)
    podium_precompile(tests podium_test_headers
      LINK fmt::fmt GTest::gmock rapidcheck rapidcheck_gtest podium_test_build)
  endif()
  target_precompile_headers(${name}_test REUSE_FROM podium_precompiled_tests)
  podium_discover_suites(${name})
endfunction()

# podium_discover_suites(base): each suite of base_test becomes a test of ctest. A process for each case would start thousands, and
# compute again what cases of a suite share.
function(podium_discover_suites module)
  set(suites "${CMAKE_CURRENT_BINARY_DIR}/${module}_suites.cmake")
  add_custom_command(TARGET ${module}_test POST_BUILD BYPRODUCTS "${suites}"
    COMMAND "${CMAKE_COMMAND}" -DPROGRAM=$<TARGET_FILE:${module}_test> -DMODULE=${module} -DOUT=${suites}
      -P "${PROJECT_SOURCE_DIR}/cmake/list_suites.cmake"
    VERBATIM)
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${module}_tests.cmake")
  file(CONFIGURE OUTPUT "${include}" @ONLY CONTENT [[
if(EXISTS "@suites@")
  include("@suites@")
else()
  add_test(@module@_test_NOT_BUILT @module@_test_NOT_BUILT)
endif()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()

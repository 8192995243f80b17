# The build's vocabulary: one helper for libraries, one for programs, one for tests.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
# -O2 with only line tables: stack traces stay readable and cold builds stay short.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")
# GCC 12 sees uninitialized and out-of-bounds uses in the standard library's own variant and sort.
add_compile_options(-Wall -Wextra -Wno-missing-field-initializers -Wno-maybe-uninitialized
                    -Wno-array-bounds -fno-plt)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
find_package(Threads REQUIRED)

# chess_library(NAME [PURE] SOURCES f… [DEPS t…] [PRIVATE_DEPS t…])
# makes target chess_NAME with alias chess::NAME. Includes start at libs/ (and services/ for service
# libraries). PURE libraries are compiled without exceptions and RTTI: they must also run in WebAssembly.
function(chess_library name)
  cmake_parse_arguments(A "PURE" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
  add_library(chess_${name} STATIC ${A_SOURCES})
  add_library(chess::${name} ALIAS chess_${name})
  target_include_directories(chess_${name} PUBLIC ${CMAKE_SOURCE_DIR}/libs ${CMAKE_SOURCE_DIR}/services)
  target_link_libraries(chess_${name} PUBLIC ${A_DEPS} PRIVATE ${A_PRIVATE_DEPS})
  if(A_PURE)
    target_compile_options(chess_${name} PRIVATE -fno-exceptions -fno-rtti)
  endif()
endfunction()

# chess_program(NAME SOURCES f… DEPS t…) makes an executable called NAME in build/bin. The target
# `programs` builds all of them and no test.
add_custom_target(programs)
function(chess_program name)
  cmake_parse_arguments(A "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${A_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/libs ${CMAKE_SOURCE_DIR}/services)
  target_link_libraries(${name} PRIVATE ${A_DEPS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
  add_dependencies(programs ${name})
endfunction()

# chess_test(NAME SOURCES f… DEPS t… [LABELS l…] [TIMEOUT s])
# makes one GoogleTest program and one ctest entry. LABELS say what it needs:
# unit (nothing), pg (Postgres), redis (Redis), e2e (whole system), long (not in the default run).
function(chess_test name)
  cmake_parse_arguments(A "" "TIMEOUT" "SOURCES;DEPS;LABELS" ${ARGN})
  if(NOT BUILD_TESTING)
    return()
  endif()
  find_package(GTest REQUIRED)
  add_executable(${name} ${A_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/libs ${CMAKE_SOURCE_DIR}/services)
  target_link_libraries(${name} PRIVATE ${A_DEPS} GTest::gmock GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE CHESS_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name})
  if(NOT A_LABELS)
    set(A_LABELS unit)
  endif()
  if(NOT A_TIMEOUT)
    set(A_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${A_LABELS}" TIMEOUT ${A_TIMEOUT})
endfunction()

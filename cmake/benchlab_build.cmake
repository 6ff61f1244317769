# What all of our own targets share.  Users of the SDK get none of it.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# The program finds plugins/ and analyzers/ beside itself, in the build tree as in an archive.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

find_program(BENCHLAB_CCACHE ccache)
if(BENCHLAB_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache's manual asks for with precompiled headers.
  set(_launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
                ${BENCHLAB_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${_launcher})
endif()

set(_boost_components program_options)
if(BENCHLAB_TESTS)
  list(APPEND _boost_components unit_test_framework)
endif()
find_package(Boost 1.81 CONFIG REQUIRED COMPONENTS ${_boost_components})
find_package(fmt CONFIG REQUIRED)
find_package(simdjson CONFIG REQUIRED)
find_package(Threads REQUIRED)

# Packed recordings of Linux need zstd; where it is not, they are neither read nor written, and a
# line says so.
find_path(BENCHLAB_ZSTD_INCLUDE zstd.h)
find_library(BENCHLAB_ZSTD_LIBRARY zstd)
mark_as_advanced(BENCHLAB_ZSTD_INCLUDE BENCHLAB_ZSTD_LIBRARY)
add_library(benchlab_zstd INTERFACE)
if(BENCHLAB_ZSTD_INCLUDE AND BENCHLAB_ZSTD_LIBRARY)
  target_include_directories(benchlab_zstd INTERFACE ${BENCHLAB_ZSTD_INCLUDE})
  target_link_libraries(benchlab_zstd INTERFACE ${BENCHLAB_ZSTD_LIBRARY})
  target_compile_definitions(benchlab_zstd INTERFACE BENCHLAB_WITH_ZSTD)
else()
  message(STATUS "No zstd: packed recordings are neither read nor written")
endif()

# Names of functions in Linux traces and tables for unwinding are read with elfutils, and unpacked with
# the library that it uses itself.
if(NOT WIN32)
  find_path(BENCHLAB_ELFUTILS_INCLUDE elfutils/libdw.h)
  find_path(BENCHLAB_LZMA_INCLUDE lzma.h)
  find_library(BENCHLAB_LIBDW dw)
  find_library(BENCHLAB_LIBELF elf)
  find_library(BENCHLAB_LIBLZMA lzma)
endif()
if(BENCHLAB_ELFUTILS_INCLUDE AND BENCHLAB_LZMA_INCLUDE AND BENCHLAB_LIBDW AND BENCHLAB_LIBELF AND BENCHLAB_LIBLZMA)
  set(BENCHLAB_ELFUTILS ON)
else()
  set(BENCHLAB_ELFUTILS OFF)
  if(NOT WIN32)
    message(STATUS "libdw-dev (elfutils) was not found: functions in Linux traces will have no names, and copied stacks are not unwound")
  endif()
endif()

# The memory benchmarks: Highway has their AVX2 and AVX-512 loops, hwloc the sizes of the caches.  This is the one place
# where it shows that either is missing, as on Windows: then only 16-byte loops are built, and the system is asked.
function(benchlab_optional name header library missing)
  string(TOUPPER ${name} _upper)
  find_path(BENCHLAB_${_upper}_INCLUDE ${header})
  mark_as_advanced(BENCHLAB_${_upper}_INCLUDE)
  set(_libraries)
  if(library)
    find_library(BENCHLAB_${_upper}_LIBRARY ${library})
    mark_as_advanced(BENCHLAB_${_upper}_LIBRARY)
    set(_libraries "${BENCHLAB_${_upper}_LIBRARY}")
  endif()
  add_library(benchlab_${name} INTERFACE)
  if(BENCHLAB_${_upper}_INCLUDE AND (_libraries OR NOT library))
    target_include_directories(benchlab_${name} SYSTEM INTERFACE ${BENCHLAB_${_upper}_INCLUDE})
    target_link_libraries(benchlab_${name} INTERFACE ${_libraries})
    target_compile_definitions(benchlab_${name} INTERFACE BENCHLAB_WITH_${_upper})
  else()
    message(STATUS "${missing}")
  endif()
endfunction()
# Of Highway the headers alone: its library times the clock whenever it is loaded, 4 ms of each start of the program.
benchlab_optional(highway hwy/highway.h "" "No libhwy-dev (Highway): the memory benchmarks have no AVX2 and AVX-512 loops")
benchlab_optional(hwloc hwloc.h hwloc "No libhwloc-dev (hwloc): sizes of caches are those that the system tells")

# Whether the compiler has removed the body of a benchmark is read in its machine code with Capstone.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  find_path(BENCHLAB_CAPSTONE_INCLUDE capstone/capstone.h)
  find_library(BENCHLAB_LIBCAPSTONE capstone)
  mark_as_advanced(BENCHLAB_CAPSTONE_INCLUDE BENCHLAB_LIBCAPSTONE)
endif()
if(BENCHLAB_CAPSTONE_INCLUDE AND BENCHLAB_LIBCAPSTONE)
  set(BENCHLAB_CAPSTONE ON)
else()
  set(BENCHLAB_CAPSTONE OFF)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    message(STATUS "libcapstone-dev was not found: bodies that the compiler has removed are told by their time alone")
  endif()
endif()

# Warnings for our own code only: a private INTERFACE target that is never exported.
add_library(benchlab_warnings INTERFACE)
target_compile_options(benchlab_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion>
  # GCC 12 sees overflows in std::string that are not there once it inlines (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds>
  # Of types within a .cpp file, which in a unity build GCC takes for a header.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>
  $<$<CXX_COMPILER_ID:MSVC>:/W4>)
if(BENCHLAB_WERROR)
  target_compile_options(benchlab_warnings INTERFACE
    $<$<CXX_COMPILER_ID:GNU,Clang>:-Werror> $<$<CXX_COMPILER_ID:MSVC>:/WX>)
endif()

if(BENCHLAB_SANITIZE)
  add_compile_options(-fsanitize=${BENCHLAB_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${BENCHLAB_SANITIZE})
endif()

# benchlab_host_library(name SOURCES a.cpp ... LINK lib ...): one folder of host/.
function(benchlab_host_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(benchlab_${name} STATIC ${arg_SOURCES})
  target_include_directories(benchlab_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/host>)
  target_link_libraries(benchlab_${name} PUBLIC ${arg_LINK}
    PRIVATE $<BUILD_INTERFACE:benchlab_warnings> ${arg_PRIVATE_LINK})
  if(name STREQUAL "base")
    target_precompile_headers(benchlab_base PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp)
  else()
    target_precompile_headers(benchlab_${name} REUSE_FROM benchlab_base)
  endif()
  # Programs made with benchlab::main and benchlab::suite link these.
  set_target_properties(benchlab_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS benchlab_${name} EXPORT benchlab-host-targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/benchlab COMPONENT sdk)
endfunction()

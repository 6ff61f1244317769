# The files of released ABI versions are never edited: cmake -DDIR=tests/abi -P frozen.cmake
# compares them with frozen.sha256.
file(STRINGS ${DIR}/frozen.sha256 _lines)
if(NOT _lines)
  message(FATAL_ERROR "frozen.sha256 names no file")
endif()
foreach(_line IN LISTS _lines)
  string(REGEX MATCH "^([0-9a-f]+)  (.+)$" _ "${_line}")
  file(SHA256 ${DIR}/${CMAKE_MATCH_2} _now)
  if(NOT _now STREQUAL CMAKE_MATCH_1)
    message(FATAL_ERROR "${CMAKE_MATCH_2} is frozen, but was changed (${_now}).  A change to the "
                        "ABI is a new minor version with files of its own; see docs/abi.md.")
  endif()
endforeach()

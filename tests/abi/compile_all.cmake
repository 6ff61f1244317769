# Compiles SOURCE once for each of STANDARDS (c99, c++17 ...) with COMPILER, warnings as errors.
#   cmake -DCOMPILER=gcc -DNAME=gcc -DSTANDARDS=c99,c++11 -DSOURCE=a.c -DINCLUDE=dir
#         -DFLAGS=-Wall,-Wextra -DOUT=a.o -P compile_all.cmake
# A compiler that is not there is a skip, said aloud.
if(NOT COMPILER OR COMPILER MATCHES "NOTFOUND$")
  message("SKIP: ${NAME} is not installed")
  return()
endif()
foreach(_list STANDARDS FLAGS)
  string(REPLACE "," ";" ${_list} "${${_list}}")
endforeach()

foreach(_standard IN LISTS STANDARDS)
  if(COMPILER MATCHES "cl(.exe)?$" AND NOT COMPILER MATCHES "clang")
    if(_standard MATCHES "^c\\+\\+")
      set(_language /TP)
    else()
      set(_language /TC)
    endif()
    set(_command ${_language} /std:${_standard} /W4 /WX /EHsc /I${INCLUDE} /c /Fo${OUT} ${SOURCE})
  else()
    if(_standard MATCHES "^c\\+\\+")
      set(_language c++)
    else()
      set(_language c)
    endif()
    set(_command -x ${_language} -std=${_standard} ${FLAGS} -Werror -I${INCLUDE} -c -o ${OUT}
                 ${SOURCE})
  endif()
  execute_process(COMMAND ${COMPILER} ${_command} RESULT_VARIABLE _status
                  OUTPUT_VARIABLE _text ERROR_VARIABLE _text)
  if(NOT _status EQUAL 0)
    message(FATAL_ERROR "${NAME} -std=${_standard}: ${SOURCE} does not compile\n${_text}")
  endif()
  message("${NAME} -std=${_standard}: good")
endforeach()

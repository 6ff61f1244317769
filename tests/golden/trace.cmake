# cmake [-DEMULATOR=] -DBENCHLAB= -DSTORY2ETL= -DSTORIES= -DEXAMPLE= -DAPPROVED= -DOUT= -P trace.cmake: is what
# `trace analyze` says of the example trace and of some stories what was approved?  The figures of
# the stories are worked out by hand in tests/unit/analyzers/*stories_test.cpp; this is about how
# sections say them.  With BENCHLAB_APPROVE=1 in the environment the files are rewritten instead.
file(MAKE_DIRECTORY ${OUT})
file(COPY_FILE ${EXAMPLE} ${OUT}/stutter.etl)
set(traces stutter)
foreach(story c8-lock f3-dpc-storm reference shaders)
  execute_process(COMMAND ${EMULATOR} ${STORY2ETL} ${STORIES}/${story}.story -o ${OUT}/${story}.etl
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND traces ${story})
endforeach()

set(differ "")
foreach(trace IN LISTS traces)
  set(ENV{COLUMNS} 110)
  execute_process(COMMAND ${EMULATOR} ${BENCHLAB} trace analyze ${trace}.etl --quiet
                          --out ${trace}.txt --json ${trace}.json
                  WORKING_DIRECTORY ${OUT} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  set(names ${trace}.txt)
  if(NOT trace STREQUAL stutter) # too long to be read by anyone
    list(APPEND names ${trace}.json)
  endif()
  foreach(name IN LISTS names)
    if("$ENV{BENCHLAB_APPROVE}" STREQUAL "1")
      file(COPY_FILE ${OUT}/${name} ${APPROVED}/trace.${name})
      continue()
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${OUT}/${name} ${APPROVED}/trace.${name}
                    RESULT_VARIABLE different)
    if(different)
      list(APPEND differ "${OUT}/${name} is not ${APPROVED}/trace.${name}")
    endif()
  endforeach()
endforeach()
if(differ)
  list(JOIN differ "\n" differ)
  message(FATAL_ERROR "${differ}")
endif()

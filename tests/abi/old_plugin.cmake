# An old plugin on today's host, through the program:
#   cmake -DBENCHLAB=program [-DEMULATOR=wine64] -DDIR=folder of the plugin -DMINOR=1.0 -DOUT=folder -P ...
function(benchlab_says expected)
  execute_process(COMMAND ${EMULATOR} ${BENCHLAB} ${ARGN} RESULT_VARIABLE _status
                  OUTPUT_VARIABLE _text ERROR_VARIABLE _errors)
  if(NOT _status EQUAL 0)
    message(FATAL_ERROR "benchlab ${ARGN}: exit status ${_status}\n${_text}${_errors}")
  endif()
  if(NOT _text MATCHES "${expected}")
    message(FATAL_ERROR "benchlab ${ARGN} does not say '${expected}':\n${_text}${_errors}")
  endif()
endfunction()

set(_only --no-default-plugins --plugin-dir ${DIR})
if(MINOR STREQUAL "1.1")
  benchlab_says("org\\.example\\.old-recorder.*1 recorder \\(ABI 1\\.1\\)" plugins ${_only})
  benchlab_says("ok +old files +as ever" trace check ${_only})
  benchlab_says("only.*old:event" trace presets ${_only})
  benchlab_says("^$" trace record ${_only} --out ${OUT}/old_plugin.old --no-report --buffer 1KiB
                --ring 1.5)
  file(READ ${OUT}/old_plugin.old _recorded)
  if(NOT _recorded STREQUAL "only 42 1024 1500000000 0\nend\n")
    message(FATAL_ERROR "not what was to be recorded:\n${_recorded}")
  endif()
  return()
endif()
benchlab_says("org\\.example\\.old" plugins ${_only})
benchlab_says("old/sum/16B.*old/sum/64B" list ${_only})
benchlab_says("old/sum/64B" run ${_only} --samples 10 --sample-time 1 --warmup 1
              --json ${OUT}/old_plugin.json old/sum)
file(READ ${OUT}/old_plugin.json _report)
if(NOT _report MATCHES "old/sum/16B" OR NOT _report MATCHES "metric.share")
  message(FATAL_ERROR "the report lacks the benchmark or its metric:\n${_report}")
endif()

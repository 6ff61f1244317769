# Builds the Rust example, compares its layout with the header's, and measures with it:
#   cmake -DCARGO=cargo -DCROSS=OFF -DBENCHLAB=program -DSOURCE=dir -DOUT=dir -P rust.cmake
if(NOT CARGO OR CARGO MATCHES "NOTFOUND$")
  message("SKIP: cargo is not installed")
  return()
endif()
if(CROSS)
  message("SKIP: cargo builds for this machine, not for the target of the cross build")
  return()
endif()

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE _status
                  OUTPUT_VARIABLE _text ERROR_VARIABLE _text)
  if(NOT _status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: exit status ${_status}\n${_text}")
  endif()
  set(output "${_text}" PARENT_SCOPE)
endfunction()

# rustup's cargo is there without a toolchain on some machines.
execute_process(COMMAND ${CARGO} --version RESULT_VARIABLE _status OUTPUT_QUIET ERROR_QUIET)
if(NOT _status EQUAL 0)
  message("SKIP: ${CARGO} does not run")
  return()
endif()
set(ENV{CARGO_TARGET_DIR} ${OUT}/target)
run(${CARGO} build --release --offline)
run(${CARGO} test --offline)

file(REMOVE_RECURSE ${OUT}/plugins)
file(GLOB _built ${OUT}/target/release/libsort_rust.so ${OUT}/target/release/libsort_rust.dylib
     ${OUT}/target/release/sort_rust.dll)
file(COPY ${_built} DESTINATION ${OUT}/plugins)
file(GLOB _plugin ${OUT}/plugins/*)
run(${BENCHLAB} plugins --check ${_plugin})
run(${BENCHLAB} run --no-default-plugins --plugin-dir ${OUT}/plugins --samples 10 --sample-time 1
    --warmup 1 --param size=100 sort/rust-unstable)
if(NOT output MATCHES "sort/rust-unstable/100")
  message(FATAL_ERROR "nothing was measured:\n${output}")
endif()

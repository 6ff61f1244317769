# benchlab_fixed_code(source ...): compiles the timed loops alike in every build.
#
# A Debug build must measure what a Release build measures, and no flag of a user's own
# (-march=native, -ffast-math, a sanitizer) may change which instructions the loops are made of.
# Options of a source file come last on the command line, so these win.
function(benchlab_fixed_code)
  if(MSVC)
    set(_options /O2 /fp:precise)
  else()
    set(_options -O2 -fno-fast-math -ffp-contract=off -fno-sanitize=all -fno-lto
                 -fno-unroll-loops -fno-stack-protector)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
      list(APPEND _options -march=x86-64 -mtune=generic)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      list(APPEND _options -fno-tree-vectorize -fno-tree-loop-distribute-patterns
                           -fno-profile-arcs)
    else()
      list(APPEND _options -fno-vectorize -fno-slp-vectorize -fno-builtin)
    endif()
  endif()
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${_options}")
endfunction()

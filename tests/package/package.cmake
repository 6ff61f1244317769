# Makes the Debian packages, unpacks them into an empty prefix (or installs into it, where there are
# none), builds the examples against it with find_package, and runs what came out:
#   cmake -DBUILD=dir -DSOURCE=dir -DOUT=dir -DGENERATOR=Ninja ... -P package.cmake
set(_prefix ${OUT}/prefix)
file(REMOVE_RECURSE ${OUT})
set(_benchlab ${EMULATOR} ${_prefix}/${BINDIR}/benchlab${SUFFIX})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE _status OUTPUT_VARIABLE _text
                  ERROR_VARIABLE _errors)
  if(NOT _status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: exit status ${_status}\n${_text}${_errors}")
  endif()
  set(output "${_text}" PARENT_SCOPE)
endfunction()

function(expect text)
  if(NOT output MATCHES "${text}")
    message(FATAL_ERROR "'${text}' is not in:\n${output}")
  endif()
endfunction()

find_program(_dpkg_deb dpkg-deb)
find_program(_shlibdeps dpkg-shlibdeps)
if(_dpkg_deb AND _shlibdeps AND NOT SANITIZE AND NOT TOOLCHAIN)
  # cpack writes into the folder it is started in.
  file(MAKE_DIRECTORY ${OUT}/packages)
  run(${CMAKE_CPACK_COMMAND} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${OUT}/packages)
  file(GLOB _packages ${OUT}/packages/*.deb)
  list(LENGTH _packages _count)
  if(NOT _count EQUAL 2)
    message(FATAL_ERROR "expected the packages benchlab and benchlab-sdk, made were: ${_packages}")
  endif()
  foreach(_package IN LISTS _packages)
    run(${_dpkg_deb} --extract ${_package} ${_prefix})
  endforeach()
  set(_benchlab ${_prefix}/usr/${BINDIR}/benchlab)
  foreach(_file share/man/man1/benchlab.1 share/bash-completion/completions/benchlab
                share/zsh/vendor-completions/_benchlab share/fish/vendor_completions.d/benchlab.fish)
    if(NOT EXISTS ${_prefix}/usr/${_file})
      message(FATAL_ERROR "the package has no ${_file}")
    endif()
  endforeach()
else()
  message("no Debian packages here: cmake --install is tested instead")
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${_prefix})
endif()

set(_flags)
if(SANITIZE) # a sanitized library needs sanitized programs
  set(_flags "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE}" "-DCMAKE_C_FLAGS=-fsanitize=${SANITIZE}"
             -DBENCHLAB_SANITIZE=${SANITIZE})
endif()
if(TOOLCHAIN)
  list(APPEND _flags -DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN} -DBENCHLAB_MINGW_DEPS=${MINGW_DEPS})
endif()
foreach(_example c cpp)
  # A copy, as a stranger has no tree of ours around the folder.
  file(COPY ${SOURCE}/sdk/examples/${_example} DESTINATION ${OUT}/examples)
  # find_package is given the very folder, so that no other installation is taken.
  file(GLOB_RECURSE _config ${_prefix}/*benchlab-config.cmake)
  if(NOT _config)
    message(FATAL_ERROR "the installation has no benchlab-config.cmake")
  endif()
  get_filename_component(_where ${_config} DIRECTORY)
  run(${CMAKE_COMMAND} -S ${OUT}/examples/${_example} -B ${OUT}/build-${_example}
      -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release -Dbenchlab_DIR=${_where} ${_flags})
  run(${CMAKE_COMMAND} --build ${OUT}/build-${_example})
endforeach()

# Dropped into an empty folder, the plugins are found and listed, and one is measured.
file(GLOB _built ${OUT}/build-c/plugins/spin.* ${OUT}/build-cpp/plugins/sorts.*)
list(FILTER _built INCLUDE REGEX "\\.(so|dll|dylib)$")
list(LENGTH _built _count)
if(NOT _count EQUAL 2)
  message(FATAL_ERROR "expected the plugins spin and sorts, built were: ${_built}")
endif()
file(COPY ${_built} DESTINATION ${OUT}/plugins)
set(_only --no-default-plugins --plugin-dir ${OUT}/plugins)
run(${_benchlab} list ${_only})
expect("spin/square/10")
expect("sort/std/100/random")
set(_quick --samples 10 --sample-time 1 --warmup 1)
run(${_benchlab} run ${_only} ${_quick} spin/square/100)
expect("spin/square/100")
foreach(_plugin IN LISTS _built)
  run(${_benchlab} plugins --check ${_plugin})
endforeach()

# The header for marks came along.
file(GLOB_RECURSE _mark ${_prefix}/*mark.h)
if(NOT _mark)
  message(FATAL_ERROR "the installation has no benchlab/mark.h")
endif()

# The installed program finds its own plugins, wherever it was put.
run(${_benchlab} list)
expect("cpu/int-latency")

# The same C++ source as a program.
set(_program ${OUT}/build-cpp/sorts${SUFFIX})
if(EXISTS ${_program})
  run(${EMULATOR} ${_program} list)
  expect("sort/heap/100/sorted")
  # Whose version it is.
  run(${EMULATOR} ${_program} --version)
  expect("sorts${SUFFIX} [(]benchlab ")
  run(${EMULATOR} ${_program} run ${_quick} sort/std/100/random)
  expect("sort/std/100/random")
elseif(NOT SANITIZE)
  message(FATAL_ERROR "benchlab::main made no program of sorts.cpp")
endif()

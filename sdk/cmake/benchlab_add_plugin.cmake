# benchlab_add_plugin(name SOURCES a.cpp ... [KIND plugins|analyzers] [LINK lib ...] [INSTALL])
#
# A library that benchlab loads: no prefix, hidden symbols, everything resolved at link time.
# It is put into <build>/plugins (or <build>/analyzers).  INSTALL adds an install rule into
# lib/benchlab/<kind> (beside the program on Windows).
function(benchlab_add_plugin name)
  cmake_parse_arguments(arg "INSTALL" "KIND" "SOURCES;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "benchlab_add_plugin(${name}): SOURCES is missing")
  endif()
  if(NOT arg_KIND)
    set(arg_KIND plugins)
  endif()
  add_library(${name} MODULE ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE benchlab::sdk ${arg_LINK})
  set_target_properties(${name} PROPERTIES
    PREFIX ""
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${arg_KIND})
  if(MINGW)
    target_link_options(${name} PRIVATE -static)
  elseif(UNIX AND NOT APPLE AND NOT BENCHLAB_SANITIZE)
    # Sanitizer runtimes are in the program, so their symbols may stay open here.
    target_link_options(${name} PRIVATE LINKER:-z,defs)
  endif()
  if(arg_INSTALL)
    if(WIN32)
      set(_where bin/${arg_KIND})
    else()
      include(GNUInstallDirs)
      set(_where ${CMAKE_INSTALL_LIBDIR}/benchlab/${arg_KIND})
    endif()
    install(TARGETS ${name} LIBRARY DESTINATION ${_where} COMPONENT runtime)
  endif()
endfunction()

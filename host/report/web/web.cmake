# Adds the bundled script and style of the HTML report to benchlab_report.  The packages are
# installed into the build folder, as the lock file says; the source tree stays clean.
find_program(BENCHLAB_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH)
find_program(BENCHLAB_NPM npm NO_CMAKE_FIND_ROOT_PATH)
if(NOT BENCHLAB_NODE OR NOT BENCHLAB_NPM)
  message(FATAL_ERROR "The HTML report is built with Node.js 18 or later and npm: "
                      "install them (Debian: apt-get install nodejs npm).")
endif()

set(_web ${CMAKE_CURRENT_SOURCE_DIR}/web)
set(BENCHLAB_WEB_DIR ${PROJECT_BINARY_DIR}/web CACHE INTERNAL "npm packages of the HTML report")
file(MAKE_DIRECTORY ${BENCHLAB_WEB_DIR})

set(_npm_flags --ignore-scripts --no-audit --no-fund --loglevel=error)
if(NOT BENCHLAB_TESTS)
  list(APPEND _npm_flags --omit=dev)  # what only the browser tests need
endif()

add_custom_command(
  OUTPUT ${BENCHLAB_WEB_DIR}/npm.stamp
  COMMAND ${CMAKE_COMMAND} -E copy ${_web}/package.json ${_web}/package-lock.json
          ${BENCHLAB_WEB_DIR}
  COMMAND ${BENCHLAB_NPM} ci ${_npm_flags}
  COMMAND ${CMAKE_COMMAND} -E touch ${BENCHLAB_WEB_DIR}/npm.stamp
  DEPENDS ${_web}/package.json ${_web}/package-lock.json
  WORKING_DIRECTORY ${BENCHLAB_WEB_DIR}
  COMMENT "Installing the packages of the HTML report (npm ci)"
  VERBATIM)

set(_web_sources)
foreach(_file main.mjs canvas_box.mjs charts.mjs chart_data.mjs chart_view.mjs copying.mjs csv.mjs
        flame_data.mjs flame_view.mjs help.mjs lane_beside.mjs lane_data.mjs lane_view.mjs marks.mjs moments.mjs
        navigation.mjs paths.mjs scales.mjs
        tables.mjs theme.mjs thin.mjs time_axis.mjs time_bar.mjs time_window.mjs units.mjs style.css)
  list(APPEND _web_sources ${_web}/src/${_file})
endforeach()

add_custom_command(
  OUTPUT ${BENCHLAB_WEB_DIR}/assets.cpp
  COMMAND ${BENCHLAB_NODE} ${_web}/build.mjs --modules ${BENCHLAB_WEB_DIR}/node_modules
          --out ${BENCHLAB_WEB_DIR}/assets.cpp
  DEPENDS ${_web}/build.mjs ${_web_sources} ${BENCHLAB_WEB_DIR}/npm.stamp
  COMMENT "Bundling script and style of the HTML report"
  VERBATIM)

target_sources(benchlab_report PRIVATE ${BENCHLAB_WEB_DIR}/assets.cpp)
set_source_files_properties(${BENCHLAB_WEB_DIR}/assets.cpp PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON SKIP_LINTING ON)

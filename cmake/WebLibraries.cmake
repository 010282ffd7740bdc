# The browser libraries that report.html holds: pinned with their hashes in
# papers/report/web/package-lock.json, fetched once a build tree by npm, embedded, so that the page
# needs no network. Without them its charts are still pictures, and configuring says so.
option(GF_WEB_LIBRARIES "Charts of the report react to the pointer (npm fetches uPlot)" ON)

# Sets GF_WEB_FILES to the library's files in the build tree; to nothing when they cannot be had.
function(gf_fetch_web_libraries)
  set(GF_WEB_FILES "" PARENT_SCOPE)
  if(NOT GF_WEB_LIBRARIES)
    message(STATUS "Charts of the report: pictures only (GF_WEB_LIBRARIES is OFF)")
    return()
  endif()
  set(source ${PROJECT_SOURCE_DIR}/papers/report/web)
  set(web ${PROJECT_BINARY_DIR}/web)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source}/package-lock.json)
  file(SHA256 ${source}/package-lock.json wanted)
  set(fetched "")
  if(EXISTS ${web}/fetched)
    file(READ ${web}/fetched fetched)
  endif()
  if(NOT fetched STREQUAL wanted)
    find_program(GF_NPM npm)
    if(NOT GF_NPM)
      message(STATUS "Charts of the report: pictures only (npm is missing; scripts/setup installs it)")
      return()
    endif()
    file(COPY ${source}/package.json ${source}/package-lock.json DESTINATION ${web})
    execute_process(
      COMMAND ${GF_NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline
              --fetch-retries=0 --fetch-timeout=20000
      WORKING_DIRECTORY ${web} TIMEOUT 90
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE reason)
    if(failed)
      string(REGEX MATCH "npm (error|ERR!)[^\n]*" reason "${reason}")
      message(STATUS "Charts of the report: pictures only (npm ci failed: ${failed} ${reason})")
      return()
    endif()
    file(COPY ${web}/node_modules/uplot/dist/uPlot.iife.min.js
              ${web}/node_modules/uplot/dist/uPlot.min.css DESTINATION ${web})
    file(COPY_FILE ${web}/node_modules/uplot/LICENSE ${web}/uPlot.LICENSE)
    file(WRITE ${web}/fetched ${wanted})
  endif()
  set(GF_WEB_FILES ${web}/uPlot.iife.min.js ${web}/uPlot.min.css ${web}/uPlot.LICENSE PARENT_SCOPE)
endfunction()

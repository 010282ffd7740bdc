# Text files as part of a library, so that the program is one file.
#
# gf_embed_text(<target> <namespace::function> <file>...) adds to <target> the definition of
#   std::string_view namespace::function(std::string_view name);
# which returns the bytes of the file of that name, or an empty view when it was not given. The
# caller declares the function in a header of its own. A name is the file's path relative to the
# source tree ("papers/report/page.css"). Changing a file rebuilds what holds it. Included by CMakeLists.txt; run as a script to write the source.
if(CMAKE_SCRIPT_MODE_FILE)
  string(REGEX MATCH "^(.*)::([^:]+)$" matched "${GF_FUNCTION}")
  set(namespace ${CMAKE_MATCH_1})
  set(function ${CMAKE_MATCH_2})
  set(table "")
  string(REPLACE "|" ";" files "${GF_FILES}")
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(FIND "${text}" ")gf_text\"" end)
    if(NOT end EQUAL -1)
      message(FATAL_ERROR "${file}: holds )gf_text\", which ends the literal it is embedded in")
    endif()
    file(RELATIVE_PATH name ${GF_SOURCE} ${file})
    string(APPEND table "      {\"${name}\", R\"gf_text(${text})gf_text\"sv},\n")
  endforeach()
  file(WRITE ${GF_OUTPUT} "// Written by cmake/EmbedText.cmake.
#include <string_view>

namespace ${namespace} {

std::string_view ${function}(std::string_view name);

std::string_view ${function}(std::string_view name) {
  // A literal that brings its length: a compiler that counts a long one's characters while it
  // evaluates a constant gives up at a million steps.
  using namespace std::string_view_literals;
  static constexpr struct {
    std::string_view name;
    std::string_view text;
  } kFiles[] = {
${table}  };
  for (const auto& file : kFiles)
    if (file.name == name) return file.text;
  return {};
}

}  // namespace ${namespace}
")
  return()
endif()

set(GF_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(gf_embed_text target function)
  if(NOT ARGN)
    message(FATAL_ERROR "gf_embed_text(${target} ${function}): name at least one file")
  endif()
  string(REPLACE "::" "_" stem ${function})
  set(output ${PROJECT_BINARY_DIR}/generated/${stem}.cpp)
  list(JOIN ARGN "|" files)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DGF_FUNCTION=${function} -DGF_FILES=${files} -DGF_OUTPUT=${output}
            -DGF_SOURCE=${PROJECT_SOURCE_DIR} -P ${GF_EMBED_SCRIPT}
    DEPENDS ${ARGN} ${GF_EMBED_SCRIPT}
    COMMENT "" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

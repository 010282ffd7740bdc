// SPDX-License-Identifier: Apache-2.0
#include "core/system/find_program.h"

#include <cstdlib>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace gf::core {

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  // The appended ":" makes an empty last entry count; it means the working directory.
  std::istringstream places(path == nullptr ? "" : std::string(path) + ":");
  for (std::string place; std::getline(places, place, ':');) {
    const std::filesystem::path file = std::filesystem::path(place.empty() ? "." : place) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0)
      return file;
  }
  return std::nullopt;
}

}  // namespace gf::core

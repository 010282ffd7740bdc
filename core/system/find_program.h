// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gf::core {

/// Where PATH finds the program `name`, as a shell would; nothing: nowhere.
[[nodiscard]] std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace gf::core

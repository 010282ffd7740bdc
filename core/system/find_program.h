// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gf::core {

/// Returns where PATH finds the program `name`, as a shell would; nothing if it does not.
[[nodiscard]] std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::model {

/// Number of a machine's first host memory as a device of copies. GPUs have the numbers below.
inline constexpr unsigned kFirstHost = 1u << 16;

[[nodiscard]] inline constexpr bool is_host(unsigned device) { return device >= kFirstHost; }
/// Returns the user's name of a device: "3" for a GPU, "host0" for a host memory.
[[nodiscard]] inline std::string device_name(unsigned device) {
  return is_host(device) ? "host" + std::to_string(device - kFirstHost) : std::to_string(device);
}

}  // namespace gf::model

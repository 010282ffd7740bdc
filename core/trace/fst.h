// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace gf::core {

/// Returns the path of vcd2fst. Throws UserError(kUsage), with the name of its package, if it is
/// missing.
std::filesystem::path find_vcd2fst();

/// Converts the waveform `vcd` to `fst` with `converter` and removes `vcd`. Returns false if that
/// failed, after a warning; `vcd` then stays and `fst` does not exist.
bool convert_to_fst(const std::filesystem::path& converter, const std::filesystem::path& vcd,
                    const std::filesystem::path& fst);

}  // namespace gf::core

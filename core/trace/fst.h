// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace gf::core {

/// Path of vcd2fst. Throws UserError(kUsage) that names its package when it is not there.
std::filesystem::path find_vcd2fst();

/// Makes `fst` of the waveform `vcd` with `converter` and removes `vcd`. False: that failed, with a
/// warning; `vcd` stays and `fst` is not there.
bool convert_to_fst(const std::filesystem::path& converter, const std::filesystem::path& vcd,
                    const std::filesystem::path& fst);

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::core {

/// "0.1.0".
const char* version();
/// Commit of the source tree, "-dirty" behind it when it had changes; "" when built outside git.
const char* revision();

}  // namespace gf::core

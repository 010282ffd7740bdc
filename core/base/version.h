// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::core {

/// Returns the version, "0.1.0".
const char* version();
/// Returns the commit of the source tree, with "-dirty" if it had changes; "" when built outside
/// git.
const char* revision();

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::platforms {

/// Throws UserError(kUsage): several ranks cannot simulate `what`, because of `why`.
[[noreturn]] void refuse_ranks(const std::string& what, const std::string& why);

}  // namespace gf::platforms

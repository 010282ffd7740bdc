// SPDX-License-Identifier: Apache-2.0
#include "platforms/refuse_ranks.h"

#include "core/base/error.h"
#include "core/ranks/ranks.h"

namespace gf::platforms {

void refuse_ranks(const std::string& what, const std::string& why) {
  core::fail_config("", "--ranks", std::to_string(core::ranks().count()), "1 for " + what,
                    why + ": leave --ranks and mpirun out");
}

}  // namespace gf::platforms

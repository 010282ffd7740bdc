// SPDX-License-Identifier: Apache-2.0
#include "platforms/platform.h"

namespace gf::platforms {

const std::vector<PlatformEntry>& all_platforms() {
  static const std::vector<PlatformEntry> platforms{};
  return platforms;
}

}  // namespace gf::platforms

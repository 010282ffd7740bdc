// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/program.h"

namespace gf::test::cluster_machines {

/// "a=1", "b=2" as options.
inline Words parameters(const Words& settings) {
  Words words;
  for (const std::string& setting : settings) words = words + Words{"-p", setting};
  return words;
}

}  // namespace gf::test::cluster_machines

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/program.h"

namespace gf::test::small_run {

inline const Words kSmall{"run", "pcie_t2", "--workload", "ring:bytes=4 KiB"};

inline Words small(const Words& more) { return kSmall + more; }

}  // namespace gf::test::small_run

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/nic_bench.h"

namespace gf::hw::nic {

class NicTest : public testing::Test, public test::NicBench {};

}  // namespace gf::hw::nic

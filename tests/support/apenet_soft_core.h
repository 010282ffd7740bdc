// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <gmock/gmock.h>
#include <vector>

#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet {

class ApenetSoftCore : public testing::Test, protected test::ApenetBench {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(GF_FIRMWARE_FOLDER))
      GTEST_SKIP() << "no firmware: no riscv64-unknown-elf-gcc";
    use_model("iss");
  }
};

/// What receiving a packet takes, in seconds, where its buffer is the 1st, 51st and 101st.
class ApenetSoftCorePrograms : public ApenetSoftCore {
 protected:
  std::vector<double> times_by_place() {
    build();
    std::vector<std::uint64_t> buffers;
    for (unsigned i = 0; i < 101; ++i) buffers.push_back(buffer(4096, false));
    sc_core::sc_start();
    std::vector<double> took;
    for (const unsigned place : {1u, 51u, 101u}) {
      const double before = card().nios.stats().busy_rx.value().to_seconds();
      host().put({buffers[0], 64, 0, 1, buffers[place - 1]});
      run();
      took.push_back(card().nios.stats().busy_rx.value().to_seconds() - before);
    }
    return took;
  }
};

}  // namespace gf::hw::apenet

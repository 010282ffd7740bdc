// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <gmock/gmock.h>
#include <string>

#include "tests/support/program.h"

namespace gf::test {

class WhyTest : public testing::Test {
 protected:
  /// 0->2 and 1->2 share the link of GPU 2; 0->3 waits for the engine.
  void SetUp() override {
    std::ofstream(scratch_ / "graphs.csv") << "graph,src,dst,bytes\n"
                                              "g,0,2,100000\ng,1,2,100000\ng,0,3,50000\n";
    const Captured run = exits(0, program({"run", "pcie_t2", "--graphs", scratch_ / "graphs.csv",
                                           "--quiet", "--no-page", "--outdir", run_}));
  }
  Captured why(Words more) const {
    more.insert(more.begin(), {"why", run_});
    return program(more);
  }
  const ScratchDirectory scratch_;
  const std::string run_ = scratch_ / "run";
};

}  // namespace gf::test

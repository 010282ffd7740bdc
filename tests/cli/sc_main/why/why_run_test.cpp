// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::why_run_test {
namespace {

TEST_F(WhyTest, RefusesARunThatIsNoLongerTheSame) {
  std::ofstream(run_ + "/inputs/graphs.csv") << "graph,src,dst,bytes\ng,0,2,200000\n";
  const Captured text = exits(1, why({"copy 0->2"}));
  EXPECT_THAT(text.err, HasSubstr("has changed since"));
}

TEST_F(WhyTest, RefusesARunThatEndedEarly) {
  const std::string early = scratch_ / "early";
  program({"run", "pcie_t2", "--quiet", "--no-page", "--stop-at", "20 us", "--outdir", early});
  const Captured text = exits(2, program({"why", early}));
  EXPECT_THAT(text.err, HasSubstr("ended early"));
}

}  // namespace
}  // namespace gf::test::why_run_test

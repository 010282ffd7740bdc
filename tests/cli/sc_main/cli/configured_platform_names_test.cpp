// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/cli/configured_platform.h sc_main/cli/known_words.h
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::configured_platform_names_test {
namespace {

TEST(Names, SizesAreThoseOfNcclTestsToo) {
  const auto sizes = [](const std::string& bytes) {
    return program({"run", "pcie_t2", "--workload", "allreduce:bytes=" + bytes, "--json"});
  };
  const Captured run = exits(0, sizes("64k"));
  EXPECT_EQ(run.out, sizes("64 KiB").out);
  EXPECT_THAT(sizes("64kk").err, HasSubstr("expected a size of 4 B ... 1 TiB"));
}

TEST(Names, AMachinesParametersKeepTheirPathsInANetwork) {
  const auto lanes = [](const std::string& name) {
    return program({"params", "cluster", "*gpu.sms", "-p",
                    "machine=" GF_SOURCE_DIR "/docs/examples/four_dgx1.ini", "-p", name + "=3",
                    "--json"});
  };
  const Captured whole = exits(0, lanes("node.gpu.sms"));
  EXPECT_EQ(lanes("gpu.sms").out, whole.out);
  EXPECT_THAT(whole.out, HasSubstr("\"value\": \"3\""));
}

TEST(Names, GlobTouchesOnlyWhatTakesItsValue) {
  const auto rows = [](const std::string& setting) {
    return program({"params", "pcie_t2", "*rate*", "-p", setting, "--json"});
  };
  EXPECT_THAT(exits(0, rows("*rate=63 GB/s")).out,
              AllOf(HasSubstr("63 GB/s"), HasSubstr("bit_error_rate")));
  EXPECT_THAT(exits(2, rows("*rate=63 GBps")).err,
              AllOf(HasSubstr("accepts this value"), HasSubstr("unknown unit")));
  EXPECT_EQ(rows("*bit_error_rate=2").code, 2) << "out of its range";
}

}  // namespace
}  // namespace gf::test::configured_platform_names_test

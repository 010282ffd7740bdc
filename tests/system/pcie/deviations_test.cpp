// SPDX-License-Identifier: Apache-2.0
// Holds: DEVIATIONS.md platforms/pcie/pcie_platform.h
// The deviations that only whole machines show: rows of DEVIATIONS.md name these tests.
#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::deviations_test {
namespace {

constexpr double kBandwidth = 11.6 * (1 << 30);  // B, in bytes per second
constexpr double kLinkRate = 15.754e9;
constexpr double kEfficiency = 0.85239;

/// Runs T2 on `lines` of a graph file; what scripts read.
class PacketLevel : public testing::Test {
 protected:
  std::map<std::string, double> run(const std::string& lines,
                                    const std::vector<std::string>& more = {}) {
    write_file(scratch_ / "graphs.csv", "graph,src,dst,bytes\n" + lines);
    std::vector<std::string> arguments = {"run",    "pcie_t2", "--graphs", scratch_ / "graphs.csv",
                                          "--json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Captured captured = exits(0, program(arguments));
    return results_of(captured);
  }
  /// Time of one copy alone, in seconds.
  double lone(const std::string& pair, const std::vector<std::string>& more = {}) {
    return run("g," + pair + ",16 MiB\n", more).at("comm_0.end");
  }

 private:
  ScratchDirectory scratch_;
};

TEST_F(PacketLevel, SharesOfTableOneLeaveRoomForOverhead) {  // PCIE-1
  const auto results = run("g,0,2,16 MiB\ng,1,4,16 MiB\ng,3,2,16 MiB\ng,6,4,16 MiB\n");
  const double a = results.at("comm_0.share"), b = results.at("comm_1.share"),
               c = results.at("comm_2.share"), d = results.at("comm_3.share");
  constexpr double kSmallOverLarge = (84. / 64) / (276. / 256);
  EXPECT_GT(0.3 * kSmallOverLarge + 0.7, 1.06) << "as printed: more than the link into GPU 4 has";
  EXPECT_NEAR(b * kSmallOverLarge + d, 1, 0.005) << "as measured: all that it has";
  EXPECT_NEAR(a, 0.269, 0.004);
  EXPECT_NEAR(b, 0.269, 0.004);
  EXPECT_NEAR(c, 0.731, 0.004);
  EXPECT_NEAR(d, 0.672, 0.004);
}

TEST_F(PacketLevel, DllpsAreAFactorAndNoPackets) {  // PCIE-4
  const auto results = run("g,0,1,16 MiB\n");
  EXPECT_EQ(results.at("tlp_hops"), 2 * (16 << 20) / 256);
  constexpr double kBytes = 16 << 20;
  EXPECT_NEAR(kBytes / results.at("comm_0.end") / (kLinkRate * kEfficiency * 256 / 276), 1, 0.002);
  EXPECT_NEAR(kBytes / lone("0,1", {"-p", "*.efficiency=1"}) / (kLinkRate * 256 / 276), 1, 0.002);
}

TEST_F(PacketLevel, DllpsAsPacketsDoNotExplainTheEfficiency) {  // PCIE-4
  // One way they go against the stream, which keeps all of its link.
  const double lone_time = lone("0,1", {"-p", "*.dllps=true", "-p", "*.efficiency=1"});
  EXPECT_NEAR((16 << 20) / lone_time / (kLinkRate * 256 / 276), 1, 0.002);
}

TEST_F(PacketLevel, LongAddressesWouldSlowTheRootComplexMore) {  // PCIE-6
  const double here = lone("4,1") / lone("0,1");
  EXPECT_NEAR(here, (84. / 64) / (276. / 256), 0.002);
  const std::vector<std::string> high = {"-p", "gpu*.bar=16 GiB"};
  EXPECT_NEAR(lone("4,1", high) / lone("0,1", high), (88. / 64) / (280. / 256), 0.002);
}

TEST_F(PacketLevel, ReadingTheSourceTakesNoMemoryTime) {  // PCIE-8
  const std::vector<std::string> real = {"--real_bytes", "true"};
  std::vector<std::string> slow = real;
  slow.insert(slow.end(), {"-p", "memory.latency=1 us"});
  // One write at the destination waits for the slower memory; 65,536 reads at the source do not.
  EXPECT_NEAR(lone("0,1", slow) - lone("0,1", real), 0.8e-6, 0.1e-6);
}

TEST_F(PacketLevel, BandwidthIsBinary) {  // AN-4
  EXPECT_NEAR((300 << 20) / kBandwidth, 25.256e-3, 0.5e-6);
  EXPECT_NEAR((16 << 20) / lone("0,1") / kBandwidth, 1, 0.002);
}

}  // namespace
}  // namespace gf::test::deviations_test

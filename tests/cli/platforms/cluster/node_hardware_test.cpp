// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <set>
#include <sstream>

#include "tests/support/machine_runs.h"
#include "tests/support/program.h"

namespace gf::test::node_hardware_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

/// Whatever their order.
std::multiset<std::string> lines(const std::string& text) {
  std::multiset<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.insert(line);
  return all;
}

TEST(Machine, HardwareIsThatOfTheFile) {
  const Captured built = program({"topology", "cluster", "--machine", "two_socket", "--dot"});
  EXPECT_EQ(lines(built.out), lines(program({"topology", "two_socket", "--dot"}).out));
}

TEST(Machine, AcrossSocketsIsSlower) {
  const double same = copy_time("two_socket", 0, 2);
  const double other = copy_time("two_socket", 0, 4);
  EXPECT_GT(other, 1.1 * same) << "lines in flight over the socket are few";
  // With more of them the way is only longer: one more root complex and link.
  const double many =
      copy_time("two_socket", 0, 4,
                {"-p", "rc*.port_2.header_credits=512", "-p", "rc*.port_2.data_credits=2048"});
  EXPECT_GT(many, same);
  EXPECT_LT(many, 1.1 * same);
  const double narrow = copy_time("two_socket", 0, 4, {"-p", "rc*.port_2.rate=5 GB/s"});
  EXPECT_NEAR(narrow, 4194304.0 / 64 * 72 / 5e9, 0.02 * narrow);
}

/// 36 PCIe trees of two GPUs, joined by NVLink alone.
TEST(Machine, OneNodeMayHaveManyTrees) {
  const auto all = results(
      {"--machine", "nvl72", "--workload", "pairwise:distance=2,bytes=4 KiB", "-p", "gpu.sms=1"});
  EXPECT_EQ(all["bytes_delivered"]["value"].get<double>(), 72 * 4096.0);
  EXPECT_GT(all["packet_hops"]["value"].get<double>(), 0);
}

TEST(Machine, RealBytesCrossSockets) {
  const auto all = results({"--machine", "two_socket", "--workload", "all_to_all:bytes=64 KiB",
                            "-p", "real_bytes=true"});
  EXPECT_EQ(all["bytes_compared"]["value"].get<double>(), 56 * 65536.0);
  EXPECT_EQ(all["socket_bytes"]["value"].get<double>(), 32 * 65536.0 / 64 * 72);
}

/// NVLink, PCIe and NICs read a GPU's memory by the same DRAM: with 16 channels of 0.3 GB/s, of
/// which refreshes take a share, each of them alone is as slow as these are.
TEST(Machine, OneMemoryIsBehindAllWaysOfAGpu) {
  const double least = 4194304.0 / (16 * 0.3e9 * (1 - 0.0667));
  for (const unsigned to : {1u, 4u}) {
    const double slow = copy_time("dgx1_v100", 0, to, {"-p", "gpu.memory.channel_rate=0.3 GB/s"});
    EXPECT_GT(slow, least) << to;
    EXPECT_LT(slow, 1.01 * least) << to;
  }
  const std::string four = std::string(GF_SOURCE_DIR) + "/docs/examples/four_dgx1.ini";
  const double far = copy_time(four, 0, 8, {"-p", "node.gpu.memory.channel_rate=0.3 GB/s"});
  EXPECT_GT(far, least);
  EXPECT_LT(far, 1.01 * least);
  EXPECT_LT(copy_time(four, 0, 8), 0.5 * least);
}

}  // namespace
}  // namespace gf::test::node_hardware_test

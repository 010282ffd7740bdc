// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/fault_params.h hw/nic/flit_port.h platforms/cluster/networked_nodes.h
// Links and ports that die in the middle of a collective: no run hangs, each says who is dead and
// which copies did not end.
#include <gmock/gmock.h>

#include "tests/support/program.h"

namespace gf::test::faults_test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

Captured run(const std::string& platform, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", platform, "--workload", "allreduce:bytes=512 KiB"});
  return program(words);
}

struct Death {
  std::string platform;
  std::vector<std::string> words;
  std::string says;
};
void PrintTo(const Death& death, std::ostream* out) { *out << death.platform; }

class DeadLinks : public testing::TestWithParam<Death> {};

TEST_P(DeadLinks, EndTheRunAndAreNamedWithWhatTheyLost) {
  const Captured got = run(GetParam().platform, GetParam().words);
  EXPECT_EQ(got.code, 4) << got.err;
  EXPECT_THAT(got.out, HasSubstr("not ended"));
  EXPECT_THAT(
      got.err,
      AllOf(HasSubstr(GetParam().says), HasSubstr("is dead since 20 us (fails_at)"),
            AnyOf(HasSubstr("waits for graph allreduce_512 KiB: copy "), HasSubstr("more waits"))));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DeadLinks,
    testing::Values(Death{"pcie_t2", {"-p", "gpu3.fails_at=20 us"}, "gpu3"},
                    Death{"nvlink_node",
                          {"-p", "nvlink.fails_at=20 us", "-p", "nvlink.failing=gpu_1.*"},
                          "deadlock: "},
                    Death{
                        "apenet_cluster",
                        {"-p", "torus.link.fails_at=20 us", "-p", "torus.link.failing=switch_1.*"},
                        "deadlock: switch_"},
                    Death{"cluster",
                          {"--machine", "two_socket", "-p", "rc0.port_2.fails_at=20 us"},
                          "the way back from rc0.ingress_2"},
                    Death{"cluster",
                          {"-p", "port.fails_at=20 us", "-p", "port.failing=port_1"},
                          "retries exceeded; port_1"}));

TEST(DeadLinks, LateDeathsDisturbNobody) {
  for (const char* platform : {"pcie_t2", "nvlink_node", "apenet_cluster", "cluster"}) {
    const Captured clean = run(platform, {});
    const Captured late = run(platform, {"-p", "*.fails_at=1 s"});
    EXPECT_EQ(late.code, 0) << late.err;
    EXPECT_EQ(late.out, clean.out) << platform;
    EXPECT_THAT(late.err, Not(HasSubstr("dead")));
  }
}

TEST(DeadLinks, APortThatNobodyUsesMayDie) {
  // Ports 0 and 1 are those of the pair that sends.
  const Captured got =
      program({"run", "cluster", "--workload", "sendrecv:bytes=64 KiB", "-p", "nodes=2", "-p",
               "node.gpus=1", "-p", "port.fails_at=1 ps", "-p", "port.failing=port_7"});
  EXPECT_EQ(got.code, 0) << got.err;
}

}  // namespace
}  // namespace gf::test::faults_test

// SPDX-License-Identifier: Apache-2.0
// Links and ports that die in the middle of a collective: no run hangs, each says who is dead and
// which copies did not end.
#include "tests/support/failing_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::dead_channels_test {
namespace {

using failing_runs::run;

struct Death {
  std::string platform;
  std::vector<std::string> words;
  std::string says;
};
void PrintTo(const Death& death, std::ostream* out) { *out << death.platform; }

class DeadLinks : public testing::TestWithParam<Death> {};

TEST_P(DeadLinks, EndTheRunAndAreNamedWithWhatTheyLost) {
  const Captured got = exits(4, run(GetParam().platform, GetParam().words));
  EXPECT_THAT(got.out, HasSubstr("not ended"));
  EXPECT_THAT(got.err,
              AllOf(HasSubstr(GetParam().says), HasSubstr("has been dead since 20 us (fails_at)"),
                    HasSubstr("host waits for graph allreduce_512 KiB: copy ")));
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
                          "the path back from rc0.ingress_2"},
                    Death{"cluster",
                          {"-p", "port.fails_at=20 us", "-p", "port.failing=port_1"},
                          "retries exceeded"},
                    Death{"cluster",
                          {"-p", "node.gpus=1", "-p", "net.k=2", "-p", "net.n=2", "-p",
                           "net.channel.fails_at=20 us", "-p", "net.channel.failing=router_0.out_2",
                           "-p", "net.routing=deterministic"},
                          "router_0.out_2"}));

TEST(DeadLinks, LateDeathsDisturbNobody) {
  for (const char* platform : {"pcie_t2", "nvlink_node", "apenet_cluster", "cluster"}) {
    const Captured clean = run(platform, {});
    const Captured late = exits(0, run(platform, {"-p", "*.fails_at=1 s"}));
    EXPECT_EQ(late.out, clean.out) << platform;
    EXPECT_THAT(late.err, Not(HasSubstr("dead")));
  }
}

TEST(DeadLinks, APortThatNobodyUsesMayDie) {
  // Ports 0 and 1 are those of the pair that sends.
  exits(0, program({"run", "cluster", "--workload", "sendrecv:bytes=64 KiB", "-p", "nodes=2", "-p",
                    "node.gpus=1", "-p", "port.fails_at=1 ps", "-p", "port.failing=port_7"}));
}

/// Two of the lowest routers of a fat tree, with two ways up, one of which dies.
Captured past_a_dead_channel(const std::string& routing) {
  return program(Words{"run", "cluster", "--workload", "pairwise:distance=2,bytes=256 KiB"} +
                 parameters({"nodes=4", "node.gpus=1", "net.k=2", "net.n=2",
                             "net.channel.fails_at=5 us", "net.channel.failing=router_0.out_2",
                             "net.routing=" + routing, "node.nic.sender.timeout=100 us"}));
}

TEST(DeadChannels, AdaptiveRoutingGoesAround) {
  EXPECT_EQ(past_a_dead_channel("adaptive").code, 0);
}

TEST(DeadChannels, RoutingWithoutAChoiceLosesItsCopiesAndNamesThemAll) {
  const Captured got = exits(4, past_a_dead_channel("deterministic"));
  EXPECT_THAT(got.err, AllOf(HasSubstr("gpufabric: copy "), HasSubstr(": retries exceeded"),
                             HasSubstr("router_0.out_2 has been dead since 5 us (fails_at)")));
}

/// All of a small dragonfly or HyperX send to all, past a channel that dies.
Captured all_to_all_past(const std::string& channel, const Words& network) {
  return program(Words{"run", "cluster", "--workload", "alltoall:bytes=32 KiB"} +
                 parameters({"node.gpus=1", "net.channel.fails_at=1 us",
                             "net.channel.failing=" + channel, "node.nic.sender.timeout=100 us"}) +
                 network);
}
Words dragonfly(const std::string& routing) {
  return {"-p", "network=dragonfly", "-p", "nodes=36", "-p", "net.p=2",
          "-p", "net.a=4",           "-p", "net.h=2",  "-p", "net.routing=" + routing};
}
Words hyperx(const std::string& routing) {
  return {"-p", "network=hyperx", "-p", "nodes=18", "-p", "net.l=2",
          "-p", "net.s=3",        "-p", "net.t=2",  "-p", "net.routing=" + routing};
}

TEST(DeadChannels, UgalCompletesWhereAWayIsLeft) {
  for (const char* routing : {"ugal_l", "ugal_g", "ugal_l_vc", "ugal_l_vc_h", "ugal_l_cr"})
    EXPECT_EQ(all_to_all_past("router_0.out_5", dragonfly(routing)).code, 0) << routing;
  exits(0, all_to_all_past("router_0.out_2", hyperx("ugal_l")));
}

TEST(DeadChannels, MinimalRoutingsNameWhatTheyLose) {
  for (const auto& [channel, network] : {std::pair{"router_0.out_5", dragonfly("min")},
                                         std::pair{"router_0.out_2", hyperx("dor")}}) {
    EXPECT_THAT(exits(4, all_to_all_past(channel, network)).err,
                AllOf(HasSubstr("gpufabric: copy "), HasSubstr(": retries exceeded"),
                      HasSubstr(std::string(channel) + " has been dead since 1 us (fails_at)")));
  }
}

}  // namespace
}  // namespace gf::test::dead_channels_test

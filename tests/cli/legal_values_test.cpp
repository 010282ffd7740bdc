// SPDX-License-Identifier: Apache-2.0
// Holds: core/base/time_limits.h core/time/watchdog.h sc_main/cli/configured_platform.h
// Values within the range of their parameter that no machine can work with, together with others:
// refused with name, value and range before anything runs. Values that used to end badly run.
#include <ostream>

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::legal_values_test {
namespace {

struct Setting {
  std::string platform;
  std::string setting;
  std::string says;  ///< Part of the error.
};

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.platform << " -p '" << setting.setting << "'";
}

Captured run_of(const Setting& of, const std::vector<std::string>& more = {}) {
  return program(Words{"run", of.platform, "-p", of.setting} + more);
}

class Refused : public testing::TestWithParam<Setting> {};

TEST_P(Refused, WithNameAndRange) {
  const Captured run = exits(2, run_of(GetParam()));
  const std::string name = GetParam().setting.substr(0, GetParam().setting.find('='));
  EXPECT_THAT(run.err, AllOf(StartsWith("gpufabric: "), HasSubstr(name + " = "),
                             HasSubstr("expected "), HasSubstr(GetParam().says)));
}

INSTANTIATE_TEST_SUITE_P(
    LegalValues, Refused,
    testing::Values(Setting{"apenet_node", "trace_node=1", "expected 0;"},
                    Setting{"apenet_cluster", "trace_node=4294967295", "0 ... 7"},
                    Setting{"nvlink_node", "gpu.sms=256", "1 ... 253"},
                    Setting{"gpu_node", "gpu.sms=253", "1 ... 244 with gpu.memory.peer_ports = 4"},
                    Setting{"proact", "gpu.sms=245", "1 ... 244"},
                    Setting{"nvlink_node", "gpu.sm.l1_bytes=1 TiB", "128 B ... 4 MiB"},
                    Setting{"apenet_node", "host.bar=1 MiB", "for buffers and queues"},
                    Setting{"apenet_node", "host_memory.size=1 B", "for buffers and queues"},
                    Setting{"apenet_hsg", "app.l=1024", "at most 512 with spins = true"},
                    Setting{"apenet_hsg", "card.tx_fifo.flush=true", "false for apenet_hsg"},
                    Setting{"apenet_cluster", "card.tx_fifo.flush=true",
                            "false with test = latency"},
                    Setting{"gpu_node", "clock=18446 s", "1 ps ... 1 us"},
                    Setting{"dragonfly", "clock=9000 s", "1 ps ... 1 us"},
                    Setting{"apenet_node", "card.nios.clock=1 s", "2.5 ns ... 1 us"},
                    Setting{"apenet_node", "host_memory.latency=1000 s", "at most 1 s"},
                    Setting{"pcie_t2", "rc.hop_latency=18446 s", "1 ps ... 1 s"},
                    Setting{"pcie_t2", "rc.port_0.rate=1 B/s", "1 MB/s ... 1 PB/s"},
                    Setting{"nvlink_node", "nvlink.lane_rate=1 B/s", "1 MB/s ... 1 PB/s"}));

class Runs : public testing::TestWithParam<Setting> {};

TEST_P(Runs, ToTheEnd) { exits(0, run_of(GetParam())); }

INSTANTIATE_TEST_SUITE_P(LegalValues, Runs,
                         testing::Values(Setting{"apenet_hsg", "app.l=64", ""},
                                         Setting{"proact", "fabric=pcie", ""},
                                         Setting{"gpu_node", "gpu.sms=244", ""}));

TEST(LegalValues, AFabricBesideThatOfTheSystemRuns) {
  exits(0, run_of({"proact", "fabric=pcie", ""},
                  {"-p", "workload=microbenchmark", "-p", "*.bar=16 GiB"}));
}

TEST(LegalValues, AHitThatComesAfterAMissOfTheSameLoadRuns) {
  exits(0, run_of({"nvlink_node", "gpu.sm.hit_latency=68", ""}, {"-p", "workload=comd_ta"}));
}

TEST(LegalValues, StepsThatTimeCannotHoldAreRefused) {
  const Captured run = exits(2, run_of({"apenet_hsg", "app.gpu.bandwidth=1 MB/s", ""},
                                       {"-p", "app.l=1024", "-p", "app.spins=false"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("a kernel that moves"), HasSubstr("at most 1000 s")));
}

class Deaf : public testing::TestWithParam<Setting> {};

TEST_P(Deaf, LinksAreALivelock) {
  const Captured run = exits(4, run_of(GetParam(), {"--json"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("livelock: "), HasSubstr(GetParam().says),
                             HasSubstr("1000 consecutive replays"), HasSubstr("sent again")));
  EXPECT_THAT(run.out, HasSubstr("results"));
}

INSTANTIATE_TEST_SUITE_P(
    LegalValues, Deaf,
    testing::Values(Setting{"pcie_t2", "gpu0.bit_error_rate=0.01", "bit_error_rate = 0.01"},
                    Setting{"nvlink_node", "nvlink.bit_error_rate=0.01", "bit_error_rate = 0.01"},
                    Setting{"proact", "nvlink.bit_error_rate=0.01", "bit_error_rate = 0.01"},
                    Setting{"apenet_bfs", "*.bit_error_rate=0.0003", "bit_error_rate = 0.0003"}));

TEST(LegalValues, NextToNothingGettingThroughIsALivelock) {
  const Captured run =
      exits(4, run_of({"proact", "nvlink.bit_error_rate=0.01", ""},
                      {"-p", "workload=sssp", "-p", "mechanism=inline", "-p", "gpus=2"}));
  EXPECT_THAT(run.err, HasSubstr("next to nothing gets through"));
}

TEST(LegalValues, ManyErrorsThatLetSomethingThroughAreNone) {
  const Captured run = exits(
      0, run_of({"pcie_t2", "*.packet_error_rate=0.5", ""}, {"-p", "workload=ring:bytes=16 KiB"}));
  EXPECT_THAT(run.err, Not(HasSubstr("livelock")));
}

}  // namespace
}  // namespace gf::test::legal_values_test

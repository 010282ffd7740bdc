// SPDX-License-Identifier: Apache-2.0
// Holds: explain/packet_latency.cpp explain/packet_latency.h
// The latency of packets of a network of routers, by what it went into.
#include "explain/packet_latency.h"

#include <gmock/gmock.h>
#include <optional>

#include "platforms/network/load_measurement.h"
#include "tests/support/network_bench.h"

namespace gf::packet_latency_test {
namespace {

using core::HopJournal;
using core::PacketFacts;
using core::PacketLatency;
using core::Ticks;

/// A dragonfly of 72 nodes, as a run measures it.
class Measured {
 public:
  explicit Measured(test::NetworkBenchOptions options, double load, unsigned samples = 2)
      : dragonfly_(options.shape),
        routing_(hw::router::make_dragonfly_routing(options.routing, dragonfly_, 1)),
        traffic_(dragonfly_.graph().nodes()),
        measurement_("measurement", periods(load, samples)) {
    options.network.injection.load = load;
    options.network.router.vcs = routing_->vcs();
    network_.emplace(dragonfly_.graph(), options.network, *routing_, traffic_, measurement_, 1);
    measurement_.observe(*network_, false);
  }
  double result(const std::string& name) const {
    for (const core::ResultValue& value : measurement_.results())
      if (value.name == name) return value.value;
    ADD_FAILURE() << name;
    return 0;
  }
  [[nodiscard]] double cycles(Ticks ticks) {
    return static_cast<double>(ticks) / static_cast<double>(network_->clock().period());
  }
  [[nodiscard]] bool stable() const { return measurement_.stable(); }

 private:
  static platforms::network::MeasurementParams periods(double load, unsigned samples) {
    platforms::network::MeasurementParams params;
    params.period = load < 0.01 ? 5000 : 200;
    params.samples = samples;
    if (load < 0.01) params.steady = 0.2;  // few packets a period: their number varies
    return params;
  }
  const model::Dragonfly dragonfly_;
  std::unique_ptr<hw::router::RoutingIf> routing_;
  model::UniformTraffic traffic_;
  platforms::network::LoadMeasurement measurement_;
  std::optional<platforms::network::Network> network_;
};

struct Setting {
  const char* routing;
  double load;
  unsigned flits, speedup;
  double errors;
};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.routing << " at load " << s.load << ", " << s.flits << " flits, speed-up " << s.speedup
       << ", errors " << s.errors;
}

class PacketLatencyOf : public testing::TestWithParam<Setting> {
 protected:
  test::NetworkBenchOptions options() const {
    test::NetworkBenchOptions options;
    options.routing = GetParam().routing;
    options.network.injection.packet_flits = GetParam().flits;
    options.network.router.speedup = GetParam().speedup;
    options.network.flit_error_rate = GetParam().errors;
    options.network.router.whole_packets = GetParam().speedup == 2;
    return options;
  }
};

/// Exactly: the platform's mean is a sum of whole cycles divided once.
TEST_P(PacketLatencyOf, PartsAreTheMeanLatencyOfTheSample) {
  PacketLatency latency([](const PacketFacts&) { return true; });
  HopJournal journal(latency);
  Measured measured(options(), GetParam().load);
  sc_core::sc_start();
  latency.finish();
  ASSERT_TRUE(measured.stable());
  const core::PacketTimes& times = latency.times();
  ASSERT_GT(times.packets, 500u);
  EXPECT_EQ(static_cast<double>(times.packets), measured.result("packets"));
  EXPECT_EQ(measured.cycles(times.latency) / static_cast<double>(times.packets),
            measured.result("latency_mean"));
  EXPECT_EQ(times.transit + times.flits + times.waited(), times.latency);
  EXPECT_LE(times.flits, times.idle - times.transit);
  EXPECT_GT(times.waited(), 0u);
  std::uint64_t by_way = 0, by_flow = 0;
  for (const auto& [name, packets] : latency.classes())
    if (name == "minimal" || name == "non-minimal") by_way += packets;
  for (const auto& [flow, packets] : latency.flows()) by_flow += packets;
  EXPECT_EQ(by_way, times.packets);
  EXPECT_EQ(by_flow, times.packets);
}

INSTANTIATE_TEST_SUITE_P(Networks, PacketLatencyOf,
                         testing::Values(Setting{"min", 0.5, 1, 2, 0}, Setting{"val", 0.2, 4, 1, 0},
                                         Setting{"ugal_l", 0.3, 3, 2, 0.02},
                                         Setting{"ugal_l_vc_h", 0.4, 1, 1, 0},
                                         Setting{"min", 0.85, 1, 2, 0},
                                         Setting{"val", 0.3, 1, 1, 0}));

/// A sample of 200 cycles is too short to tell whether queues grow: it is given up for another one,
/// and packets of the first one do not count, whenever they end.
TEST(PacketLatencyOfTheLastSample, IsTheMeanLatencyOfTheRun) {
  PacketLatency latency([](const PacketFacts&) { return true; });
  HopJournal journal(latency);
  test::NetworkBenchOptions options;
  options.network.injection.packet_flits = 3;
  Measured measured(options, 0.5, 1);
  sc_core::sc_start();
  latency.finish();
  ASSERT_TRUE(measured.stable());
  ASSERT_GE(measured.result("warmup"), 4 * 200) << "of which a sample was part";
  const core::PacketTimes& times = latency.times();
  EXPECT_EQ(static_cast<double>(times.packets), measured.result("packets"));
  EXPECT_EQ(measured.cycles(times.latency) / static_cast<double>(times.packets),
            measured.result("latency_mean"));
  EXPECT_EQ(times.transit + times.flits + times.waited(), times.latency);
}

TEST(PacketLatencyAtLowLoad, IsThatOfAnIdleNetwork) {
  PacketLatency latency([](const PacketFacts&) { return true; });
  HopJournal journal(latency);
  test::NetworkBenchOptions options;
  options.network.injection.packet_flits = 4;
  options.network.local.flit_cycles = 3;
  Measured measured(options, 0.004);
  sc_core::sc_start();
  const core::PacketTimes& times = latency.times();
  ASSERT_GT(times.packets, 20u);
  EXPECT_GE(times.latency, times.idle);
  EXPECT_NEAR(measured.cycles(times.idle), measured.cycles(times.latency),
              0.02 * measured.cycles(times.latency));
}

TEST(PacketLatencyClasses, TheMeansOfClassesAreThoseOfTheRun) {
  PacketLatency latency([](const PacketFacts& facts) { return facts.kind == "non-minimal"; });
  HopJournal journal(latency);
  test::NetworkBenchOptions options;
  options.routing = "ugal_l";
  Measured measured(options, 0.4);
  sc_core::sc_start();
  const core::PacketTimes& times = latency.times();
  ASSERT_GT(times.packets, 10u);
  EXPECT_EQ(times.packets, latency.classes().at("non-minimal"));
  EXPECT_NEAR(measured.cycles(times.latency) / static_cast<double>(times.packets),
              measured.result("latency_nonminimal_mean"), 1e-9);
}

/// Nodes 0 and 1 send a flit each to node 4, at once, by one channel that takes 10 cycles a flit.
TEST(PacketLatencyByHand, ThePacketThatLosesWaitsForOneFlitOfTheOther) {
  PacketLatency latency([](const PacketFacts& facts) { return facts.flow == 1; });
  HopJournal journal(latency);
  test::NetworkBenchOptions options;
  options.network.router.speedup = 1;
  options.network.local.flit_cycles = 10;
  test::NetworkBench bench(options);
  bench.send(0, 4);
  bench.send(1, 4);
  sc_core::sc_start();
  latency.finish();
  const Ticks cycle = bench.network().clock().period();
  const core::PacketTimes& times = latency.times();
  ASSERT_EQ(times.packets, 1u);
  EXPECT_EQ(times.latency, bench.ends[1].latency * cycle);
  EXPECT_EQ(times.latency - times.idle, 10 * cycle) << "the other's flit on the channel";
  ASSERT_EQ(times.waits.size(), 2u) << "the cycle of arbitration, then the channel";
  for (const auto& [wait, ticks] : times.waits) {
    EXPECT_EQ(journal.flow_name(wait.behind), "flow 0->4");
    EXPECT_EQ(journal.queue_name(wait.queue), "router_0.in_1.vc_0");
    EXPECT_EQ(ticks, wait.cause == "channel busy" ? 9 * cycle : cycle) << wait.cause;
  }
}

/// Node 4, whose channel takes 20 cycles a flit, gets all: the n-th flit comes 20 n cycles after
/// the first one, and what waits for credit waits for that channel in the end.
TEST(PacketLatencyByHand, WhatIsBehindNoCreditIsTheSlowChannel) {
  PacketLatency latency([](const PacketFacts&) { return true; });
  HopJournal journal(latency);
  test::NetworkBenchOptions options;
  options.network.router.speedup = 1;
  options.network.router.vc_buffer = 2;
  options.network.terminal.flit_cycles = 20;
  test::NetworkBench bench(options);
  for (unsigned n = 0; n < 20; ++n)
    for (unsigned src = 0; src < 4; ++src) bench.send(src, 4);
  sc_core::sc_start();
  latency.finish();
  const Ticks cycle = bench.network().clock().period();
  const core::PacketTimes& times = latency.times();
  Ticks all = 0, no_credit = 0, behind_slow = 0;
  for (const test::PacketEnd& end : bench.ends) all += end.latency * cycle;
  EXPECT_EQ(times.latency, all);
  EXPECT_EQ(all, (80 * bench.ends[0].latency + 20 * (79 * 80 / 2)) * cycle);
  EXPECT_EQ(times.transit + times.flits + times.waited(), all);
  for (const auto& [wait, ticks] : times.waits) {
    if (wait.cause != "no credit") continue;
    no_credit += ticks;
    if (wait.chain == HopJournal::kNone) continue;
    const core::WaitCause& end = journal.causes().end(wait.chain);
    if (end.link != HopJournal::kNone && journal.link_name(end.link) == "router_2.out_0 to node 4")
      behind_slow += ticks;
  }
  EXPECT_GT(no_credit, all / 2);
  EXPECT_GT(behind_slow, no_credit * 9 / 10);
}

}  // namespace
}  // namespace gf::packet_latency_test

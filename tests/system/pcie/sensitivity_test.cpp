// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/device/copy_engine.h hw/pcie/port/egress.h hw/pcie/port/ingress.h hw/pcie/port/port_params.h
// Holds: hw/pcie/arbiters/* hw/pcie/switch/pcie_switch.h hw/pcie/port/dllp_params.h hw/link/dllp_sender.h
// One knob is turned, the statistic that it should move moves, in the direction that it should.
#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"

namespace gf::sensitivity_test {
namespace {

using hw::link::LinkParams;
using hw::pcie::EndpointParams;
using hw::pcie::Flow;
using hw::pcie::PortParams;
using hw::pcie::SwitchParams;
using test::PcieBench;

/// What a run gives: when each flow ended (ns), stall times of all egress ports (ns).
struct Outcome {
  std::vector<double> ends;
  double no_credit = 0;
  double arbitration_lost = 0;
  double hol_blocked = 0;
  double split = 0;
};

using Flows = std::vector<std::tuple<unsigned, unsigned, std::uint64_t>>;

template <class Set>
Outcome run(const Flows& flows, const Set& set) {
  const std::vector<double> values = test::in_child([&] {
    PcieBench bench("t2");
    set(bench);
    std::vector<Flow*> made;
    for (const auto& [src, dst, bytes] : flows) made.push_back(&bench.copy(src, dst, bytes));
    sc_core::sc_start();
    bench.expect_quiescent();
    std::vector<double> result;
    for (const Flow* flow : made) result.push_back(double(flow->finished) * 1e-6);
    double no_credit = 0;
    double lost = 0;
    double hol = 0;
    double split = 0;
    for (const core::StatRow& row : core::StatRegistry::instance().rows()) {
      if (row.name == "stall.no_credit") no_credit += row.value * 1e9;
      if (row.name == "stall.arbitration_lost") lost += row.value * 1e9;
      if (row.name == "hol_blocked") hol += row.value * 1e9;
      if (row.name == "split") split += row.value;
    }
    for (const double value : {no_credit, lost, hol, split}) result.push_back(value);
    return result;
  });
  Outcome outcome;
  if (values.size() < flows.size() + 4) return outcome;
  outcome.ends.assign(values.begin(), values.end() - 4);
  outcome.no_credit = values.end()[-4];
  outcome.arbitration_lost = values.end()[-3];
  outcome.hol_blocked = values.end()[-2];
  outcome.split = values.end()[-1];
  return outcome;
}

constexpr std::uint64_t kLong = 1 << 20;
const Flows kOne = {{0, 2, kLong}};
const auto kUnchanged = [](PcieBench&) {};

TEST(Sensitivity, HalfTheRateTwiceTheTime) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome half =
      run(kOne, [](PcieBench& b) { b.each_link([](LinkParams& l) { l.rate = l.rate * 0.5; }); });
  EXPECT_NEAR(half.ends[0] / base.ends[0], 2.0, 0.03);
}

TEST(Sensitivity, EfficiencyIsBandwidth) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome full =
      run(kOne, [](PcieBench& b) { b.each_link([](LinkParams& l) { l.efficiency = 1.0; }); });
  EXPECT_NEAR(full.ends[0] / base.ends[0], LinkParams{}.efficiency, 0.01);
}

TEST(Sensitivity, OneSlowLinkIsEnough) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome slow = run(kOne, [](PcieBench& b) {
    LinkParams& link = b.bridge("plx_a").ports[1].link;
    link.rate = link.rate * 0.5;
  });
  EXPECT_NEAR(slow.ends[0] / base.ends[0], 2.0, 0.03);
  EXPECT_GT(slow.no_credit, base.no_credit) << "buffers before it fill up";
}

TEST(Sensitivity, HopLatencyDelaysOnceAHop) {
  const auto with = [](double ns) {
    return [ns](PcieBench& b) {
      b.each_bridge([&](SwitchParams& s) { s.hop_latency = {ns, sc_core::SC_NS}; });
    };
  };
  const Outcome fast = run(kOne, with(100));
  const Outcome slow = run(kOne, with(300));
  EXPECT_NEAR(slow.ends[0] - fast.ends[0], 3 * 200, 1) << "three switches; bandwidth unchanged";
}

TEST(Sensitivity, SetupDelaysEveryCopy) {
  const Flows two = {{0, 2, 256}, {0, 2, 256}};
  const Outcome base = run(two, kUnchanged);
  const Outcome slow = run(two, [](PcieBench& b) {
    b.each_endpoint([](EndpointParams& e) { e.copy.setup = {3, sc_core::SC_US}; });
  });
  EXPECT_NEAR(slow.ends[0] - base.ends[0], 2000, 1e-3);
  EXPECT_NEAR(slow.ends[1] - base.ends[1], 4000, 1e-3);
}

TEST(Sensitivity, FewCreditsStarveTheLink) {
  const Outcome base = run(kOne, kUnchanged);
  const auto with = [](unsigned header) {
    return
        [header](PcieBench& b) { b.each_port([&](PortParams& p) { p.header_credits = header; }); };
  };
  const Outcome few = run(kOne, with(8));
  const Outcome one = run(kOne, with(1));
  EXPECT_EQ(base.no_credit, 0);
  EXPECT_GT(few.no_credit, 0);
  EXPECT_GT(one.no_credit, few.no_credit);
  EXPECT_GT(few.ends[0], 1.05 * base.ends[0]);
  EXPECT_GT(one.ends[0], 4 * few.ends[0]);
}

TEST(Sensitivity, DataCreditsCountToo) {
  const Outcome few =
      run(kOne, [](PcieBench& b) { b.each_port([](PortParams& p) { p.data_credits = 32; }); });
  EXPECT_GT(few.no_credit, 0);
}

TEST(Sensitivity, CreditLatencyHurtsWhereCreditsAreFew) {
  const auto with = [](double ns) {
    return [ns](PcieBench& b) {
      b.each_port([](PortParams& p) { p.header_credits = 8; });
      b.each_link([&](LinkParams& l) { l.credit_latency = {ns, sc_core::SC_NS}; });
    };
  };
  EXPECT_GT(run(kOne, with(400)).ends[0], 1.3 * run(kOne, with(100)).ends[0]);
}

TEST(Sensitivity, SlowUpdatesOfCreditsHurtWhereCreditsAreFew) {
  const auto with = [](double ns, unsigned credits) {
    return [=](PcieBench& b) {
      b.each_port([&](PortParams& p) {
        p.dllp.dllps = true;
        p.dllp.dllp_wait = {ns, sc_core::SC_NS};
        p.header_credits = credits;
      });
    };
  };
  EXPECT_GT(run(kOne, with(400, 8)).ends[0], 1.3 * run(kOne, with(20, 8)).ends[0]);
  EXPECT_NEAR(run(kOne, with(400, 128)).ends[0], run(kOne, with(20, 128)).ends[0], 500);
  EXPECT_GT(run(kOne, with(400, 8)).no_credit, run(kOne, with(20, 8)).no_credit);
}

TEST(Sensitivity, DllpsTakeTheLinkFromTlpsOfTheirDirection) {
  const Flows both = {{0, 1, kLong}, {1, 0, kLong}};
  const auto dllps = [](PcieBench& b) { b.each_port([](PortParams& p) { p.dllp.dllps = true; }); };
  // An ACK and an UpdateFC of 8 B in some 168 ns and a TLP, beside TLPs at 13.4 GB/s.
  const double two_way = run(both, dllps).ends[0] / run(both, kUnchanged).ends[0];
  EXPECT_GT(two_way, 1.004);
  EXPECT_LT(two_way, 1.009);
  // One way there is nothing to answer on the way that the TLPs take.
  EXPECT_NEAR(run(kOne, dllps).ends[0] / run(kOne, kUnchanged).ends[0], 1, 0.002);
}

TEST(Sensitivity, OneEndMayAnswerByDllpsAndTheOtherByDates) {
  const Outcome mixed = run({{0, 1, kLong}, {1, 0, kLong}}, [](PcieBench& b) {
    b.endpoint(0).port.dllp.dllps = true;
    b.bridge("plx_a").ports[1].dllp.dllps = true;
  });
  EXPECT_EQ(mixed.ends.size(), 2u);
}

TEST(Sensitivity, SmallReplayBufferWaitsForAcknowledgements) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome small = run(kOne, [](PcieBench& b) {
    b.each_link([](LinkParams& l) { l.replay_buffer = core::Bytes(276); });
  });
  EXPECT_GT(small.ends[0], 4 * base.ends[0]) << "one TLP a round trip";
}

TEST(Sensitivity, SmallerPiecesCostMoreBandwidthAtTheRootComplex) {
  const Flows crossing = {{0, 4, kLong}};
  const auto with = [](std::uint64_t bytes) {
    return [bytes](PcieBench& b) { b.bridge("rc").split_payload = core::Bytes(bytes); };
  };
  const Outcome none = run(crossing, with(0));
  const Outcome by_128 = run(crossing, with(128));
  const Outcome by_64 = run(crossing, with(64));
  const Outcome by_32 = run(crossing, with(32));
  EXPECT_EQ(none.split, 0);
  EXPECT_EQ(by_64.split, kLong / 256);
  // The wire carries payload + 20 B a piece.
  EXPECT_NEAR(by_128.ends[0] / none.ends[0], (148.0 / 128) / (276.0 / 256), 0.01);
  EXPECT_NEAR(by_64.ends[0] / none.ends[0], (84.0 / 64) / (276.0 / 256), 0.01);
  EXPECT_NEAR(by_32.ends[0] / none.ends[0], (52.0 / 32) / (276.0 / 256), 0.02);
}

TEST(Sensitivity, TwoFlowsOnAPortHalveAndLoseArbitration) {
  const Outcome alone = run({{0, 1, kLong}}, kUnchanged);
  const Outcome both = run({{0, 1, kLong}, {2, 1, kLong}}, kUnchanged);
  EXPECT_EQ(alone.arbitration_lost, 0);
  EXPECT_GT(both.arbitration_lost, 0);
  for (const double end : both.ends) EXPECT_NEAR(end / alone.ends[0], 2.0, 0.05);
}

TEST(Sensitivity, WeightsShareAPort) {
  // Input 0 of k80_0 is GPU 0; its upstream port, with GPU 2's flow, is input 2.
  const Flows conflict = {{0, 1, kLong}, {2, 1, kLong}};
  const auto with = [](std::vector<unsigned> weights) {
    return [weights](PcieBench& b) { b.bridge("k80_0").weights = weights; };
  };
  const Outcome equal = run(conflict, with({}));
  const Outcome first = run(conflict, with({3, 1, 1}));
  const Outcome second = run(conflict, with({1, 1, 3}));
  EXPECT_NEAR(equal.ends[0] / equal.ends[1], 1.0, 0.02);
  EXPECT_NEAR(first.ends[0] / equal.ends[0], 2.0 / 3, 0.05) << "3/4 of the port until it ends";
  EXPECT_NEAR(second.ends[1] / equal.ends[1], 2.0 / 3, 0.05);
}

TEST(Sensitivity, PacketCostFavoursLargeTlps) {
  // GPU 4's flow comes in pieces of 64 B, GPU 0's in TLPs of 256 B.
  const Flows conflict = {{0, 1, kLong}, {4, 1, kLong}};
  const auto with = [](unsigned cost) {
    return [cost](PcieBench& b) { b.each_bridge([&](SwitchParams& s) { s.packet_cost = cost; }); };
  };
  double last = 1e18;
  for (const unsigned cost : {0u, 64u, 256u, 4096u}) {
    const double end = run(conflict, with(cost)).ends[0];
    EXPECT_LT(end, last) << cost;
    last = end;
  }
}

TEST(Sensitivity, FixedArbitrationServesTheLowestInputFirst) {
  const Flows conflict = {{0, 1, kLong}, {2, 1, kLong}};
  const auto with = [](const std::string& policy) {
    return [policy](PcieBench& b) {
      b.each_bridge([&](SwitchParams& s) { s.downstream_arbitration = policy; });
    };
  };
  const Outcome fair = run(conflict, with("round_robin"));
  const Outcome fixed = run(conflict, with("fixed"));
  EXPECT_NEAR(fixed.ends[0] / fair.ends[0], 0.5, 0.03);
  EXPECT_NEAR(fixed.ends[1] / fair.ends[1], 1.0, 0.03);
}

TEST(Sensitivity, CrowdedPortBlocksTheHeadOfItsLine) {
  // Two flows from above want GPU 1's port, which is busy; GPU 3's flow to GPU 0 stands behind.
  const Outcome blocked =
      run({{0, 1, kLong}, {2, 1, kLong}, {4, 1, kLong}, {3, 0, kLong}}, kUnchanged);
  const Outcome free = run({{0, 1, kLong}, {2, 3, kLong}, {3, 0, kLong}}, kUnchanged);
  EXPECT_GT(blocked.hol_blocked, 0);
  EXPECT_EQ(free.hol_blocked, 0);
  EXPECT_GT(blocked.ends[3], 1.3 * free.ends[2]);
}

TEST(Sensitivity, VirtualOutputQueuesBlockNoHeadButFullBuffersStillDo) {
  const Flows crowded = {{0, 1, kLong}, {2, 1, kLong}, {4, 1, kLong}, {3, 0, kLong}};
  const auto with = [](const std::string& queueing) {
    return [queueing](PcieBench& b) {
      b.each_bridge([&](SwitchParams& s) { s.queueing = queueing; });
    };
  };
  const Outcome fifo = run(crowded, with("fifo"));
  const Outcome voq = run(crowded, with("voq"));
  EXPECT_GT(fifo.hol_blocked, 0);
  EXPECT_EQ(voq.hol_blocked, 0);
  EXPECT_LE(voq.ends[3], fifo.ends[3]);
  EXPECT_GT(voq.no_credit, 0) << "TLPs for the crowded port fill the buffers";
}

TEST(Sensitivity, SmallerPayloadsCarryMoreOverhead) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome small = run(kOne, [](PcieBench& b) {
    b.each_endpoint([](EndpointParams& e) { e.copy.max_payload = core::Bytes(128); });
  });
  EXPECT_NEAR(small.ends[0] / base.ends[0], (148.0 / 128) / (276.0 / 256), 0.01);
}

TEST(Sensitivity, CutThroughSavesSerializationTimeOnly) {
  const Outcome store = run(kOne, kUnchanged);
  const Outcome cut = run(kOne, [](PcieBench& b) {
    b.each_bridge([](SwitchParams& s) { s.forwarding = "cut_through"; });
  });
  const LinkParams link;
  const double saved = 3 * 256 / (link.rate.bytes_per_second() * link.efficiency) * 1e9;
  EXPECT_NEAR(store.ends[0] - cut.ends[0], saved, 0.1) << "payload time at each of three switches";
}

/// Time of a 64 KiB read of GPU 4 by GPU 0, in ns.
template <class Set>
double read_time(const Set& set) {
  return test::in_child([&] {
    PcieBench bench("t2");
    set(bench);
    double took = 0;
    const std::uint64_t address = bench.gpu(4).window().first;
    test::LtInitiator host("host", [&](test::LtInitiator& self) {
      std::vector<std::uint8_t> bytes(65536);
      EXPECT_EQ(self.read(address, bytes), tlm::TLM_OK_RESPONSE);
      took = self.took.to_seconds() * 1e9;
    });
    host.socket.bind(bench.gpu(0).requester.socket);
    sc_core::sc_start();
    bench.expect_quiescent();
    return std::vector<double>{took};
  })[0];
}

TEST(Sensitivity, ReadBandwidthNeedsTagsAndLongRequests) {
  const double base = read_time(kUnchanged);
  const double two_tags = read_time(
      [](PcieBench& b) { b.each_endpoint([](EndpointParams& e) { e.requester.tags = 2; }); });
  const double short_requests = read_time([](PcieBench& b) {
    b.each_endpoint([](EndpointParams& e) {
      e.requester.max_read_request = core::Bytes(64);
      e.requester.tags = 8;
    });
  });
  EXPECT_GT(two_tags, 4 * base);
  EXPECT_GT(short_requests, 2 * base);
}

}  // namespace
}  // namespace gf::sensitivity_test

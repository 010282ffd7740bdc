// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/pcie_outcomes.h"

namespace gf::pcie_switch_test {
namespace {

using hw::pcie::SwitchParams;
using namespace pcie_outcomes;  // NOLINT: what these tests share

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

TEST(Sensitivity, CutThroughSavesSerializationTimeOnly) {
  const Outcome store = run(kOne, kUnchanged);
  const Outcome cut = run(kOne, [](PcieBench& b) {
    b.each_bridge([](SwitchParams& s) { s.forwarding = "cut_through"; });
  });
  const LinkParams link;
  const double saved = 3 * 256 / (link.rate.bytes_per_second() * link.efficiency) * 1e9;
  EXPECT_NEAR(store.ends[0] - cut.ends[0], saved, 0.1) << "payload time at each of three switches";
}

}  // namespace
}  // namespace gf::pcie_switch_test

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/pcie_outcomes.h"

namespace gf::dllp_sender_test {
namespace {

using namespace pcie_outcomes;  // NOLINT: what these tests share

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

}  // namespace
}  // namespace gf::dllp_sender_test

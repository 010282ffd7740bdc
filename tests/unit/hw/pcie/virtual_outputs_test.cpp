// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/input_queues.h hw/pcie/port/ingress.h hw/pcie/switch/pcie_switch.h
// Virtual output queues: who is blocked no longer, and what outputs still share. Order within an
// output is ordering_test's.
#include "tests/support/matchers.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/run.h"
#include "tests/support/three_devices.h"

namespace gf::hw::pcie::virtual_outputs_test {
namespace {

class VirtualOutputs : public test::ThreeDevices, public testing::Test {
 protected:
  VirtualOutputs() : ThreeDevices("voq") { devices_[1]->keeps = true; }
};

TEST_F(VirtualOutputs, ABlockedHeadHoldsUpNobodyOfAnotherOutput) {
  write(1);
  write(1);  // waits for credit
  write(2);  // could go, and goes
  sc_core::sc_start();
  ASSERT_EQ(devices_[2]->seen.size(), 1u);
  // To the femtosecond as on an idle switch: first bit out when its latency is over.
  const auto& seen = devices_[2]->seen[0];
  const core::Ticks out = seen.tlp.arrived + switch_->egress(2).tx.span(seen.tlp.wire_bytes);
  EXPECT_EQ(seen.tail, out + link::LinkParams{}.propagation.value());
  EXPECT_THAT(classes_at(1), ElementsAre(kPosted));
  EXPECT_EQ(test::stat("sw.egress_1", "hol_blocked"), 0);
  drain();
  EXPECT_GT(test::stat("sw.egress_1", "stall.no_credit"), 0);
  EXPECT_EQ(test::stat("sw.egress_1", "hol_blocked"), 0);
}

TEST_F(VirtualOutputs, ReadsAndCompletionsPassAnOlderWriteToAnotherOutputAlone) {
  write(1);
  write(1);  // no place for it
  read(1);
  read(2);
  completion(1);
  completion(2);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(2), ElementsAre(kNonPosted, kCompletion));
  EXPECT_THAT(classes_at(1), ElementsAre(kPosted)) << "something passed a posted write";
  drain();
  EXPECT_EQ(classes_at(1)[1], kPosted);
}

TEST_F(VirtualOutputs, EachOutputKeepsItsOrder) {
  devices_[1]->keeps = false;
  for (std::uint32_t payload = 1; payload <= 200; ++payload) write(1 + payload % 2, payload);
  sc_core::sc_start();
  for (const unsigned to : {1u, 2u}) {
    ASSERT_EQ(devices_[to]->seen.size(), 100u);
    for (std::uint32_t i = 0; i < 100; ++i)
      EXPECT_EQ(devices_[to]->seen[i].tlp.payload_bytes, 2 * i + (to == 2 ? 1 : 2));
  }
  drain();
}

/// Credits are of the buffer: what waits for one output takes the places of the others.
TEST_F(VirtualOutputs, ABufferFullOfTlpsForOneOutputHoldsUpAll) {
  const unsigned places = PortParams{}.header_credits;
  for (unsigned i = 0; i < places + 1; ++i) write(1, 64);  // one leaves, the others fill the buffer
  write(2, 64);
  sc_core::sc_start();
  EXPECT_EQ(devices_[0]->unsent(), 1u);
  EXPECT_THAT(devices_[2]->seen, IsEmpty());
  devices_[1]->release_kept();  // one place
  sc_core::sc_start();
  EXPECT_EQ(devices_[2]->seen.size(), 1u);
  devices_[1]->keeps = false;
  drain();
}

/// Each queue is read out by itself, so two outputs of one input run side by side.
TEST_F(VirtualOutputs, OutputsAreServedSideBySide) {
  devices_[1]->keeps = false;
  interval_ = 0;
  write(1);
  write(2);
  sc_core::sc_start();
  ASSERT_EQ(devices_[1]->seen.size(), 1u);
  ASSERT_EQ(devices_[2]->seen.size(), 1u);
  const core::Ticks first = devices_[1]->seen[0].tail;
  const core::Ticks second = devices_[2]->seen[0].tail;
  EXPECT_EQ(second - first, switch_->egress(1).tx.span(devices_[1]->seen[0].tlp.wire_bytes))
      << "apart as they came in";
  drain();
}

}  // namespace
}  // namespace gf::hw::pcie::virtual_outputs_test

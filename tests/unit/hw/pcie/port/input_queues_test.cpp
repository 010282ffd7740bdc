// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/unsupported_requests.h
// PCIe ordering rules at a switch: who may pass whom, and what head-of-line blocking costs.
#include "hw/pcie/port/input_queues.h"

#include "tests/support/matchers.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/three_devices.h"

namespace gf::hw::pcie::input_queues_test {
namespace {

/// To one output: the same whatever the queues.
class Ordering : public test::ThreeDevices, public testing::TestWithParam<std::string> {
 protected:
  Ordering() : ThreeDevices(GetParam()) {}
};

TEST_P(Ordering, PostedWritesPassBlockedReads) {
  devices_[1]->keeps = true;
  read(1);
  read(1);  // no place for it
  write(1);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(1), ElementsAre(kNonPosted, kPosted));
  drain();
  EXPECT_THAT(classes_at(1), ElementsAre(kNonPosted, kPosted, kNonPosted));
}

TEST_P(Ordering, CompletionsPassBlockedReads) {
  devices_[1]->keeps = true;
  read(1);
  read(1);
  completion(1);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(1), ElementsAre(kNonPosted, kCompletion));
  drain();
}

TEST_P(Ordering, ReadsAndCompletionsDoNotPassAnOlderWrite) {
  devices_[1]->keeps = true;
  write(1);
  write(1);  // no place for it
  read(1);
  completion(1);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(1), ElementsAre(kPosted)) << "something passed a posted write";
  drain();
  ASSERT_EQ(classes_at(1).size(), 4u);
  EXPECT_EQ(classes_at(1)[1], kPosted);
}

TEST_P(Ordering, ReadsAndCompletionsDoNotWaitForAYoungerWrite) {
  devices_[1]->keeps = true;
  write(1);
  read(1);
  completion(1);
  write(1);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(1), ElementsAre(kPosted, kNonPosted, kCompletion));
  drain();
}

TEST_P(Ordering, WritesStayInOrder) {
  for (std::uint32_t payload = 1; payload <= 200; ++payload) write(1, payload);
  sc_core::sc_start();
  ASSERT_EQ(devices_[1]->seen.size(), 200u);
  for (std::uint32_t i = 0; i < 200; ++i) {
    EXPECT_EQ(devices_[1]->seen[i].tlp.payload_bytes, i + 1);
  }
  drain();
}

TEST_P(Ordering, NoHeadOfLineBlockingWithoutABlockedHead) {
  interval_ *= 10;  // time enough for the one credit to come back
  for (int i = 0; i < 50; ++i) write(i % 2 == 0 ? 1 : 2, 64);
  sc_core::sc_start();
  EXPECT_EQ(test::stat("sw.egress_1", "hol_blocked"), 0);
  EXPECT_EQ(test::stat("sw.egress_2", "hol_blocked"), 0);
  drain();
}

TEST_P(Ordering, UnclaimedRequestsEndAtTheSwitch) {
  send(devices_[0]->make(TlpType::kMemoryWrite, 0x1000, 64));
  Tlp& read = devices_[0]->make(TlpType::kMemoryRead, 0x1000, 64);
  read.requester = nodes_[1].id;
  read.tag = 17;
  send(read);
  sc_core::sc_start();
  ASSERT_EQ(devices_[0]->seen.size(), 1u) << "the read is answered, the write is not";
  EXPECT_EQ(devices_[0]->seen[0].tlp.type, TlpType::kCompletion);
  EXPECT_EQ(devices_[0]->seen[0].tlp.status, CompletionStatus::kUnsupportedRequest);
  EXPECT_EQ(devices_[0]->seen[0].tlp.tag, 17u);
  EXPECT_EQ(test::stat("sw.completer", "dropped"), 1);
  EXPECT_EQ(test::stat("sw.completer", "completions"), 1);
  drain();
}

/// Two inputs keep an output busy with writes; a read of one of them must still get through.
TEST_P(Ordering, ReadsAreNotStarvedByYoungerWrites) {
  const core::Ticks interval = sc_core::sc_time(20, sc_core::SC_NS).value();
  for (unsigned i = 0; i < 400; ++i) {
    for (unsigned from : {0u, 2u}) {
      devices_[from]->send(devices_[from]->make(TlpType::kMemoryWrite, window(1), 256),
                           i * interval);
    }
  }
  devices_[0]->send(devices_[0]->make(TlpType::kMemoryRead, window(1), 64), 50 * interval);
  sc_core::sc_start();
  std::size_t place = 0;
  while (class_of(devices_[1]->seen[place].tlp.type) != kNonPosted) ++place;
  EXPECT_LT(place, 500u) << "of 800 writes";
  drain();
}

INSTANTIATE_TEST_SUITE_P(Queueing, Ordering, testing::Values("fifo", "voq"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace gf::hw::pcie::input_queues_test

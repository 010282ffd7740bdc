// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/ingress.h hw/pcie/egress.h hw/pcie/switch.h hw/pcie/unsupported_requests.h
// PCIe ordering rules at a switch: who may pass whom, and what head-of-line blocking costs.
#include <gmock/gmock.h>

#include "hw/pcie/switch.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/run.h"
#include "tests/support/tlp_device.h"

namespace gf::hw::pcie::ordering_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Three devices around one switch: 0 sends, 1 and 2 receive.
class Ordering : public testing::Test {
 protected:
  Ordering() {
    const model::PcieTree tree = model::make_pcie_tree("switch:3");
    nodes_ = enumerate(tree, std::vector<core::Bytes>(3, core::mebibytes(1)));
    SwitchParams params;
    params.ports.resize(3);
    switch_ = std::make_unique<Switch>("sw", params, -1, nodes_[0].routing, 1, pool_);
    for (unsigned i = 0; i < 3; ++i) {
      // Device 1 has one place for posted writes and one for reads.
      model::CreditLimitTable limits = PortParams{}.credit_limits();
      if (i == 1) {
        limits[kPosted] = {1, 16};
        limits[kNonPosted] = {1, 0};
      }
      devices_.push_back(std::make_unique<test::TlpDevice>(("device_" + std::to_string(i)).c_str(),
                                                           link::LinkParams{}, limits, pool_));
      devices_[i]->egress.tx.connect(switch_->ingress(i).rx);
      switch_->egress(i).tx.connect(devices_[i]->rx);
    }
  }

  void write(unsigned to, std::uint32_t payload = 256) {
    send(devices_[0]->make(TlpType::kMemoryWrite, window(to), payload));
  }
  void read(unsigned to) { send(devices_[0]->make(TlpType::kMemoryRead, window(to), 64)); }
  void completion(unsigned to) {
    Tlp& tlp = devices_[0]->make(TlpType::kCompletionData, 0, 64);
    tlp.requester = nodes_[to + 1].id;
    send(tlp);
  }
  void send(Tlp& tlp) {
    // One after the other on the wire, whatever their classes.
    devices_[0]->send(tlp, core::now_ticks() + (sent_++) * interval_);
  }
  [[nodiscard]] std::uint64_t window(unsigned device) const {
    return nodes_[device + 1].window.first;
  }
  [[nodiscard]] std::vector<TlpClass> classes_at(unsigned device) const {
    std::vector<TlpClass> classes;
    for (const auto& seen : devices_[device]->seen) {
      classes.push_back(class_of(seen.tlp.type));
    }
    return classes;
  }
  void drain() {
    for (int round = 0; round < 20; ++round) {
      devices_[1]->release_kept();
      sc_core::sc_start();
    }
    EXPECT_THAT(core::pending_waits(), IsEmpty());
    EXPECT_EQ(pool_.in_use(), 0u);
  }

  TlpPool pool_;
  std::vector<NodeConfiguration> nodes_;
  std::unique_ptr<Switch> switch_;
  std::vector<std::unique_ptr<test::TlpDevice>> devices_;
  unsigned sent_ = 0;
  core::Ticks interval_ = sc_core::sc_time(30, sc_core::SC_NS).value();
};

TEST_F(Ordering, PostedWritesPassBlockedReads) {
  devices_[1]->keeps = true;
  read(1);
  read(1);  // no place for it
  write(1);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(1), ElementsAre(kNonPosted, kPosted));
  drain();
  EXPECT_THAT(classes_at(1), ElementsAre(kNonPosted, kPosted, kNonPosted));
}

TEST_F(Ordering, CompletionsPassBlockedReads) {
  devices_[1]->keeps = true;
  read(1);
  read(1);
  completion(1);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(1), ElementsAre(kNonPosted, kCompletion));
  drain();
}

TEST_F(Ordering, ReadsAndCompletionsDoNotPassAnOlderWrite) {
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

TEST_F(Ordering, ReadsAndCompletionsDoNotWaitForAYoungerWrite) {
  devices_[1]->keeps = true;
  write(1);
  read(1);
  completion(1);
  write(1);
  sc_core::sc_start();
  EXPECT_THAT(classes_at(1), ElementsAre(kPosted, kNonPosted, kCompletion));
  drain();
}

TEST_F(Ordering, WritesStayInOrder) {
  for (std::uint32_t payload = 1; payload <= 200; ++payload) write(1, payload);
  sc_core::sc_start();
  ASSERT_EQ(devices_[1]->seen.size(), 200u);
  for (std::uint32_t i = 0; i < 200; ++i) {
    EXPECT_EQ(devices_[1]->seen[i].tlp.payload_bytes, i + 1);
  }
  drain();
}

TEST_F(Ordering, HeadOfLineBlockingShowsInTheStatistics) {
  devices_[1]->keeps = true;
  write(1);
  write(1);  // waits for credit
  write(2);  // could go, but stands behind it
  sc_core::sc_start();
  EXPECT_THAT(devices_[2]->seen, IsEmpty());
  const sc_core::sc_time freed = sc_core::sc_time(5, sc_core::SC_US);
  test::run_through(freed.value());
  devices_[1]->keeps = false;
  devices_[1]->release_kept();
  sc_core::sc_start();
  EXPECT_EQ(devices_[2]->seen.size(), 1u);
  // From when the third write could have been served to when the second left.
  const link::LinkParams link;
  const Tlp third = devices_[2]->seen[0].tlp;
  const sc_core::sc_time blocked = freed + link.credit_latency - core::to_time(third.arrived);
  EXPECT_DOUBLE_EQ(test::stat("sw.egress_1", "hol_blocked"), blocked.to_seconds());
  EXPECT_EQ(test::stat("sw.egress_2", "hol_blocked"), 0);
  EXPECT_GT(test::stat("sw.egress_1", "stall.no_credit"), 0);
  drain();
}

TEST_F(Ordering, NoHeadOfLineBlockingWithoutABlockedHead) {
  interval_ *= 10;  // time enough for the one credit to come back
  for (int i = 0; i < 50; ++i) write(i % 2 == 0 ? 1 : 2, 64);
  sc_core::sc_start();
  EXPECT_EQ(test::stat("sw.egress_1", "hol_blocked"), 0);
  EXPECT_EQ(test::stat("sw.egress_2", "hol_blocked"), 0);
  drain();
}

TEST_F(Ordering, UnclaimedRequestsEndAtTheSwitch) {
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
TEST_F(Ordering, ReadsAreNotStarvedByYoungerWrites) {
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

}  // namespace
}  // namespace gf::hw::pcie::ordering_test

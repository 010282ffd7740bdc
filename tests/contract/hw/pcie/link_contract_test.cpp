// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/dllp_sender.h tlm_models/link/protocol.h tlm_models/link/credits.h
// One contract for every kind of port: endpoint to endpoint, endpoint to switch, switch to switch,
// switch to root complex. Random mixes of all three classes; books are kept on every link.
#include <gmock/gmock.h>
#include <map>
#include <ostream>

#include "core/time/quiescence.h"
#include "tests/contract/hw/pcie/monitored_tree.h"
#include "tests/support/lt_initiator.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::link_contract_test {
namespace {

using hw::pcie::kTlpClasses;
using hw::pcie::Tlp;
using hw::pcie::TlpType;
using test::MonitoredTree;
using test::TreeSettings;

struct Setting {
  std::string name;
  TreeSettings tree;
};
void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

Setting plain() { return {"plain", {}}; }
Setting few_credits() {
  Setting setting{"few_credits", {}};
  setting.tree.port.header_credits = 2;
  setting.tree.port.data_credits = 17;
  return setting;
}
Setting one_credit_cut_through() {
  Setting setting{"one_credit_cut_through", {}};
  setting.tree.port.header_credits = 1;
  setting.tree.forwarding = "cut_through";
  return setting;
}
Setting errors() {
  Setting setting{"errors", {}};
  setting.tree.port.header_credits = 8;
  setting.tree.port.link.packet_error_rate = 0.03;
  setting.tree.port.link.answer_error_rate = 0.01;
  return setting;
}
Setting split() {
  Setting setting{"split", {}};
  setting.tree.port.header_credits = 6;
  setting.tree.split_payload = 64;
  return setting;
}

/// Answers as packets, few credits, and errors of everything, DLLPs too.
Setting dllps() {
  Setting setting{"dllps", {}};
  setting.tree.port.dllp.dllps = true;
  return setting;
}
Setting dllp_errors() {
  Setting setting{"dllp_errors", {}};
  setting.tree.port.dllp.dllps = true;
  setting.tree.port.header_credits = 3;
  setting.tree.port.data_credits = 17;
  setting.tree.port.link.packet_error_rate = 0.03;
  setting.tree.port.link.answer_error_rate = 0.05;
  setting.tree.port.link.bit_error_rate = 2e-5;
  return setting;
}
Setting virtual_outputs() {
  Setting setting = split();
  setting.name = "virtual_outputs";
  setting.tree.queueing = "voq";
  return setting;
}

class PortContract
    : public testing::TestWithParam<std::tuple<std::string, Setting, std::uint64_t>> {
 protected:
  [[nodiscard]] const Setting& setting() const { return std::get<1>(GetParam()); }
  [[nodiscard]] bool splits() const {
    return setting().tree.split_payload != 0 && std::get<0>(GetParam()) != "direct";
  }
  [[nodiscard]] std::unique_ptr<MonitoredTree> build(bool endpoints) const {
    TreeSettings settings = setting().tree;
    settings.endpoints = endpoints;
    return std::make_unique<MonitoredTree>(std::get<0>(GetParam()), settings,
                                           std::get<2>(GetParam()));
  }

  /// Runs to the end in steps of random length and calls `look` between them.
  template <class Look>
  void run_in_steps(const Look& look) {
    for (int steps = 0; steps < 2000 && sc_core::sc_pending_activity(); ++steps) {
      sc_core::sc_start(core::to_time(1 + random_.below(400'000'000)));
      look();
    }
    sc_core::sc_start();
  }
  void expect_all_home(MonitoredTree& tree) {
    const std::vector<core::Wait> waits = core::pending_waits();
    EXPECT_TRUE(waits.empty()) << core::explain(waits);
    EXPECT_EQ(tree.pool().in_use(), 0u);
    EXPECT_EQ(tree.held_in_switches(), 0u);
    EXPECT_EQ(tree.on_links(), 0u);
    for (const auto& monitor : tree.monitors()) monitor->expect_credits_home();
  }

  core::RandomStream random_{std::get<2>(GetParam()), "contract"};
};

/// What was sent from one device to another, by class: sizes in order.
struct Sent {
  std::uint32_t payload;
  std::uint64_t serial;
};
using Ledger = std::map<std::tuple<unsigned, unsigned, unsigned>, std::vector<Sent>>;

/// Queues `count` random TLPs at each device.
Ledger queue_traffic(MonitoredTree& tree, core::RandomStream& random, unsigned count) {
  Ledger ledger;
  std::uint64_t serial = 0;
  for (unsigned from = 0; from < tree.leaves(); ++from) {
    core::Ticks at = 0;
    for (unsigned i = 0; i < count; ++i) {
      at += random.below(40'000'000);
      const auto to =
          static_cast<unsigned>((from + 1 + random.below(tree.leaves() - 1)) % tree.leaves());
      constexpr TlpType kTypes[] = {TlpType::kMemoryWrite, TlpType::kMemoryRead,
                                    TlpType::kCompletionData};
      const TlpType type = kTypes[random.below(3)];
      const auto bytes = static_cast<std::uint32_t>(1 + random.below(256));
      Tlp& tlp =
          tree.device(from).make(type, tree.window(to).first + 256 * random.below(1024), bytes);
      tlp.requester = type == TlpType::kCompletionData ? tree.id(to) : tree.id(from);
      tlp.completer = tree.id(from);
      tlp.posted_key = serial;
      tlp.last = true;
      ledger[{from, to, tlp.credit_class}].push_back({tlp.payload_bytes, serial++});
      tree.device(from).send(tlp, at);
    }
  }
  return ledger;
}

/// Every TLP of `ledger` has arrived where it should, whole, once, and in order of its class.
void expect_delivered(MonitoredTree& tree, const Ledger& ledger) {
  for (unsigned to = 0; to < tree.leaves(); ++to) {
    std::map<std::tuple<unsigned, unsigned, unsigned>, std::vector<Sent>> got;
    for (const auto& seen : tree.device(to).seen) {
      unsigned from = 0;
      while (tree.id(from) != seen.tlp.completer) ++from;
      std::vector<Sent>& list = got[{from, to, seen.tlp.credit_class}];
      if (!list.empty() && list.back().serial == seen.tlp.posted_key) {
        list.back().payload += seen.tlp.payload_bytes;  // a piece
      } else {
        list.push_back({seen.tlp.payload_bytes, seen.tlp.posted_key});
      }
    }
    for (const auto& [way, sent] : ledger) {
      if (std::get<1>(way) != to) continue;
      const std::vector<Sent>& list = got[way];
      ASSERT_EQ(list.size(), sent.size());
      for (std::size_t i = 0; i < sent.size(); ++i) {
        ASSERT_EQ(list[i].serial, sent[i].serial) << "out of order";
        ASSERT_EQ(list[i].payload, sent[i].payload);
      }
    }
  }
}

TEST_P(PortContract, RandomTlpsOfAllClasses) {
  const auto tree = build(false);
  for (unsigned leaf = 0; leaf < tree->leaves(); ++leaf) {
    tree->device(leaf).max_hold = sc_core::sc_time(300, sc_core::SC_NS).value();
  }
  constexpr unsigned kCount = 150;
  const Ledger ledger = queue_traffic(*tree, random_, kCount);
  run_in_steps([&] {
    // Injected = delivered + in flight: every TLP is unsent, on a link, or in a switch's buffer.
    std::uint64_t unsent = 0;
    std::uint64_t delivered = 0;
    for (unsigned leaf = 0; leaf < tree->leaves(); ++leaf) {
      unsent += tree->device(leaf).unsent();
      delivered += tree->device(leaf).seen.size();
    }
    const std::uint64_t in_flight = unsent + tree->on_links() + tree->held_in_switches();
    if (splits()) {
      ASSERT_GE(tree->pool().in_use(), in_flight);  // wholes and their pieces
    } else {
      ASSERT_EQ(tree->pool().in_use(), in_flight);
      ASSERT_EQ(tree->leaves() * kCount, delivered + in_flight);
    }
  });
  expect_delivered(*tree, ledger);
  expect_all_home(*tree);
  for (const auto& monitor : tree->monitors()) {
    EXPECT_EQ(monitor->dllps() > 0, setting().tree.port.dllp.dllps);
    for (unsigned c = 0; c < kTlpClasses; ++c) {
      EXPECT_GT(monitor->accepted(static_cast<model::CreditClass>(c)), 0u) << "no such traffic";
    }
  }
}

TEST_P(PortContract, EndpointsWithCopiesReadsAndWrites) {
  const auto tree = build(true);
  std::vector<std::unique_ptr<model::SparseMemory>> memories;
  std::vector<std::unique_ptr<test::LtInitiator>> hosts;
  std::deque<hw::pcie::Flow> flows;
  const unsigned leaves = tree->leaves();
  for (unsigned leaf = 0; leaf < leaves; ++leaf) {
    memories.push_back(std::make_unique<model::SparseMemory>(
        ("memory_" + std::to_string(leaf)).c_str(), model::SparseMemoryParams{}));
    tree->endpoint(leaf).memory.socket.bind(memories.back()->socket);
    hosts.push_back(std::make_unique<test::LtInitiator>(
        ("host_" + std::to_string(leaf)).c_str(), [&, leaf](test::LtInitiator& self) {
          core::RandomStream random(std::get<2>(GetParam()), self.name());
          for (int round = 0; round < 15; ++round) {
            const auto to = static_cast<unsigned>((leaf + 1 + random.below(leaves - 1)) % leaves);
            const std::uint64_t address =
                tree->window(to).first + 4096 * (16 * leaf + random.below(15));
            std::vector<std::uint8_t> bytes(1 + random.below(3000));
            for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
            std::vector<std::uint8_t> found(bytes.size());
            ASSERT_EQ(self.write(address, bytes), tlm::TLM_OK_RESPONSE);
            ASSERT_EQ(self.read(address, found), tlm::TLM_OK_RESPONSE);
            ASSERT_TRUE(found == bytes);
          }
        }));
    hosts.back()->socket.bind(tree->endpoint(leaf).requester.socket);
    for (int copy = 0; copy < 3; ++copy) {
      const auto to = static_cast<unsigned>((leaf + 1 + random_.below(leaves - 1)) % leaves);
      hw::pcie::Flow& flow = flows.emplace_back();
      flow.bytes = 1 + random_.below(20000);
      // The upper half of each window takes the copies.
      tree->endpoint(leaf).copy_engine.submit({&flow, tree->window(to), 0, 1 << 19});
    }
  }
  run_in_steps([&] {
    for (const hw::pcie::Flow& flow : flows) ASSERT_LE(flow.delivered, flow.bytes);
    ASSERT_GE(tree->pool().in_use(), tree->on_links());
  });
  for (const hw::pcie::Flow& flow : flows) {
    EXPECT_EQ(flow.delivered, flow.bytes);
    EXPECT_NE(flow.finished, core::kNever);
  }
  for (const auto& host : hosts) EXPECT_TRUE(host->done);
  expect_all_home(*tree);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, PortContract,
    testing::Combine(testing::Values("direct", "switch:4", "switch:2,2", "rc:2,2", "rc:2,2,2"),
                     testing::Values(plain(), few_credits(), one_credit_cut_through(), errors(),
                                     split(), virtual_outputs(), dllps(), dllp_errors()),
                     testing::Values(1, 2)),
    [](const auto& info) {
      std::string name = std::get<0>(info.param) + "_" + std::get<1>(info.param).name + "_seed" +
                         std::to_string(std::get<2>(info.param));
      std::replace_if(
          name.begin(), name.end(), [](char c) { return c == ':' || c == ','; }, '_');
      return name;
    });

}  // namespace
}  // namespace gf::link_contract_test

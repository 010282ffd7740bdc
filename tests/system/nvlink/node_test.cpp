// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/link_*.* hw/nvlink/port.h hw/nvlink/switch.h hw/nvlink/lane_*.*
// Whole nodes: all to all through a switch and over a mesh, errors while lanes turn. Nothing is
// lost, every byte is where it belongs, every credit is home.
#include <gmock/gmock.h>
#include <map>

#include "core/quiescence.h"
#include "core/random.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/nvlink_links.h"

namespace gf::hw::nvlink::node_test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;
using test::at_gpu;
using testing::IsEmpty;

constexpr std::size_t kMemory = 1 << 20;

/// GPUs with memories; a switch, or a link between each two.
struct Node {
  Node(unsigned gpus, bool mesh, const NvlinkParams& link, std::uint64_t seed = 1) {
    if (!mesh)
      sw = std::make_unique<NvlinkSwitch>("switch", SwitchParams{}, link, gpus, seed, pool);
    for (unsigned i = 0; i < gpus; ++i) {
      const std::string n = std::to_string(i);
      ports.push_back(std::make_unique<NvlinkPort>(("port_" + n).c_str(), PortParams{}, link,
                                                   mesh ? gpus - 1 : 1, i, seed, pool));
      gpu.push_back(std::make_unique<test::NvlinkGpu>(("gpu_" + n).c_str()));
      memory.push_back(std::make_unique<test::NvlinkMemory>(("memory_" + n).c_str(), kMemory));
      gpu[i]->out.bind(ports[i]->from_gpu);
      ports[i]->to_memory.bind(memory[i]->in);
    }
    for (unsigned i = 0; i < gpus; ++i) wire(i, mesh);
  }
  void wire(unsigned i, bool mesh) {
    if (!mesh) connect(ports[i]->link(), sw->port(i));
    for (unsigned j = 0; j < ports.size(); ++j) {
      if (j == i) continue;
      // Link to a peer: its number, own left out.
      ports[i]->route(j, mesh ? (j > i ? j - 1 : j) : 0);
      if (mesh && i < j) connect(ports[i]->link(j - 1), ports[j]->link(i));
    }
  }
  void expect_all_home() const {
    EXPECT_EQ(pool.in_use(), 0u);
    EXPECT_THAT(core::pending_waits(), IsEmpty());
  }

  NvlinkPool pool;
  std::unique_ptr<NvlinkSwitch> sw;
  std::vector<std::unique_ptr<NvlinkPort>> ports;
  std::vector<std::unique_ptr<test::NvlinkGpu>> gpu;
  std::vector<std::unique_ptr<test::NvlinkMemory>> memory;
};

/// One GPU's accesses: it writes bytes of its own to a part of each peer's memory that is its own,
/// reads them back later, and compares.
class Script {
 public:
  Script(Node& node, unsigned self, unsigned accesses, std::uint64_t seed)
      : node_(node), self_(self), left_(accesses), random_(seed, "script" + std::to_string(self)) {
    node.gpu[self]->next = [this](auto& p) { return next(p); };
    node.gpu[self]->ended = [this](auto& p) { ended(p); };
  }
  std::uint64_t moved = 0;
  std::uint64_t wrong = 0;

 private:
  static constexpr unsigned kPlaces = 64;
  struct Place {
    bool busy = false;
    std::vector<std::uint8_t> bytes;  ///< What is there; empty: nothing written.
  };

  bool next(tlm::tlm_generic_payload& p) {
    if (left_ == 0) return false;
    const auto gpus = static_cast<unsigned>(node_.gpu.size());
    for (;;) {
      const auto peer = static_cast<unsigned>((self_ + 1 + random_.below(gpus - 1)) % gpus);
      const std::uint64_t address = (self_ * kPlaces + random_.below(kPlaces)) * 1024;
      Place& place = places_[at_gpu(peer, address)];
      if (place.busy) continue;
      --left_;
      place.busy = true;
      auto& buffer = buffers_[at_gpu(peer, address)];
      const bool write = place.bytes.empty() || random_.below(2) == 0;
      if (write) {
        place.bytes.resize(1 + random_.below(700));
        for (auto& byte : place.bytes) byte = static_cast<std::uint8_t>(random_());
      }
      buffer = write ? place.bytes : std::vector<std::uint8_t>(place.bytes.size());
      p.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      p.set_address(at_gpu(peer, address));
      p.set_data_ptr(buffer.data());
      p.set_data_length(static_cast<unsigned>(buffer.size()));
      return true;
    }
  }
  void ended(tlm::tlm_generic_payload& p) {
    Place& place = places_.at(p.get_address());
    place.busy = false;
    moved += p.get_data_length();
    if (!p.is_response_ok()) ++wrong;
    const auto& memory = node_.memory[gpu_of(p.get_address())]->bytes;
    const auto at = memory.begin() + static_cast<std::ptrdiff_t>(local_address(p.get_address()));
    if (!std::equal(place.bytes.begin(), place.bytes.end(), at)) ++wrong;
    if (!std::equal(place.bytes.begin(), place.bytes.end(), p.get_data_ptr())) ++wrong;
  }

  Node& node_;
  const unsigned self_;
  unsigned left_;
  core::RandomStream random_;
  std::map<std::uint64_t, Place> places_;
  std::map<std::uint64_t, std::vector<std::uint8_t>> buffers_;
};

void run_all(Node& node, unsigned accesses) {
  std::vector<std::unique_ptr<Script>> scripts;
  for (unsigned i = 0; i < node.gpu.size(); ++i) {
    node.gpu[i]->most = 48;
    scripts.push_back(std::make_unique<Script>(node, i, accesses, 1));
  }
  sc_core::sc_start();
  std::uint64_t moved = 0;
  std::uint64_t at_memory = 0;
  for (unsigned i = 0; i < node.gpu.size(); ++i) {
    EXPECT_EQ(scripts[i]->wrong, 0u) << "GPU " << i;
    EXPECT_EQ(node.gpu[i]->errors, 0u);
    EXPECT_EQ(node.gpu[i]->under_way, 0u);
    moved += scripts[i]->moved;
    const auto& stats = node.ports[i]->completer.stats();
    at_memory += stats.read_bytes.value() + stats.write_bytes.value();
  }
  EXPECT_EQ(moved, at_memory);
  EXPECT_GT(moved, 100u * accesses);
  node.expect_all_home();
}

TEST(NvlinkNode, AllToAllThroughASwitchIsConserved) {
  Node node(8, false, NvlinkParams{});
  run_all(node, 1500);
}

TEST(NvlinkNode, AllToAllOverAMeshOfFiveLanesALinkIsConserved) {
  NvlinkParams link;
  link.lanes = 5;
  Node node(4, true, link);
  run_all(node, 1500);
}

TEST(NvlinkNode, TinyBuffersStillDrain) {
  NvlinkParams link;
  link.header_credits = 1;
  link.data_credits = 16;
  Node node(4, false, link);
  run_all(node, 500);
}

struct Errors {
  double bits;
  double packets;
  double answers;
};
void PrintTo(const Errors& errors, std::ostream* out) {
  *out << "bits " << errors.bits << ", packets " << errors.packets << ", answers "
       << errors.answers;
}
class NvlinkErrors : public testing::TestWithParam<std::tuple<Errors, std::string>> {};

TEST_P(NvlinkErrors, EveryByteArrivesWhileLanesTurn) {
  const auto& [errors, scope] = GetParam();
  NvlinkParams link;
  link.policy = "static";
  link.turn_scope = scope;
  link.wire.bit_error_rate = errors.bits;
  link.wire.packet_error_rate = errors.packets;
  link.wire.answer_error_rate = errors.answers;
  Node node(4, false, link);
  // Lanes turn all the time, at random, wherever the ends happen to agree.
  struct Turner final : sc_core::sc_module {
    SC_HAS_PROCESS(Turner);
    Turner(const sc_core::sc_module_name& name, Node& of) : sc_module(name), node(of) {
      SC_METHOD(turn);
    }
    void turn() {
      for (unsigned i = 0; i < 4; ++i) {
        LinkEnd& end = random.below(2) == 0 ? node.ports[i]->link() : node.sw->port(i);
        const bool to_self = random.below(2) == 0;
        const LaneMask from = to_self ? end.lanes.in() : end.lanes.out();
        const auto some = static_cast<unsigned>(1 + random.below(3));
        end.turns.ask(lowest(from, some), to_self);
      }
      if (sc_core::sc_time_stamp() < sc_time(20, SC_US)) next_trigger(sc_time(130, SC_NS));
    }
    Node& node;
    core::RandomStream random{1, "turner"};
  } turner("turner", node);
  run_all(node, errors.bits >= 1e-3 ? 100 : 1000);
  std::uint64_t turned = 0;
  std::uint64_t replays = 0;
  std::uint64_t crossed = 0;
  for (unsigned i = 0; i < 4; ++i) {
    for (LinkEnd* end : {&node.ports[i]->link(), &node.sw->port(i)}) {
      turned += end->turns.stats().lanes_to_out.value();
      crossed += end->turns.stats().crossed.value();
      replays += end->tx.stats().replays.value();
    }
    test::expect_joined(node.ports[i]->link(), node.sw->port(i));
    EXPECT_EQ(node.sw->port(i).lanes.in_service(), 0xFFFFu);
  }
  EXPECT_GT(turned, 10u);
  EXPECT_EQ(replays > 0, errors.bits > 0 || errors.packets > 0 || errors.answers > 0);
  RecordProperty("turned", static_cast<int>(turned));
  RecordProperty("crossed", static_cast<int>(crossed));
}
INSTANTIATE_TEST_SUITE_P(
    Rates, NvlinkErrors,
    testing::Combine(testing::Values(Errors{0, 0, 0}, Errors{1e-6, 0, 0}, Errors{1e-5, 0, 0},
                                     Errors{1e-4, 0, 0}, Errors{1e-3, 0, 0}, Errors{0, 1e-3, 0},
                                     Errors{0, 0.1, 0.1}, Errors{0, 0, 0.3}),
                     testing::Values(std::string("lane"), std::string("link"))));

}  // namespace
}  // namespace gf::hw::nvlink::node_test

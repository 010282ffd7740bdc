// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/end/link_end.h hw/nvlink/lanes/lane_mask.h hw/nvlink/lanes/nvlink_params.h
// Whole nodes: all to all through a switch and over a mesh, errors while lanes turn. Nothing is
// lost, every byte is where it belongs, every credit is home.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "tests/support/nvlink_nodes.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::hw::nvlink::lane_group_test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;
using test::NvlinkNode;
using test::run_all;

model::NvlinkLanes lanes(const NvlinkParams& link) { return {link.lanes, link.lane_rate}; }

platforms::gpu::NvlinkFabricParams with(const NvlinkParams& link) {
  platforms::gpu::NvlinkFabricParams params;
  params.link = link;
  return params;
}

model::NvlinkGraph switched(unsigned gpus, const NvlinkParams& link = {}) {
  return model::nvlink_switch(gpus, lanes(link));
}

TEST(NvlinkNode, AllToAllThroughASwitchIsConserved) {
  NvlinkNode node(switched(8));
  run_all(node, 1500);
}

TEST(NvlinkNode, AllToAllOverAMeshOfFiveLanesALinkIsConserved) {
  NvlinkParams link;
  link.lanes = 5;
  NvlinkNode node(model::nvlink_mesh(4, lanes(link)), with(link));
  run_all(node, 1500);
}

TEST(NvlinkNode, TinyBuffersStillDrain) {
  NvlinkParams link;
  link.header_credits = 1;
  link.data_credits = 16;
  NvlinkNode node(switched(4, link), with(link));
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
  NvlinkNode node(switched(4, link), with(link));
  // Lanes turn all the time, at random, wherever the ends happen to agree.
  struct Turner final : sc_core::sc_module {
    SC_HAS_PROCESS(Turner);
    Turner(const sc_core::sc_module_name& name, NvlinkNode& of) : sc_module(name), node(of) {
      SC_METHOD(turn);
    }
    void turn() {
      node.each_link([&](LinkEnd& near, LinkEnd& far) {
        LinkEnd& end = random.below(2) == 0 ? near : far;
        const bool to_self = random.below(2) == 0;
        const LaneMask from = to_self ? end.lanes.in() : end.lanes.out();
        const auto some = static_cast<unsigned>(1 + random.below(3));
        end.turns.ask(lowest(from, some), to_self);
      });
      if (sc_core::sc_time_stamp() < sc_time(20, SC_US)) next_trigger(sc_time(130, SC_NS));
    }
    NvlinkNode& node;
    core::RandomStream random{1, "turner"};
  } turner("turner", node);
  run_all(node, errors.bits >= 1e-3 ? 100 : 1000);
  std::uint64_t turned = 0;
  std::uint64_t replays = 0;
  std::uint64_t crossed = 0;
  node.each_link([&](const LinkEnd& near, const LinkEnd& far) {
    for (const LinkEnd* end : {&near, &far}) {
      turned += end->turns.stats().lanes_to_out.value();
      crossed += end->turns.stats().crossed.value();
      replays += end->tx.stats().replays.value();
    }
    EXPECT_EQ(far.lanes.in_service(), 0xFFFFu);
  });
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
}  // namespace gf::hw::nvlink::lane_group_test

// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/lanes/lane_group.h hw/nvlink/lanes/turn_protocol.h
// Holds: hw/nvlink/end/link_controller.h
// What waveforms show of a turn: lane states, the protocol, the lanes of each direction.
#include <map>

#include "tests/support/heard_probe.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::probes_test {
namespace {

using test::HeardProbe;

TEST(NvlinkProbes, ATurnAsWaveformsShowIt) {
  NvlinkParams params;
  params.policy = "static";
  test::NvlinkPair pair(params);
  HeardProbe a_state("a.link_0.lane_8.state");
  HeardProbe a_out("a.link_0.lane_8.out");
  HeardProbe b_out("b.link_0.lane_8.out");
  HeardProbe a_lanes("a.link_0.lanes_out");
  HeardProbe b_lanes("b.link_0.lanes_out");
  HeardProbe asker("a.link_0.turns.state");
  HeardProbe giver("b.link_0.turns.state");
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
  pair.a.link().turns.ask(1u << 8, true);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  EXPECT_THAT(a_state.values(), ElementsAre(0, 2, 0));  // active, turning, active
  EXPECT_THAT(a_out.values(), ElementsAre(0, 1));
  EXPECT_THAT(b_out.values(), ElementsAre(1, 0));
  EXPECT_THAT(a_lanes.values(), ElementsAre(8, 9));
  EXPECT_THAT(b_lanes.values(), ElementsAre(8, 7));
  EXPECT_THAT(asker.values(), ElementsAre(1, 3, 4, 0));
  EXPECT_THAT(giver.values(), ElementsAre(2, 4, 0));
}

TEST(NvlinkProbes, RegistersOfTheController) {
  test::NvlinkPair pair(NvlinkParams{});
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, ~0ull);
  HeardProbe busy("a.link_0.controller.out_busy");
  HeardProbe wanted_lanes("a.link_0.controller.lanes_to_out");
  sc_core::sc_start(sc_core::sc_time(5.1, sc_core::SC_US));
  ASSERT_EQ(busy.values().size(), 1u);
  EXPECT_NEAR(static_cast<double>(busy.values()[0]), 998, 1);  // 10 ns of 5 us to the first packet
  EXPECT_THAT(wanted_lanes.values(), ElementsAre(1));
}

}  // namespace
}  // namespace gf::hw::nvlink::probes_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/switch/multicast_unit.h"

#include <gmock/gmock.h>

#include "tests/support/nvlink_group.h"

namespace gf::hw::nvlink::multicast_unit_timing_test {
namespace {

using core::Ticks;

/// A read goes to the switch, to the members and back, and its operands are reduced one by one.
TEST(MulticastTiming, AReadIsTheSumOfItsParts) {
  test::NvlinkGroup::Settings with;
  with.bridge.multicast.latency = sc_core::sc_time(70, sc_core::SC_NS);
  test::NvlinkGroup group(2, with);
  group.stream_to_group(0, tlm::TLM_READ_COMMAND, 256, 1);
  sc_core::sc_start();
  const Ticks flit = with.link.lane_rate.time_for(kFlitBytes).value();
  const auto link = [&](unsigned flits) {
    return (flits - 1) * flit / 8 + flit + with.link.wire.propagation.value();
  };
  const Ticks sum = with.port.send_latency.value() + 2 * link(1) + 2 * link(17) +
                    2 * with.bridge.hop_latency.value() + 2 * with.port.receive_latency.value() +
                    group.latency(0).value() +
                    2 * with.bridge.multicast.rate.time_for(256).value() +
                    with.bridge.multicast.latency.value();
  EXPECT_NEAR(static_cast<double>(group.gpu[0]->last_at), static_cast<double>(sum), 10.0);
}

TEST(MulticastTiming, AWriteEndsWithTheSlowestMember) {
  test::NvlinkGroup::Settings with;
  test::NvlinkGroup group(3, with);
  group.stream_to_group(0, tlm::TLM_WRITE_COMMAND, 256, 1);
  sc_core::sc_start();
  const Ticks flit = with.link.lane_rate.time_for(kFlitBytes).value();
  const Ticks link = 16 * flit / 8 + flit + with.link.wire.propagation.value();
  const Ticks sum = with.port.send_latency.value() + 2 * link + with.bridge.hop_latency.value() +
                    with.port.receive_latency.value() + group.latency(2).value() +
                    with.port.write_answer_latency.value();
  EXPECT_NEAR(static_cast<double>(group.gpu[0]->last_at), static_cast<double>(sum), 10.0);
}

}  // namespace
}  // namespace gf::hw::nvlink::multicast_unit_timing_test

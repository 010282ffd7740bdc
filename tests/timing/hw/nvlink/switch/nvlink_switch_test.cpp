// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/switch/nvlink_switch.h"

#include <gmock/gmock.h>

#include "tests/support/nvlink_bench.h"

namespace gf::hw::nvlink::nvlink_switch_test {
namespace {

using core::Ticks;

TEST(SwitchTiming, AHopIsItsLatencyAndAPacketTime) {
  NvlinkParams params;
  params.policy = "static";
  NvlinkPool pool;
  const NvlinkPortParams port;
  const NvlinkSwitchParams hop;
  NvlinkSwitch sw("switch", hop, params, 2, 1, pool);
  NvlinkPort a("a", port, params, 1, 0, 1, pool);
  NvlinkPort b("b", port, params, 1, 1, 1, pool);
  connect(a.link(), sw.port(0));
  connect(b.link(), sw.port(1));
  a.route(1, 0);
  b.route(0, 0);
  test::NvlinkGpu gpu("gpu");
  test::NvlinkGpu idle("idle");
  gpu.out.bind(a.from_gpu);
  idle.out.bind(b.from_gpu);
  gpu.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 256, 1);
  sc_core::sc_start();
  const Ticks flit = params.lane_rate.time_for(kFlitBytes).value();
  const Ticks link = 16 * flit / 8 + flit + params.wire.propagation.value();
  const Ticks sum = port.send_latency.value() + 2 * link + hop.hop_latency.value() +
                    port.receive_latency.value() + port.write_answer_latency.value();
  EXPECT_NEAR(static_cast<double>(gpu.last_at), static_cast<double>(sum), 4.0);
}

}  // namespace
}  // namespace gf::hw::nvlink::nvlink_switch_test

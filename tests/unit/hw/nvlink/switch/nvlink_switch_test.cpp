// SPDX-License-Identifier: Apache-2.0
// The switch: fair outputs, no head-of-line blocking between outputs, wiring errors.
#include "hw/nvlink/switch/nvlink_switch.h"

#include "tests/support/errors.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/set_access.h"

namespace gf::hw::nvlink::switch_test {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

constexpr std::uint64_t kForever = ~0ull;

struct Star {
  explicit Star(unsigned gpus, NvlinkParams link = {}) {
    link.policy = "static";
    sw = std::make_unique<NvlinkSwitch>("switch", NvlinkSwitchParams{}, link, gpus, 1, pool);
    for (unsigned i = 0; i < gpus; ++i) {
      const std::string n = std::to_string(i);
      ports.push_back(std::make_unique<NvlinkPort>(("port_" + n).c_str(), NvlinkPortParams{}, link,
                                                   1, i, 1, pool));
      gpu.push_back(std::make_unique<test::NvlinkGpu>(("gpu_" + n).c_str()));
      gpu[i]->out.bind(ports[i]->from_gpu);
      connect(ports[i]->link(), sw->port(i));
      for (unsigned j = 0; j < gpus; ++j) {
        if (j != i) ports[i]->route(j, 0);
      }
    }
  }
  [[nodiscard]] double written(unsigned i) const {
    return static_cast<double>(ports[i]->requester.stats().write_bytes.value());
  }
  NvlinkPool pool;
  std::unique_ptr<NvlinkSwitch> sw;
  std::vector<std::unique_ptr<NvlinkPort>> ports;
  std::vector<std::unique_ptr<test::NvlinkGpu>> gpu;
};

TEST(NvlinkSwitch, InputsShareAnOutputEvenly) {
  Star star(4);
  for (unsigned i = 1; i < 4; ++i) {
    star.gpu[i]->next = test::stream(tlm::TLM_WRITE_COMMAND, 0, 128, kForever);
  }
  sc_core::sc_start(sc_time(50, SC_US));
  const double all = static_cast<double>(star.ports[0]->completer.stats().write_bytes.value());
  EXPECT_NEAR(all, 64e9 * 128 / 144 * 50e-6, 0.01 * all);
  // What waits on the way, at most 36 KiB of each, is counted as written here.
  for (unsigned i = 1; i < 4; ++i) EXPECT_NEAR(star.written(i), all / 3, 0.08 * all / 3);
  EXPECT_GT(star.sw->port(0).stats().stall.times().of(core::StallCause::kArbitrationLost),
            sc_core::SC_ZERO_TIME);
}

TEST(NvlinkSwitch, BusyOutputDoesNotHoldUpAnother) {
  // GPUs 1 and 2 fill GPU 0's link; GPU 1's reads of GPU 3 pass at their own pace.
  Star star(4);
  star.gpu[2]->next = test::stream(tlm::TLM_WRITE_COMMAND, 0, 256, kForever);
  star.gpu[3]->next = test::stream(tlm::TLM_READ_COMMAND, 1, 256, kForever);
  sc_core::sc_start(sc_time(20, SC_US));
  const std::uint64_t alone = star.gpu[3]->bytes;
  star.gpu[0]->next = test::stream(tlm::TLM_READ_COMMAND, 2, 256, kForever);
  star.gpu[0]->go();
  sc_core::sc_start(sc_time(20, SC_US));
  EXPECT_NEAR(static_cast<double>(star.gpu[3]->bytes - alone), static_cast<double>(alone),
              0.02 * static_cast<double>(alone));
}

TEST(NvlinkSwitch, FunctionalAccessFindsItsWay) {
  Star star(3);
  test::NvlinkMemory memory("memory", 4096);
  star.ports[2]->to_memory.bind(memory.in);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::uint8_t data[4] = {1, 2, 3, 4};
  tlm::tlm_generic_payload payload;
  test::set_access(payload, tlm::TLM_WRITE_COMMAND, test::at_gpu(2, 16), data, 4);
  EXPECT_EQ(star.gpu[0]->out->transport_dbg(payload), 4u);
  EXPECT_EQ(memory.bytes[18], 3);
}

TEST(NvlinkSwitch, LinksSideBySideShareWhatComesByDifferentPorts) {
  // GPU 0's two links are ports 0 and 1 of the switch, GPU 1's two are ports 2 and 3.
  NvlinkPool pool;
  NvlinkParams params;
  params.policy = "static";
  NvlinkSwitch sw("switch", NvlinkSwitchParams{}, params, 4, 1, pool);
  std::vector<std::unique_ptr<NvlinkPort>> ports;
  std::vector<std::unique_ptr<test::NvlinkGpu>> gpus;
  test::NvlinkMemory memory("memory", 1u << 20);
  for (unsigned gpu = 0; gpu < 2; ++gpu) {
    const std::string number = std::to_string(gpu);
    ports.push_back(std::make_unique<NvlinkPort>(("port" + number).c_str(), NvlinkPortParams{},
                                                 params, 2, gpu, 1, pool));
    gpus.push_back(std::make_unique<test::NvlinkGpu>(("gpu" + number).c_str()));
    gpus[gpu]->out.bind(ports[gpu]->from_gpu);
    for (unsigned link = 0; link < 2; ++link)
      connect(ports[gpu]->link(link), sw.port(2 * gpu + link));
    ports[gpu]->route(1 - gpu, std::vector<unsigned>{0, 1});
    sw.route(gpu, std::vector<unsigned>{2 * gpu, 2 * gpu + 1});
  }
  ports[1]->to_memory.bind(memory.in);
  gpus[0]->next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 256, 64);
  gpus[0]->go();
  sc_core::sc_start();
  // Granules of 256 B take the links in turn: half of the packets come by each, and leave so.
  EXPECT_EQ(sw.port(2).tx.stats().payload_bytes.value(), 32 * 256u);
  EXPECT_EQ(sw.port(3).tx.stats().payload_bytes.value(), 32 * 256u);
}

TEST(NvlinkSwitch, WiringErrorsHaveNames) {
  NvlinkPool pool;
  EXPECT_THAT(test::error_of([&] {
                NvlinkSwitch sw("switch", NvlinkSwitchParams{}, NvlinkParams{}, 1, 1, pool);
              }),
              HasSubstr("switch.ports = 1"));
}

TEST(NvlinkSwitch, RouteToAPortThatIsNotThere) {
  NvlinkPool pool;
  NvlinkSwitch sw("switch", NvlinkSwitchParams{}, NvlinkParams{}, 2, 1, pool);
  EXPECT_THAT(test::error_of([&] { sw.route(5, 2); }), HasSubstr("0 ... 1"));
}

}  // namespace
}  // namespace gf::hw::nvlink::switch_test

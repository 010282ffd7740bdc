// SPDX-License-Identifier: Apache-2.0
// What a packet costs at each end of a link that it leaves, lanes turning or not.
#include <benchmark/benchmark.h>
#include <string>
#include <vector>

#include "core/time/watchdog.h"
#include "hw/nvlink/end/nvlink_port.h"
#include "hw/nvlink/switch/nvlink_switch.h"
#include "tests/bench/forked.h"
#include "tests/support/nvlink_bench.h"

namespace gf::bench {

Cost nvlink_hops(const std::string& policy, unsigned gpu_count, std::uint64_t accesses) {
  using namespace hw::nvlink;
  NvlinkParams link;
  link.policy = policy;
  NvlinkPool pool;
  NvlinkSwitch sw("switch", NvlinkSwitchParams{}, link, gpu_count, 1, pool);
  std::vector<std::unique_ptr<NvlinkPort>> ports;
  std::vector<std::unique_ptr<test::NvlinkGpu>> gpus;
  for (unsigned i = 0; i < gpu_count; ++i) {
    const std::string n = std::to_string(i);
    ports.push_back(std::make_unique<NvlinkPort>(("port_" + n).c_str(), NvlinkPortParams{}, link, 1,
                                                 i, 1, pool));
    gpus.push_back(std::make_unique<test::NvlinkGpu>(("gpu_" + n).c_str()));
    connect(ports[i]->link(), sw.port(i));
    ports[i]->route((i + 1) % gpu_count, 0);
    gpus[i]->out.bind(ports[i]->from_gpu);
    gpus[i]->next = test::stream(i % 2 == 0 ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND,
                                 (i + 1) % gpu_count, 128, accesses);
  }
  for (unsigned i = 0; i < gpu_count; ++i) ports[i]->route((i + gpu_count - 1) % gpu_count, 0);
  Cost cost;
  cost.seconds = timed([] { core::run_simulation({}); });
  for (unsigned i = 0; i < gpu_count; ++i) {
    cost.events += ports[i]->link().tx.stats().packets.value();
    cost.events += sw.port(i).tx.stats().packets.value();
  }
  return cost;
}

namespace {

/// Arguments: 0 static, 1 paper; GPUs.
void BM_NvlinkPacketHop(benchmark::State& state) {
  const std::string policy = state.range(0) == 0 ? "static" : "paper";
  const auto gpus = static_cast<unsigned>(state.range(1));
  for (auto _ : state) {
    const Cost cost = run_forked([&] { return nvlink_hops(policy, gpus, 800'000 / gpus); });
    const Cost bare = run_forked([] { return bare_events(29, 2'000'000); });
    state.SetIterationTime(cost.seconds);
    state.counters["ns/packet_hop"] = cost.nanoseconds();
    state.counters["bare_events/packet_hop"] = cost.nanoseconds() / bare.nanoseconds();
  }
}
BENCHMARK(BM_NvlinkPacketHop)
    ->Args({0, 4})
    ->Args({1, 4})
    ->Args({1, 16})
    ->UseManualTime()
    ->Iterations(3);

}  // namespace
}  // namespace gf::bench

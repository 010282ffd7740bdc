// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/random.h"
#include "core/watchdog.h"
#include "platforms/pcie/graph_runner.h"
#include "tests/bench/forked.h"
#include "tlm_models/topology/pcie_presets.h"

namespace gf::bench {
namespace {

/// Wakes itself after its period, again and again.
class Ticker : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Ticker);
  Ticker(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
      : sc_module(name), period_(period) {
    SC_METHOD(tick);
    sensitive << event_;
  }

 private:
  void tick() { event_.notify(period_); }
  const sc_core::sc_time period_;
  sc_core::sc_event event_{"event"};
};

model::CongestionGraph random_graph(unsigned gpus, std::uint64_t bytes) {
  core::RandomStream stream(1, "bench");
  model::CongestionGraph graph{"bench", {}};
  for (unsigned src = 0; src < gpus; ++src) {
    const auto dst = static_cast<unsigned>((src + 1 + stream.below(gpus - 1)) % gpus);
    graph.communications.push_back({"bench", src, dst, core::Bytes(bytes), {}});
  }
  return graph;
}

}  // namespace

Cost bare_events(unsigned processes, std::uint64_t events) {
  std::vector<std::unique_ptr<Ticker>> tickers;
  const sc_core::sc_time base(20, sc_core::SC_NS);
  for (unsigned i = 0; i < processes; ++i) {
    const std::string name = "ticker_" + std::to_string(i);
    tickers.push_back(std::make_unique<Ticker>(
        name.c_str(), base + sc_core::sc_time(37.0 * i / processes, sc_core::SC_PS)));
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double rounds = static_cast<double>(events) / processes;
  Cost cost;
  cost.events = events;
  cost.seconds = timed([&] { sc_core::sc_start(base * rounds); });
  return cost;
}

PcieTraffic pcie_traffic(unsigned gpus) {
  if (gpus == 8) return {"t2", 4ull << 20, 29};
  if (gpus == 64) return {"rc:2,4,8", 1ull << 19, 147};
  return {"rc:2,4,8,8", 1ull << 16, 1171};
}

Cost pcie_hops(const PcieTraffic& traffic) {
  const model::PcieTree tree = model::make_pcie_tree(traffic.topology);
  platforms::pcie::MachineParams params(tree);
  platforms::pcie::Machine machine(tree, params, 1);
  platforms::pcie::GraphRunner runner("host", {}, machine,
                                      {random_graph(tree.gpu_count(), traffic.bytes)});
  Cost cost;
  cost.seconds = timed([] { core::run_simulation({}); });
  cost.events = machine.tlp_hops();
  return cost;
}

}  // namespace gf::bench

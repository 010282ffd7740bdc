// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/random.h"
#include "core/time/watchdog.h"
#include "hw/router/routing/dragonfly_routing.h"
#include "platforms/network/network.h"
#include "platforms/pcie/tree_copies.h"
#include "platforms/schedule/schedule_runner.h"
#include "tests/bench/forked.h"
#include "tests/support/gpu_bench.h"
#include "tlm_models/topology/pcie/pcie_presets.h"
#include "workloads/traffic/patterns.h"

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

model::Schedule random_graph(unsigned gpus, std::uint64_t bytes) {
  core::RandomStream stream(1, "bench");
  model::Schedule graph{"bench", {}};
  for (unsigned src = 0; src < gpus; ++src) {
    const auto dst = static_cast<unsigned>((src + 1 + stream.below(gpus - 1)) % gpus);
    graph.tasks.push_back({src, dst, core::Bytes(bytes), {}});
  }
  return graph;
}

/// Looks at nothing.
struct Unobserved final : hw::router::PacketClient {
  bool packet_born(core::Cycle) override { return false; }
  void flit_ends(const hw::router::Flit&) override {}
};

/// Instructions of one warp, the same mix for all and lines of its own.
void mixed_program(const GpuTraffic& traffic, unsigned cta, model::WarpProgram& program) {
  using model::WarpInstruction;
  const std::uint64_t base = std::uint64_t{cta} << 20;
  unsigned share = 0;
  for (unsigned n = 0, accesses = 0; n < traffic.instructions; ++n) {
    share += traffic.memory_percent;
    if (share < 100) {
      program.code.push_back(WarpInstruction::compute(1));
      continue;
    }
    share -= 100;
    const auto op = accesses % 3 == 2 ? model::WarpOp::kStore : model::WarpOp::kLoad;
    const unsigned line = accesses % 4 == 3 ? accesses - 3 : accesses;
    program.code.push_back(WarpInstruction::access(op, base + line * 128ull));
    ++accesses;
  }
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
  platforms::pcie::EndpointTreeParams params(tree);
  platforms::pcie::EndpointTree machine(tree, params, 1);
  platforms::pcie::TreeCopies copies(machine);
  platforms::schedule::Runner runner("host", {}, copies,
                                     {random_graph(tree.device_count(), traffic.bytes)});
  Cost cost;
  cost.seconds = timed([] { core::run_simulation({}); });
  cost.events = machine.tlp_hops();
  return cost;
}

Cost flit_hops(const RouterTraffic& traffic) {
  model::DragonflyParams shape;
  shape.p = shape.h = traffic.k;
  shape.a = 2 * traffic.k;
  const model::Dragonfly dragonfly(shape);
  platforms::network::NetworkParams params;  // those of the BookSim2 runs in docs/performance.md
  params.local.latency = 10;
  params.global.latency = 100;
  params.router = {};
  params.router.vcs = 2;
  params.router.vc_buffer = 256;
  params.router.router_latency = 2;
  params.router.credit_latency = 2;
  params.injection.load = traffic.load;
  const auto routing = hw::router::make_dragonfly_routing("min", dragonfly, 1);
  const model::UniformTraffic uniform(dragonfly.graph().nodes());
  Unobserved observer;
  platforms::network::Network network(dragonfly.graph(), params, *routing, uniform, observer, 1);
  const auto run = [&](unsigned cycles) { sc_core::sc_start(params.clock * cycles); };
  run(500);  // until channels and buffers are as full as they get
  const std::uint64_t before = network.flit_hops();
  Cost cost;
  cost.seconds = timed([&] { run(traffic.cycles); });
  cost.events = network.flit_hops() - before;
  return cost;
}

Cost warp_instructions(const GpuTraffic& traffic) {
  test::GpuBenchOptions options;
  options.sms = traffic.sms;
  options.memory.latency = 300;
  options.memory.interval = 0;  // the LSUs are the narrowest place
  test::GpuBench bench(options);
  bench.memory.keeps = false;
  const auto program = [&](unsigned cta, unsigned, model::WarpProgram& p) {
    mixed_program(traffic, cta, p);
  };
  const unsigned ctas = traffic.sms * 64;
  bench.launch({test::make_kernel(program, ctas), test::make_kernel(program, ctas)});
  Cost cost;
  cost.seconds = timed([] { sc_core::sc_start(); });
  for (const auto& sm : bench.sms) cost.events += sm->stats().warp_instructions.value();
  return cost;
}

}  // namespace gf::bench

// SPDX-License-Identifier: Apache-2.0
// Four networks of 64 nodes at equal cost: which one suits which traffic?
//
// Sizes are the smallest regular ones of 64 nodes, and widths follow from prices only. The fat tree
// has channels as wide as a node's, and the others as wide as its cost allows.
#include <cmath>
#include <fmt/format.h>

#include "questions/cluster_experiments.h"
#include "questions/cluster_runs.h"
#include "tlm_models/analytic/network_cost.h"
#include "tlm_models/topology/network/dragonfly.h"
#include "tlm_models/topology/network/fat_tree.h"
#include "tlm_models/topology/network/hyperx.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::papers::cluster {
namespace {

/// Cycles per flit of a node's channel. 7 is the fewest with which whole cycles of the other
/// channels come within 6 % of the widths that prices require.
constexpr unsigned kSteps = 7;

struct Network {
  std::string name;
  Words settings;
  model::NetworkPlan plan;
};

/// [DF08]'s prices per Gb/s; eight nodes of GPUs fill a cabinet (assumed).
model::CostInputs prices() {
  model::CostInputs inputs;
  inputs.nodes_per_cabinet = 8;
  return inputs;
}

/// The fat tree first.
std::vector<Network> all_networks() {
  model::FatTreeParams tree;
  tree.k = 4;
  tree.n = 3;
  model::TorusParams torus;
  torus.x = torus.y = torus.z = 4;
  model::DragonflyParams dragonfly;
  dragonfly.p = dragonfly.h = 2;
  dragonfly.a = 4;
  dragonfly.g = 8;
  model::HyperXParams hyperx;
  hyperx.l = 2;
  hyperx.s = hyperx.t = 4;
  return {{"fat_tree",
           {"network=fat_tree", "net.k=4", "net.n=3"},
           plan_of("fat tree", model::FatTree(tree).graph())},
          {"torus",
           {"network=torus", "net.x=4", "net.y=4", "net.z=4"},
           plan_of("torus", router_graph(torus))},
          {"dragonfly",
           {"network=dragonfly", "net.p=2", "net.a=4", "net.h=2", "net.g=8"},
           plan_of("dragonfly", model::Dragonfly(dragonfly).graph())},
          {"hyperx",
           {"network=hyperx", "net.l=2", "net.s=4", "net.t=4"},
           plan_of("HyperX", model::HyperX(hyperx).graph())}};
}

/// `cycles`: per flit of the channels between routers. Latencies are the platform's defaults, in
/// cycles that are a seventh as long.
Words width(unsigned cycles) {
  return {"net.clock=0.366 ns",
          "net.router_latency=7",
          "net.terminal_latency=7",
          "net.local_latency=14",
          "net.global_latency=42",
          "net.vc_buffer=64",
          fmt::format("net.terminal_flit_cycles={}", kSteps),
          fmt::format("net.local_flit_cycles={}", cycles),
          fmt::format("net.global_flit_cycles={}", cycles)};
}

/// Returns the width, in cycles per flit, at which it costs as much as the first network.
unsigned cycles_of(const Network& network, const Network& first) {
  const double dollars = model::cost_of(first.plan, prices()).total();
  return static_cast<unsigned>(
      std::lround(kSteps / model::bandwidth_for(network.plan, dollars, prices())));
}

/// Returns its cost at that width divided by that of the first network.
double cost_over(const Network& network, const Network& first) {
  model::NetworkPlan plan = network.plan;
  plan.channel_bandwidth = static_cast<double>(kSteps) / cycles_of(network, first);
  return model::cost_of(plan, prices()).total() / model::cost_of(first.plan, prices()).total();
}

/// A network with a routing.
struct Machine {
  std::string name;
  Words settings;
};

/// Returns each network with its default routing, and the dragonfly also with its others.
std::vector<Machine> all_machines() {
  std::vector<Machine> machines;
  const std::vector<Network> networks = all_networks();
  for (const Network& network : networks) {
    const Words settings = with(with(network.settings, {"nodes=64", "node.gpus=1"}),
                                width(cycles_of(network, networks.front())));
    machines.push_back({network.name, settings});
    if (network.name != "dragonfly") continue;
    for (const char* routing : {"val", "ugal_l", "ugal_g"})
      machines.push_back({fmt::format("dragonfly_{}", routing),
                          with(settings, {fmt::format("net.routing={}", routing)})});
  }
  return machines;
}

struct Traffic {
  const char* name;
  const char* workload;
  const char* value;  ///< The result used as its time.
};
constexpr Traffic kTraffic[] = {{"allreduce", "allreduce:bytes=256 KiB", "collective_0.time"},
                                {"alltoall", "alltoall:bytes=256 KiB", "collective_0.time"},
                                {"halo", "halo3d:bytes=64 KiB", "end_max"}};

}  // namespace

void networks(Judge& judge) {
  std::vector<Machine> machines;
  {
    const auto turn = judge.turn();
    machines = all_machines();
    const std::vector<Network> plans = all_networks();
    for (const Network& network : plans)
      if (&network != &plans.front())
        judge.set("cluster.networks.cost." + network.name, cost_over(network, plans.front()));
  }
  std::vector<std::vector<runs::Run>> asked(machines.size());
  for (std::size_t m = 0; m < machines.size(); ++m)
    for (const Traffic& traffic : kTraffic)
      asked[m].push_back(
          ask(judge, with(machines[m].settings, {fmt::format("workload={}", traffic.workload)})));
  Chart chart;
  chart.x = {"network", "", Scale::kLinear, {}, {}, {}};
  chart.y = {"time over the fat tree's", "x", Scale::kLinear, 0.0, {}, {}};
  for (const Machine& machine : machines) chart.x.categories.push_back(machine.name);
  for (std::size_t t = 0; t < std::size(kTraffic); ++t) {
    const auto time = [&](std::size_t m) { return asked[m][t].value(kTraffic[t].value); };
    Series series{kTraffic[t].name, Role::kSimulated, Mark::kBars, {}, {}, ""};
    for (std::size_t m = 0; m < machines.size(); ++m) {
      const double over = time(m) / time(0);
      series.x.push_back(static_cast<double>(m));
      series.y.push_back(over);
      if (m > 0)
        judge.set(fmt::format("cluster.networks.{}.{}", kTraffic[t].name, machines[m].name), over);
    }
    chart.series.push_back(std::move(series));
  }
  judge.draw({"networks", "64 nodes on networks of equal cost",
              "Widths of channels follow from [DF08]'s prices; one GPU and one card per node.",
              chart});
}

}  // namespace gf::papers::cluster

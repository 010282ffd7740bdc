// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/network_cost.h"

#include <algorithm>
#include <cmath>

#include "tlm_models/topology/network/dragonfly.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::model {
namespace {

struct Place {
  double x = 0;
  double y = 0;
  bool operator==(const Place& other) const { return x == other.x && y == other.y; }
};

/// Positions of the routers.
class Room {
 public:
  Room(const NetworkPlan& plan, const CostInputs& inputs) : plan_(plan), inputs_(inputs) {
    const unsigned cabinets =
        (plan.nodes + inputs.nodes_per_cabinet - 1) / inputs.nodes_per_cabinet;
    const double area = cabinets * inputs.cabinet_width * inputs.row_pitch;
    in_a_row_ =
        std::max(1u, static_cast<unsigned>(std::lround(std::sqrt(area) / inputs.cabinet_width)));
    const double rows = std::ceil(static_cast<double>(cabinets) / in_a_row_);
    middle_ = {inputs.cabinet_width * in_a_row_ / 2, inputs.row_pitch * rows / 2};
  }

  [[nodiscard]] Place place(std::uint32_t router) const {
    const NetworkPlan::Router& where = plan_.routers[router];
    if (where.central) return middle_;
    const unsigned cabinet = where.first_node / inputs_.nodes_per_cabinet;
    const unsigned row = cabinet / in_a_row_;
    return {inputs_.cabinet_width * (cabinet % in_a_row_), inputs_.row_pitch * row};
  }

 private:
  const NetworkPlan& plan_;
  const CostInputs& inputs_;
  unsigned in_a_row_ = 1;
  Place middle_;
};

}  // namespace

double cable_cost(const CostInputs& inputs, double meters) {
  return std::min(inputs.electrical_fixed + inputs.electrical_per_meter * meters,
                  inputs.optical_fixed + inputs.optical_per_meter * meters);
}

double cable_crossing(const CostInputs& inputs) {
  return (inputs.optical_fixed - inputs.electrical_fixed) /
         (inputs.electrical_per_meter - inputs.optical_per_meter);
}

NetworkPlan plan_of(std::string name, const RouterGraph& graph) {
  NetworkPlan plan{std::move(name), graph.nodes(), {}, {}, 1};
  for (std::uint32_t r = 0; r < graph.routers(); ++r) {
    plan.routers.push_back({graph.first_node(r), graph.nodes_at(r) == 0});
    for (unsigned p = graph.nodes_at(r); p < graph.ports(); ++p) {
      const RouterPort& port = graph.port(r, p);
      // Each channel has two ends in the graph and counts once.
      const bool first = port.peer > r || (port.peer == r && port.peer_port > p);
      if (port.type != ChannelType::kUnused && first) plan.channels.push_back({r, port.peer});
    }
  }
  return plan;
}

NetworkPlan plan_dragonfly(unsigned nodes) {
  DragonflyParams params;
  params.p = params.h = 16;
  params.a = 32;
  params.g = std::max(2u, (nodes + 511) / 512);
  return plan_of("dragonfly", Dragonfly(params).graph());
}

NetworkPlan plan_flattened_butterfly(unsigned nodes) {
  constexpr unsigned kSide = 16;
  const unsigned depth =
      std::max(1u, (nodes + kSide * kSide * kSide - 1) / (kSide * kSide * kSide));
  const unsigned sizes[] = {kSide, kSide, depth};
  NetworkPlan plan{"flattened butterfly", kSide * kSide * kSide * depth, {}, {}, 1};
  const unsigned routers = kSide * kSide * depth;
  for (std::uint32_t r = 0; r < routers; ++r) plan.routers.push_back({r * kSide, false});
  for (std::uint32_t r = 0; r < routers; ++r) {
    unsigned stride = 1;
    for (const unsigned size : sizes) {
      const unsigned here = r / stride % size;
      // A shorter dimension has the same bandwidth: several channels to each of its routers.
      const unsigned channels = kSide / size;
      for (unsigned there = here + 1; there < size; ++there)
        for (unsigned k = 0; k < channels; ++k)
          plan.channels.push_back({r, r + (there - here) * stride});
      stride *= size;
    }
  }
  return plan;
}

NetworkPlan plan_folded_clos(unsigned nodes) {
  constexpr unsigned kHalf = 32;  // ports down and up
  const unsigned pods = std::max(2u, (nodes + kHalf * kHalf - 1) / (kHalf * kHalf));
  NetworkPlan plan{"folded Clos", pods * kHalf * kHalf, {}, {}, 1};
  const unsigned leaves = pods * kHalf;
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) plan.routers.push_back({leaf * kHalf, false});
  // Middle routers stand with their pod's nodes, the top routers in the middle of the room.
  const unsigned tops = (leaves + 1) / 2;
  for (std::uint32_t i = 0; i < leaves; ++i) plan.routers.push_back({i * kHalf, false});
  for (unsigned i = 0; i < tops; ++i) plan.routers.push_back({0, true});
  for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
    for (unsigned up = 0; up < kHalf; ++up) {
      const std::uint32_t middle = leaves + leaf / kHalf * kHalf + up;
      plan.channels.push_back({leaf, middle});
      plan.channels.push_back({middle, 2 * leaves + (leaf + up) % tops});
    }
  }
  return plan;
}

NetworkPlan plan_torus(unsigned nodes) {
  const auto side = static_cast<unsigned>(std::ceil(std::cbrt(static_cast<double>(nodes)) - 1e-9));
  TorusParams params;
  params.x = params.y = params.z = side;
  NetworkPlan plan = plan_of("3-D torus", router_graph(params));
  plan.channel_bandwidth = std::max(1.0, side / 8.0);
  return plan;
}

NetworkCost cost_of(const NetworkPlan& plan, const CostInputs& inputs) {
  const Room room(plan, inputs);
  NetworkCost cost;
  double dollars = 0;
  double meters = 0;
  for (const NetworkPlan::Channel& channel : plan.channels) {
    const Place a = room.place(channel.a);
    const Place b = room.place(channel.b);
    if (a == b) {
      // Routers at the same position are joined by a backplane and need no cable.
      cost.backplanes += inputs.backplane;
      continue;
    }
    const double length = std::abs(a.x - b.x) + std::abs(a.y - b.y) + inputs.cable_overhead;
    ++cost.cable_count;
    meters += length;
    dollars += cable_cost(inputs, length);
  }
  const double scale = inputs.gbps * plan.channel_bandwidth / plan.nodes;
  cost.backplanes = cost.backplanes * scale + inputs.backplane * inputs.gbps;  // and each node's
  cost.cables = dollars * scale;
  const double ports =
      plan.nodes + 2.0 * static_cast<double>(plan.channels.size()) * plan.channel_bandwidth;
  cost.routers = inputs.router_per_port * ports / plan.nodes;
  cost.mean_meters = cost.cable_count == 0 ? 0 : meters / static_cast<double>(cost.cable_count);
  return cost;
}

double bandwidth_for(const NetworkPlan& plan, double dollars, const CostInputs& inputs) {
  NetworkPlan bare = plan;
  bare.channel_bandwidth = 0;
  NetworkPlan whole = plan;
  whole.channel_bandwidth = 1;
  const double fixed = cost_of(bare, inputs).total();
  return (dollars - fixed) / (cost_of(whole, inputs).total() - fixed);
}

}  // namespace gf::model

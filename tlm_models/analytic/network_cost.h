// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/topology/network/router_graph.h"

namespace gf::model {

/// Prices of parts and the layout of a machine room; dollars of the sources' years. The two lines
/// of Fig. 2 are quoted from memory (docs/dragonfly.md), and so is ISCA'07, the cost model of the
/// flattened butterfly. The assumed values were chosen with Fig. 19's two percentages in view.
struct CostInputs {
  double electrical_per_meter = 1.4;   ///< $ per Gb/s and m; Fig. 2
  double electrical_fixed = 2.16;      ///< $ per Gb/s; Fig. 2
  double optical_per_meter = 0.364;    ///< $ per Gb/s and m; Fig. 2
  double optical_fixed = 9.7103;       ///< $ per Gb/s; Fig. 2
  double backplane = 0.65;             ///< $ per Gb/s within a cabinet; ISCA'07's $1.95 a signal
                                       ///< at 3 Gb/s, assumed
  double router_per_port = 390. / 64;  ///< $ per port; ISCA'07: $390 a router of 64 ports
  double gbps = 10;                    ///< Channel of a node; assumed
  unsigned nodes_per_cabinet = 512;    ///< assumed: a group of the dragonfly
  double cabinet_width = 0.6;          ///< m; assumed
  double row_pitch = 1.5;              ///< m; assumed
  double cable_overhead = 2.0;         ///< m, up and down; assumed
};

/// Price of the cheaper cable of that length, $ per Gb/s.
double cable_cost(const CostInputs& inputs, double meters);
/// Length above which optical cables are cheaper, m.
double cable_crossing(const CostInputs& inputs);

/// A network as a list of its cables.
struct NetworkPlan {
  struct Router {
    unsigned first_node = 0;  ///< Sits in the cabinet of that node.
    bool central = false;     ///< Sits in the middle of the room instead.
  };
  struct Channel {
    std::uint32_t a = 0;  ///< Router number.
    std::uint32_t b = 0;
  };
  std::string name;
  unsigned nodes = 0;
  std::vector<Router> routers;
  std::vector<Channel> channels;  ///< One entry covers both directions.
  double channel_bandwidth = 1;   ///< Of each channel, relative to a node's.
};

/// Plans with routers of up to 64 ports that carry uniform traffic at full load. `nodes` is rounded
/// up to a whole number of groups, rows or cabinets.
NetworkPlan plan_dragonfly(unsigned nodes);            ///< p = h = 16, a = 32: groups of 512.
NetworkPlan plan_flattened_butterfly(unsigned nodes);  ///< 16 nodes a router, 16 x 16 x n of them.
NetworkPlan plan_folded_clos(unsigned nodes);          ///< Three levels of radix 64.
NetworkPlan plan_torus(unsigned nodes);  ///< One node per router; channel width k / 8.

/// Plan of a graph's routers and channels, each channel as wide as a node's. Routers without nodes
/// stand in the middle of the room.
NetworkPlan plan_of(std::string name, const RouterGraph& graph);

/// Cost of a plan's parts, $ per node.
struct NetworkCost {
  double routers = 0;
  double backplanes = 0;
  double cables = 0;
  unsigned long cable_count = 0;  ///< Cables between cabinets.
  double mean_meters = 0;         ///< Mean length of these cables.
  [[nodiscard]] double total() const { return routers + backplanes + cables; }
};
/// Cabinets stand in rows that form nearly a square; a cable runs along rows and columns.
NetworkCost cost_of(const NetworkPlan& plan, const CostInputs& inputs);

/// Returns the bandwidth of the channels between routers, relative to a node's, at which a node of
/// `plan` costs `dollars`: ports, backplanes and cables are priced by the Gb/s. The result is not
/// positive if the node's own port and backplane cost more than that.
double bandwidth_for(const NetworkPlan& plan, double dollars, const CostInputs& inputs);

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <vector>

#include "tlm_models/analytic/halo_sweep.h"
#include "tlm_models/analytic/pcie_times.h"

namespace gf::app {

/// A graph and its times, in the order of its communications.
struct GraphTimes {
  model::Schedule graph;
  std::vector<model::PredictedTime> times;
  std::vector<model::CongestionStep> steps;  ///< Only for the graph to be traced.
};

/// Prints one row per communication. Its mean congestion factor is T_ref over its service time.
void print_times(std::ostream& out, const model::PcieCongestion& model,
                 const std::vector<GraphTimes>& all);
/// Prints one table per congestion step: the columns of Table I, then those of Table II.
void print_trace(std::ostream& out, const GraphTimes& traced);
/// Prints order statistics, the `top` fastest orders, the fastest one as steps, and `curve` sorted
/// times.
void print_halo(std::ostream& out, const model::HaloSweep& sweep, std::size_t top,
                std::size_t curve);

nlohmann::ordered_json times_json(const model::PcieCongestion& model,
                                  const std::vector<GraphTimes>& all);
nlohmann::ordered_json trace_json(const GraphTimes& traced);
nlohmann::ordered_json halo_json(const model::HaloSweep& sweep, std::size_t top, std::size_t curve);

}  // namespace gf::app

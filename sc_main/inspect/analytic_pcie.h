// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sc_main/cli/command_line.h"
#include "tlm_models/analytic/pcie_options.h"
#include "tlm_models/topology/pcie/pcie_tree.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/inputs/schedule_file.h"

namespace gf::app {

/// The options of `gpufabric analytic pcie`, which computes the times of graphs, or of all orders
/// of a halo exchange, by the congestion model of [SC16].
struct PcieAnalysis {
  std::string topology = "t2";
  std::string graphs;    ///< CSV file, or empty.
  std::string workload;  ///< Generator text, or empty.
  std::string halo;      ///< "2d", "3d", or empty.
  std::string trace;     ///< Name of a graph, or empty.
  core::Bytes bytes = core::mebibytes(300);
  std::string orders_csv;  ///< File for the fastest, median and slowest order, or empty.
  core::ByteRate bandwidth = core::parse_byte_rate("11.6 GiB/s");
  std::string hol_cause = "conflicts_only";
  std::string carried = "shared_ports";
  double tau = model::PcieModelOptions().tau;
  double hol_share = model::PcieModelOptions().hol_share;
  bool hol_chain = false;
  bool no_raise_upstream = false;
  std::uint64_t seed = 1;
  std::size_t top = 5;
  std::size_t curve = 0;

  void add_to(CommandLine& line);
  /// Throws UserError(kUsage) for options that exclude each other.
  void validate(const CommandLine& line) const;
  /// Evaluates everything before anything is printed, and writes the file of --orders-csv.
  void run(const CommandLine& line, bool json) const;
  [[nodiscard]] model::PcieModelOptions model_options() const;
  /// Returns the graphs of the file, then those of the generators.
  [[nodiscard]] std::vector<model::Schedule> all_graphs(const model::PcieTree& tree) const;
  [[nodiscard]] model::workload::Neighbours neighbours(const model::PcieTree& tree) const;
};

}  // namespace gf::app

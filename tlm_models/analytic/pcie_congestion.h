// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/analytic/pcie_options.h"
#include "tlm_models/analytic/port_arbitration.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// Congestion factors of one communication after the steps of Algorithm 1: the columns of Table I.
struct CongestionFactors {
  double source = 1;      ///< Step (A): 1 for the communication that its GPU serves.
  double upstream = 1;    ///< Step (B), equation (6).
  double downstream = 1;  ///< Step (C), equation (7).
  double blocked = 1;     ///< Step (D), equation (8).
  double final = 1;       ///< Step (D), equation (9): the part of B that it gets.
};

/// Algorithm 1 of [SC16] on any PCIe tree: the congestion factors of communications that are
/// under way at the same time. Results depend on nothing but the arguments; an object keeps buffers
/// between calls, so that evaluation allocates little.
/// Readings of open points: PcieModelOptions. Not modelled: latency, small messages, DMA reads.
class PcieCongestion {
 public:
  /// A communication under way; at most one a source (step A is the caller's: FCFS).
  struct Flow {
    unsigned src;
    unsigned dst;
  };

  explicit PcieCongestion(const PcieTree& tree, const PcieModelOptions& options = {});

  /// Factors of `flows`, in their order; valid until the next call.
  const std::vector<CongestionFactors>& evaluate(const std::vector<Flow>& flows);
  /// Sums of the final factors on every link that the last flows took; none exceeds 1.
  [[nodiscard]] std::vector<double> link_loads() const;

  [[nodiscard]] const PcieTree& tree() const { return tree_; }
  [[nodiscard]] const PcieModelOptions& options() const { return options_; }

 private:
  /// Links are numbered: 2 x node goes from the node to its parent, 2 x node + 1 from its parent.
  using Link = unsigned;
  enum class Lowered : char { kNo, kByConflict, kByRootLoss };
  /// A communication's passage of one link.
  struct Passage {
    Link link;
    unsigned flow;
    double factor = 1;  ///< rho' on the link.
    double raised = 1;  ///< rho'' on the link.
    Lowered lowered = Lowered::kNo;
    bool conflict = false;  ///< Several inputs met at this downstream port.
  };

  void order_links();
  void route(const std::vector<Flow>& flows);
  void append_route(unsigned flow, unsigned src, unsigned dst);
  void index_by_link();
  [[nodiscard]] bool upward(Link link) const { return link % 2 == 0; }
  [[nodiscard]] bool into_gpu(Link link) const;
  [[nodiscard]] unsigned taken_by(Link link) const { return first_[link + 1] - first_[link]; }
  [[nodiscard]] Passage& passage(Link link, unsigned i) {
    return passages_[by_link_[first_[link] + i]];
  }

  void arbitrate(Link link);
  void keep_factors(double CongestionFactors::*step);
  void find_blocked();
  void find_causes();
  bool block_round();
  void block_on(Link link, const std::vector<double>& factors, const std::vector<char>& blocked);
  void raise_on(Link link);
  void finish();
  [[nodiscard]] bool carried(const Passage& passage) const;

  const PcieTree tree_;
  const PcieModelOptions options_;
  std::vector<Link> order_;  ///< Ports' links, steps (B) then (C): deepest first, then root first.

  std::vector<Passage> passages_;     ///< Route after route.
  std::vector<unsigned> route_end_;   ///< Of each flow, in passages_.
  std::vector<unsigned> first_;       ///< Of each link, in by_link_; one more at the end.
  std::vector<unsigned> by_link_;     ///< Indices into passages_, link after link.
  std::vector<char> crosses_root_;    ///< Of each flow.
  std::vector<unsigned> last_cause_;  ///< Index into passages_ of where each flow was last lowered.
  std::vector<double> limit_;         ///< (8) of each flow.
  std::vector<char> blocked_;         ///< Of each flow.
  std::vector<CongestionFactors> result_;
  std::vector<PortFlow> port_flows_;
  std::vector<HolFlow> hol_flows_;
  std::vector<RaiseFlow> raise_flows_;
  std::vector<Link> descent_;
  std::vector<unsigned> cursor_;
};

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/analytic/pcie_options.h"
#include "tlm_models/analytic/port_arbitration.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::model {

/// Congestion factors of one communication after each step of Algorithm 1: the columns of Table I.
struct CongestionFactors {
  double source = 1;      ///< Step (A): 1 for the communication that its GPU is serving.
  double upstream = 1;    ///< Step (B), equation (6).
  double downstream = 1;  ///< Step (C), equation (7).
  double blocked = 1;     ///< Step (D), equation (8).
  double final = 1;       ///< Step (D), equation (9): its share of B.
};

/// Algorithm 1 of [SC16] on any PCIe tree: the congestion factors of communications that are under
/// way at the same time. Results depend only on the arguments; the object keeps buffers between
/// calls to save allocations.
/// Interpretations of open points: PcieModelOptions. Not modelled: latency, small messages, DMA
/// reads.
class PcieCongestion {
 public:
  /// A communication under way; at most one per source (step A is left to the caller: FCFS).
  struct Flow {
    unsigned src;
    unsigned dst;
  };

  explicit PcieCongestion(const PcieTree& tree, const PcieModelOptions& options = {});

  /// Returns the factors of `flows`, in their order; valid until the next call.
  const std::vector<CongestionFactors>& evaluate(const std::vector<Flow>& flows);
  /// Returns the sums of the final factors on every link that the last flows took; none exceeds 1.
  [[nodiscard]] std::vector<double> link_loads() const;

  [[nodiscard]] const PcieTree& tree() const { return tree_; }
  [[nodiscard]] const PcieModelOptions& options() const { return options_; }

 private:
  /// Links are numbered: 2 x node goes from the node to its parent, 2 x node + 1 from its parent.
  using Link = unsigned;
  enum class Lowered : char { kNo, kByConflict, kByRootLoss };
  /// A communication on one link of its route.
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
  /// Returns the passage of the same flow through the link before. Passages of a flow lie in route
  /// order; no route begins at a link that is arbitrated.
  [[nodiscard]] const Passage& passage_before(Link link, unsigned i) const {
    return passages_[by_link_[first_[link] + i] - 1];
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
  std::vector<Link> order_;  ///< Links of ports for steps (B), deepest first, then (C), root first.

  std::vector<Passage> passages_;     ///< Route after route.
  std::vector<unsigned> route_end_;   ///< By flow: end of its route in passages_.
  std::vector<unsigned> first_;       ///< By link: start in by_link_; one entry more.
  std::vector<unsigned> by_link_;     ///< Indices into passages_, link after link.
  std::vector<char> crosses_root_;    ///< By flow.
  std::vector<unsigned> last_cause_;  ///< By flow: where it was last lowered, in passages_.
  std::vector<double> limit_;         ///< By flow: its factor after (8).
  std::vector<char> blocked_;         ///< By flow.
  std::vector<CongestionFactors> result_;
  std::vector<PortFlow> port_flows_;
  std::vector<HolFlow> hol_flows_;
  std::vector<RaiseFlow> raise_flows_;
  std::vector<Link> descent_;
  std::vector<unsigned> cursor_;
};

}  // namespace gf::model

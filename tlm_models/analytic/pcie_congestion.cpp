// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/pcie_congestion.h"

#include <algorithm>

namespace gf::model {
namespace {

constexpr double kTiny = 1e-12;  ///< Two factors closer than this are equal.

}  // namespace

PcieCongestion::PcieCongestion(const PcieTree& tree, const PcieModelOptions& options)
    : tree_(tree), options_(options) {
  options_.validate();
  order_links();
}

void PcieCongestion::order_links() {
  std::vector<unsigned> nodes(tree_.nodes().size() - 1);
  for (unsigned i = 0; i < nodes.size(); ++i) nodes[i] = i + 1;
  const auto by_depth = [&](unsigned a, unsigned b) {
    return tree_.node(a).depth < tree_.node(b).depth;
  };
  std::stable_sort(nodes.begin(), nodes.end(), by_depth);
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    // Upward links from the deepest on, then downward ones from the root on: each link comes after
    // all that feed it, so the factors of its flows are known.
    if (tree_.node(*node).kind != PcieNodeKind::kDevice) order_.push_back(2 * *node);
  for (unsigned node : nodes) order_.push_back(2 * node + 1);
}

const std::vector<CongestionFactors>& PcieCongestion::evaluate(const std::vector<Flow>& flows) {
  route(flows);
  index_by_link();
  result_.assign(flows.size(), {});
  auto link = order_.begin();
  for (; link != order_.end() && upward(*link); ++link) arbitrate(*link);
  keep_factors(&CongestionFactors::upstream);
  for (; link != order_.end(); ++link) arbitrate(*link);
  keep_factors(&CongestionFactors::downstream);
  find_blocked();
  for (Link at : order_) raise_on(at);
  finish();
  return result_;
}

void PcieCongestion::route(const std::vector<Flow>& flows) {
  passages_.clear();
  route_end_.clear();
  crosses_root_.clear();
  for (unsigned i = 0; i < flows.size(); ++i) append_route(i, flows[i].src, flows[i].dst);
}

void PcieCongestion::append_route(unsigned flow, unsigned src, unsigned dst) {
  unsigned a = tree_.device_node(src), b = tree_.device_node(dst);
  descent_.clear();
  while (a != b) {
    if (tree_.node(a).depth >= tree_.node(b).depth) {
      passages_.push_back({2 * a, flow});
      a = tree_.node(a).parent;
    } else {
      descent_.push_back(2 * b + 1);
      b = tree_.node(b).parent;
    }
  }
  for (auto link = descent_.rbegin(); link != descent_.rend(); ++link)
    passages_.push_back({*link, flow});
  route_end_.push_back(static_cast<unsigned>(passages_.size()));
  crosses_root_.push_back(tree_.node(a).kind == PcieNodeKind::kRootComplex);
}

void PcieCongestion::index_by_link() {
  first_.assign(2 * tree_.nodes().size() + 1, 0);
  for (const Passage& p : passages_) ++first_[p.link + 1];
  for (std::size_t link = 1; link < first_.size(); ++link) first_[link] += first_[link - 1];
  by_link_.resize(passages_.size());
  // Filling backwards, with the ends as cursors, leaves each cursor at the start of its link.
  cursor_.assign(first_.begin() + 1, first_.end());
  for (unsigned i = static_cast<unsigned>(passages_.size()); i-- > 0;)
    by_link_[--cursor_[passages_[i].link]] = i;
}

bool PcieCongestion::into_gpu(Link link) const {
  return !upward(link) && tree_.node(link / 2).kind == PcieNodeKind::kDevice;
}

void PcieCongestion::arbitrate(Link link) {
  const unsigned count = taken_by(link);
  if (count == 0) return;
  port_flows_.clear();
  bool conflict = false;
  for (unsigned i = 0; i < count; ++i) {
    const Passage& before = passage_before(link, i);
    port_flows_.push_back({before.link, before.factor, crosses_root_[before.flow] != 0});
    conflict = conflict || before.link != port_flows_.front().input;
  }
  if (upward(link)) {
    arbitrate_upstream(port_flows_);
  } else {
    const PcieNode& owner = tree_.node(tree_.node(link / 2).parent);
    const bool of_root = owner.kind == PcieNodeKind::kRootComplex;
    arbitrate_downstream(port_flows_, {options_.tau, of_root, options_.least_share});
  }
  for (unsigned i = 0; i < count; ++i) {
    Passage& p = passage(link, i);
    p.factor = p.raised = port_flows_[i].factor;
    p.conflict = conflict && !upward(link);
    if (p.factor < passage_before(link, i).factor - kTiny)
      p.lowered = conflict || upward(link) ? Lowered::kByConflict : Lowered::kByRootLoss;
  }
}

void PcieCongestion::keep_factors(double CongestionFactors::*step) {
  const bool descending = step == &CongestionFactors::downstream;
  unsigned i = 0;
  for (unsigned flow = 0; flow < result_.size(); ++flow) {
    double factor = 1;
    for (; i < route_end_[flow]; ++i)
      if (descending || upward(passages_[i].link)) factor = passages_[i].factor;
    result_[flow].*step = factor;
  }
}

std::vector<double> PcieCongestion::link_loads() const {
  std::vector<double> loads(2 * tree_.nodes().size(), 0);
  for (const Passage& p : passages_) loads[p.link] += result_[p.flow].final;
  return loads;
}

}  // namespace gf::model

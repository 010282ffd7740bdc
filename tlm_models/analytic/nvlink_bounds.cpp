// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/nvlink_bounds.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "tlm_models/analytic/max_flow.h"

namespace gf::model {
double NvlinkBounds::rate(std::size_t channel) const {
  return graph_.links()[channel / 2].lanes.direction().bytes_per_second();
}

void NvlinkBounds::load(const NvlinkGraph::End& at, unsigned to, double share,
                        std::vector<double>& loads, unsigned hops) const {
  const unsigned link = graph_.node(at.node).links[at.port];
  loads[2 * link + (graph_.links()[link].first.node == at.node ? 0 : 1)] += share;
  const unsigned next = graph_.peer(at.node, at.port).node;
  if (next == to) return;
  const std::vector<unsigned>& ways = routes_.ways(next, to);
  GF_CHECK(!ways.empty() && hops < graph_.nodes(), "routes that check() has not seen");
  for (const unsigned way : ways)
    load({next, way}, to, share / static_cast<double>(ways.size()), loads, hops + 1);
}

std::vector<double> NvlinkBounds::loads_of(unsigned from, unsigned to) const {
  std::vector<double> loads(2 * graph_.links().size());
  const std::vector<unsigned>& ways = routes_.ways(from, to);
  for (const unsigned way : ways)
    load({from, way}, to, 1.0 / static_cast<double>(ways.size()), loads, 0);
  return loads;
}

core::ByteRate NvlinkBounds::pair(unsigned from, unsigned to) const {
  if (from == to || !routes_.reaches(from, to)) return {};
  const std::vector<double> loads = loads_of(from, to);
  double time = 0;  // of a byte, on the busiest link
  for (std::size_t c = 0; c < loads.size(); ++c) time = std::max(time, loads[c] / rate(c));
  return core::ByteRate(1 / time);
}

core::ByteRate NvlinkBounds::cut(const std::vector<unsigned>& from) const {
  std::vector<FlowLink> links;
  for (const NvlinkGraph::Link& link : graph_.links()) {
    const double rate = link.lanes.direction().bytes_per_second();
    links.push_back({link.first.node, link.second.node, rate, rate});
  }
  std::vector<unsigned> to;
  for (unsigned g = 0; g < graph_.gpus(); ++g)
    if (std::find(from.begin(), from.end(), g) == from.end()) to.push_back(g);
  return max_flow(graph_.nodes(), links, from, to);
}

core::ByteRate NvlinkBounds::bisection() const {
  std::vector<unsigned> half(graph_.gpus() / 2);
  std::iota(half.begin(), half.end(), 0u);
  return cut(half);
}

double NvlinkBounds::all_to_all_seconds() const {
  std::vector<double> loads(2 * graph_.links().size());
  for (unsigned from = 0; from < graph_.gpus(); ++from) {
    for (unsigned to = 0; to < graph_.gpus(); ++to) {
      if (from == to || !routes_.reaches(from, to)) continue;
      const std::vector<unsigned>& ways = routes_.ways(from, to);
      for (const unsigned way : ways)
        load({from, way}, to, 1.0 / static_cast<double>(ways.size()), loads, 0);
    }
  }
  double time = 0;
  for (std::size_t c = 0; c < loads.size(); ++c) time = std::max(time, loads[c] / rate(c));
  return time;
}

core::ByteRate NvlinkBounds::all_to_all() const {
  unsigned most = 0;  // peers of a GPU
  for (unsigned from = 0; from < graph_.gpus(); ++from) {
    unsigned peers = 0;
    for (unsigned to = 0; to < graph_.gpus(); ++to)
      if (from != to && routes_.reaches(from, to)) ++peers;
    most = std::max(most, peers);
  }
  const double time = all_to_all_seconds();
  return time > 0 ? core::ByteRate(most / time) : core::ByteRate();
}

}  // namespace gf::model

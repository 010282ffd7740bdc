// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/nvlink_bounds.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <numeric>

#include "core/error.h"

namespace gf::model {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Edge = Traits::edge_descriptor;
using FlowGraph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS,
    boost::property<
        boost::vertex_index_t, long,
        boost::property<boost::vertex_color_t, boost::default_color_type,
                        boost::property<boost::vertex_distance_t, long,
                                        boost::property<boost::vertex_predecessor_t, Edge>>>>,
    boost::property<boost::edge_capacity_t, double,
                    boost::property<boost::edge_residual_capacity_t, double,
                                    boost::property<boost::edge_reverse_t, Edge>>>>;

void add(FlowGraph& flow, unsigned from, unsigned to, double there, double back) {
  const Edge forward = boost::add_edge(from, to, flow).first;
  const Edge backward = boost::add_edge(to, from, flow).first;
  boost::put(boost::edge_capacity, flow, forward, there);
  boost::put(boost::edge_capacity, flow, backward, back);
  boost::put(boost::edge_reverse, flow, forward, backward);
  boost::put(boost::edge_reverse, flow, backward, forward);
}

}  // namespace

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
  const unsigned source = graph_.nodes(), sink = source + 1;
  FlowGraph flow(graph_.nodes() + 2);
  for (const NvlinkGraph::Link& link : graph_.links()) {
    const double rate = link.lanes.direction().bytes_per_second();
    add(flow, link.first.node, link.second.node, rate, rate);
  }
  for (unsigned g = 0; g < graph_.gpus(); ++g) {
    const double all = graph_.rate_of(g).bytes_per_second();
    if (std::find(from.begin(), from.end(), g) != from.end())
      add(flow, source, g, all * graph_.gpus(), 0);
    else
      add(flow, g, sink, all * graph_.gpus(), 0);
  }
  return core::ByteRate(boost::boykov_kolmogorov_max_flow(flow, source, sink));
}

core::ByteRate NvlinkBounds::bisection() const {
  std::vector<unsigned> half(graph_.gpus() / 2);
  std::iota(half.begin(), half.end(), 0u);
  return cut(half);
}

core::ByteRate NvlinkBounds::all_to_all() const {
  std::vector<double> loads(2 * graph_.links().size());
  unsigned most = 0;  // peers of a GPU
  for (unsigned from = 0; from < graph_.gpus(); ++from) {
    unsigned peers = 0;
    for (unsigned to = 0; to < graph_.gpus(); ++to) {
      if (from == to || !routes_.reaches(from, to)) continue;
      ++peers;
      const std::vector<unsigned>& ways = routes_.ways(from, to);
      for (const unsigned way : ways)
        load({from, way}, to, 1.0 / static_cast<double>(ways.size()), loads, 0);
    }
    most = std::max(most, peers);
  }
  double time = 0;
  for (std::size_t c = 0; c < loads.size(); ++c) time = std::max(time, loads[c] / rate(c));
  return time > 0 ? core::ByteRate(most / time) : core::ByteRate();
}

}  // namespace gf::model

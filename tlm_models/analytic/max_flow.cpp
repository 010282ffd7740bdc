// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/max_flow.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <cmath>
#include <fmt/format.h>

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

/// Rounds to four digits, because sums of link shares leave rounding errors.
std::string rounded(core::ByteRate rate) {
  return core::to_text(core::ByteRate(std::stod(fmt::format("{:.4g}", rate.bytes_per_second()))));
}

}  // namespace

core::ByteRate max_flow(unsigned nodes, const std::vector<FlowLink>& links,
                        const std::vector<unsigned>& sources, const std::vector<unsigned>& sinks) {
  FlowGraph flow(nodes + 2);
  double all = 0;
  for (const FlowLink& link : links) {
    add(flow, link.a, link.b, link.there, link.back);
    all += link.there + link.back;
  }
  for (const unsigned source : sources) add(flow, nodes, source, all, 0);
  for (const unsigned sink : sinks) add(flow, sink, nodes + 1, all, 0);
  return core::ByteRate(boost::boykov_kolmogorov_max_flow(flow, nodes, nodes + 1));
}

std::string bounds_text(core::ByteRate all_to_all, core::ByteRate bisection) {
  return fmt::format("upper bounds (incl. headers): all-to-all {} per GPU; bisection {}",
                     rounded(all_to_all), rounded(bisection));
}

}  // namespace gf::model

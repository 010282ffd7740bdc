// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/ring_bound.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <vector>

namespace gf::model {
namespace {

/// Flows between nodes over links up to a type, and over the network that joins all NICs.
class Flows {
 public:
  Flows(const ChannelLinks& links, ChannelPath farthest, bool between_nodes)
      : out_(links.nodes() + 1) {
    for (const ChannelLinks::Link& link : links.links()) {
      add(link.from, link.to, link.type <= farthest ? link.rate : 0, link.back);
    }
    if (!between_nodes) return;
    for (unsigned nic = 0; nic < links.nics(); ++nic) {
      const auto first = static_cast<unsigned>(ends_.size());
      add(links.port(nic), links.nodes(), links.port_rate(nic), first + 1);
      add(links.nodes(), links.port(nic), links.port_rate(nic), first);
    }
  }

  /// The most that flows from one node to another, by augmenting paths.
  [[nodiscard]] SearchRate flow(unsigned from, unsigned to) const {
    std::vector<SearchRate> left = rates_;
    SearchRate all = 0;
    for (;;) {
      const std::vector<unsigned> by = ways_from(from, left);
      if (by[to] == kNoEnd) return all;
      SearchRate step = std::numeric_limits<SearchRate>::max();
      for (unsigned at = to; at != from; at = ends_[by[at]].from)
        step = std::min(step, left[by[at]]);
      for (unsigned at = to; at != from; at = ends_[by[at]].from) {
        left[by[at]] -= step;
        left[ends_[by[at]].back] += step;
      }
      all += step;
    }
  }
  [[nodiscard]] unsigned network() const { return static_cast<unsigned>(out_.size()) - 1; }

 private:
  static constexpr unsigned kNoEnd = ~0u;
  struct End {
    unsigned from, to, back;
  };

  void add(unsigned from, unsigned to, SearchRate rate, unsigned back) {
    out_[from].push_back(static_cast<unsigned>(ends_.size()));
    ends_.push_back({from, to, back});
    rates_.push_back(rate);
  }
  /// By node, the link by which it is reached over links that have capacity left.
  [[nodiscard]] std::vector<unsigned> ways_from(unsigned from,
                                                const std::vector<SearchRate>& left) const {
    std::vector<unsigned> by(out_.size(), kNoEnd);
    std::queue<unsigned> next({from});
    for (; !next.empty(); next.pop())
      for (const unsigned end : out_[next.front()]) {
        const unsigned there = ends_[end].to;
        if (left[end] == 0 || there == from || by[there] != kNoEnd) continue;
        by[there] = end;
        next.push(there);
      }
    return by;
  }

  std::vector<std::vector<unsigned>> out_;  ///< By node; the network is the last one.
  std::vector<End> ends_;
  std::vector<SearchRate> rates_;
};

}  // namespace

core::ByteRate ring_bound(const ChannelLinks& links, const ChannelGraph& graph,
                          bool between_nodes) {
  ChannelPath farthest = graph.type_intra;
  if (between_nodes) farthest = std::max(farthest, graph.type_inter);
  const Flows bound(links, farthest, between_nodes);
  SearchRate least = std::numeric_limits<SearchRate>::max();
  for (unsigned gpu = 1; gpu < links.gpus(); ++gpu) least = std::min(least, bound.flow(0, gpu));
  if (between_nodes) least = std::min(least, bound.flow(bound.network(), 0));
  return links.gpus() == 1 && !between_nodes ? graph.total() : byte_rate(least);
}

}  // namespace gf::model

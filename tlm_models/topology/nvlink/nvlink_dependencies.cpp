// SPDX-License-Identifier: Apache-2.0
// NvlinkRoutes::check(): which directions of links wait for which others.
#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"

namespace gf::model {
namespace {

/// Channel 2 l goes from link l's first end to its second, 2 l + 1 back. A packet in the buffer
/// after a channel waits for the channel that it takes next.
class Dependencies {
 public:
  Dependencies(const NvlinkGraph& graph, const NvlinkRoutes& routes)
      : graph_(graph), routes_(routes), waits_for_(2 * graph.links().size()) {}

  /// Follows the packets from GPU `from` to `to` that leave node `at`, over all routes. Calls
  /// `ends` with the port of `to` at which they arrive. `hops`: nodes that they have left before.
  template <class Ends>
  void follow(unsigned from, unsigned to, const NvlinkGraph::End& at, const Ends& ends,
              unsigned hops = 0) {
    const NvlinkGraph::End& next = graph_.peer(at.node, at.port);
    if (next.node == to) {
      ends(next.port);
      return;
    }
    const std::vector<unsigned>& ports = routes_.ways(next.node, to);
    if (ports.empty() || hops > graph_.nodes())
      core::fail_config("nvlink", "route",
                        fmt::format("{} to {}", graph_.node(from).name, graph_.node(to).name),
                        "a path that ends there",
                        fmt::format("the path stops at {}", graph_.node(next.node).name));
    for (const unsigned way : ports) {
      add(channel_of(at), channel_of({next.node, way}));
      follow(from, to, {next.node, way}, ends, hops + 1);
    }
  }

  /// Throws if channels wait for each other in a cycle.
  void check_no_circle(const char* of) {
    state_.assign(waits_for_.size(), kNew);
    for (unsigned channel = 0; channel < waits_for_.size(); ++channel) visit(channel, of);
  }

 private:
  enum State : char { kNew, kOpen, kDone };

  [[nodiscard]] unsigned channel_of(const NvlinkGraph::End& from) const {
    const unsigned link = graph_.node(from.node).links[from.port];
    return 2 * link + (graph_.links()[link].first.node == from.node ? 0 : 1);
  }
  void add(unsigned channel, unsigned next) {
    auto& list = waits_for_[channel];
    if (std::find(list.begin(), list.end(), next) == list.end()) list.push_back(next);
  }
  void visit(unsigned channel, const char* of) {
    if (state_[channel] == kDone) return;
    open_.push_back(channel);
    if (state_[channel] == kOpen) fail(of);
    state_[channel] = kOpen;
    for (const unsigned next : waits_for_[channel]) visit(next, of);
    state_[channel] = kDone;
    open_.pop_back();
  }
  [[noreturn]] void fail(const char* of) const {
    std::string circle;
    const auto first = std::find(open_.begin(), open_.end(), open_.back());
    for (auto at = first; at != open_.end(); ++at) {
      const NvlinkGraph::Link& link = graph_.links()[*at / 2];
      const bool back = *at % 2 != 0;
      circle += fmt::format("{}{} -> {}", circle.empty() ? "" : ", ",
                            graph_.node(back ? link.second.node : link.first.node).name,
                            graph_.node(back ? link.first.node : link.second.node).name);
    }
    core::fail_config("nvlink", "routes", fmt::format("{} over {}", of, circle),
                      "no cycle of links that wait for each other",
                      "choose relays that close no such cycle");
  }

  const NvlinkGraph& graph_;
  const NvlinkRoutes& routes_;
  std::vector<std::vector<unsigned>> waits_for_;
  std::vector<char> state_;
  std::vector<unsigned> open_;
};

}  // namespace

void NvlinkRoutes::check() const {
  Dependencies requests(graph_, *this), responses(graph_, *this);
  for (unsigned from = 0; from < graph_.gpus(); ++from) {
    for (unsigned to = 0; to < graph_.gpus(); ++to) {
      if (from == to) continue;
      // A response returns on the link on which its request arrived.
      const auto answer = [&](unsigned port) {
        responses.follow(to, from, {to, port}, [](unsigned) {});
      };
      for (const unsigned way : ways(from, to)) requests.follow(from, to, {from, way}, answer);
    }
  }
  requests.check_no_circle("requests");
  responses.check_no_circle("responses");
}

}  // namespace gf::model

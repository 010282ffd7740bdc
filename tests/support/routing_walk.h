// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <vector>

#include "hw/router/routing_if.h"
#include "tests/support/channel_dependencies.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::test {

/// Queues of which each is as long as every other one.
struct EqualQueues : hw::router::CongestionIf {
  unsigned queue(unsigned, unsigned) const override { return 1; }
  unsigned queue(unsigned, unsigned, unsigned) const override { return 1; }
  unsigned waiting(unsigned, unsigned) const override { return 1; }
  unsigned waiting(unsigned, unsigned, unsigned) const override { return 1; }
  unsigned backlog(unsigned, unsigned) const override { return 2; }
};

inline hw::router::Flit packet(unsigned src, unsigned dst) {
  hw::router::Flit flit;
  flit.src = src;
  flit.dst = dst;
  return flit;
}

/// Router-to-router channels that `head` crosses by a way that has been decided, at each router by
/// `before(head, router)`; fails where it does not get to its node.
template <typename Before>
std::vector<VirtualChannel> walk(const model::RouterGraph& graph,
                                 const hw::router::RoutingIf& routing, hw::router::Flit head,
                                 const Before& before) {
  std::vector<VirtualChannel> channels;
  unsigned router = graph.router_of(head.src);
  while (channels.size() < 200) {
    before(head, router);
    const hw::router::Hop hop = routing.next(head, router);
    const model::RouterPort& port = graph.port(router, hop.port);
    if (port.type == model::ChannelType::kTerminal) {
      EXPECT_EQ(port.peer, head.dst);
      EXPECT_EQ(head.hops_local + head.hops_global, channels.size());
      return channels;
    }
    EXPECT_NE(port.type, model::ChannelType::kUnused);
    channels.emplace_back(router, hop.port, hop.vc);
    router = port.peer;
  }
  ADD_FAILURE() << head.src << "->" << head.dst << " does not arrive";
  return channels;
}

inline std::vector<VirtualChannel> walk(const model::RouterGraph& graph,
                                        const hw::router::RoutingIf& routing,
                                        const hw::router::Flit& head) {
  return walk(graph, routing, head, [](hw::router::Flit&, unsigned) {});
}

}  // namespace gf::test

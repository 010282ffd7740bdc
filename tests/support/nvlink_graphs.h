// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/support/in_child.h"
#include "tests/support/nvlink_nodes.h"
#include "tests/support/set_access.h"
#include "tlm_models/analytic/nvlink_bounds.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::hw::nvlink::nvlink_graphs {

using model::NvlinkGraph;
using model::NvlinkLanes;
using sc_core::SC_NS;
using sc_core::sc_time;
using test::at_gpu;
using test::NvlinkNode;

inline constexpr unsigned kWrite = 256;      // B
inline constexpr unsigned kWriteFlits = 17;  // a header and the data
inline constexpr unsigned kRead = 16;        // B

inline NvlinkLanes lanes() { return model::nvlink_generation("nvlink2").link; }

inline platforms::gpu::NvlinkFabricParams still() {
  platforms::gpu::NvlinkFabricParams params;
  params.link.policy = "static";
  return params;
}

inline NvlinkGraph dgx1() { return model::nvlink_hybrid_cube_mesh(6, lanes()); }

/// The arithmetic of hw/nvlink/README.md, "Timing", for half of the lanes each way.
struct Sums {
  explicit Sums(const NvlinkNode& of) : node(of), params(still()) {
    const NvlinkLanes& link = of.fabric.shape().links()[0].lanes;
    out = link.lanes / 2;
    flit = link.rate.time_for(kFlitBytes).value();
  }
  [[nodiscard]] core::Ticks hold(unsigned flits) const { return flits * flit / out; }
  /// From the first bit sent to the last received.
  [[nodiscard]] core::Ticks link(unsigned flits) const {
    return hold(flits) + flit - flit / out + params.link.wire.propagation.value();
  }
  /// Of a packet on its way from `from`, all that lies between.
  [[nodiscard]] core::Ticks way(unsigned from, unsigned to, unsigned flits) const {
    const std::vector<unsigned> path = node.fabric.routes().path(from, to);
    core::Ticks time = (path.size() - 1) * link(flits);
    for (std::size_t i = 1; i + 1 < path.size(); ++i)
      time +=
          (path[i] < node.gpus() ? params.port.relay_latency : params.bridge.hop_latency).value();
    return time;
  }
  [[nodiscard]] core::Ticks ends() const {
    return (params.port.send_latency + params.port.receive_latency + memory).value();
  }
  [[nodiscard]] core::Ticks read(unsigned from, unsigned to) const {
    return ends() + way(from, to, 1) + way(to, from, 2) + params.port.receive_latency.value();
  }
  /// `count` writes of kWrite over ways of which `width` go at once.
  [[nodiscard]] core::Ticks writes(unsigned from, unsigned to, unsigned count,
                                   unsigned width) const {
    return ends() + way(from, to, kWriteFlits) + (count / width - 1) * hold(kWriteFlits) +
           params.port.write_answer_latency.value();
  }

  const NvlinkNode& node;
  const platforms::gpu::NvlinkFabricParams params;
  const sc_time memory{100, SC_NS};  ///< Of test::NvlinkMemory.
  core::Ticks out;
  core::Ticks flit;
};

/// Links that a pair uses at once, where all have the rate of one.
inline unsigned width(const model::NvlinkBounds& bounds, const NvlinkGraph& graph, unsigned from,
                      unsigned to) {
  return static_cast<unsigned>(std::lround(bounds.pair(from, to).bytes_per_second() /
                                           graph.links()[0].lanes.direction().bytes_per_second()));
}

inline core::Ticks run_alone(NvlinkNode& node, unsigned from, tlm::tlm_command command, unsigned to,
                             unsigned bytes, unsigned count) {
  const core::Ticks before = core::now_ticks();
  node.gpu[from]->next = test::stream(command, to, bytes, count);
  node.gpu[from]->go();
  sc_core::sc_start();
  return node.gpu[from]->last_at - before;
}

inline void expect_exact(const NvlinkGraph& graph, unsigned step) {
  NvlinkNode node(graph, still());
  const Sums sums(node);
  const model::NvlinkBounds bounds(graph);
  unsigned pairs = 0;
  for (unsigned from = 0; from < node.gpus(); from += step) {
    for (unsigned to = 0; to < node.gpus(); to += step == 1 ? 1 : step - 1) {
      if (from == to || !node.fabric.routes().reaches(from, to)) continue;
      const std::string pair = std::to_string(from) + " to " + std::to_string(to);
      EXPECT_EQ(run_alone(node, from, tlm::TLM_READ_COMMAND, to, kRead, 1), sums.read(from, to))
          << pair;
      const unsigned links = width(bounds, graph, from, to), count = 36 * links;
      EXPECT_EQ(run_alone(node, from, tlm::TLM_WRITE_COMMAND, to, kWrite, count),
                sums.writes(from, to, count, links))
          << pair;
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 30u);
  node.expect_all_home();
}

/// Bytes of all GPUs in a second; each writes `rounds` times to each of its peers, in turn.
inline double rate_of_writes(const NvlinkGraph& graph, unsigned rounds,
                             const std::function<std::vector<unsigned>(unsigned gpu)>& peers_of) {
  NvlinkNode node(graph, still());
  std::uint64_t sent = 0;
  for (unsigned g = 0; g < node.gpus(); ++g) {
    const std::vector<unsigned> peers = peers_of(g);
    sent += std::uint64_t{rounds} * peers.size() * kWrite;
    node.gpu[g]->next = [=, n = 0u](tlm::tlm_generic_payload& p) mutable {
      if (n == rounds * peers.size()) return false;
      test::set_access(p, tlm::TLM_WRITE_COMMAND,
                       at_gpu(peers[n % peers.size()], std::uint64_t{n / peers.size()} * kWrite),
                       nullptr, kWrite);
      ++n;
      return true;
    };
  }
  sc_core::sc_start();
  node.expect_all_home();
  core::Ticks last = 0;
  for (const auto& gpu : node.gpu) last = std::max(last, gpu->last_at);
  return static_cast<double>(sent) / core::to_time(last).to_seconds();
}

/// `rate` is at least that share of what the links leave of `bound` for data, and no more.
inline void expect_within(double rate, core::ByteRate bound, double least) {
  const double data = bound.bytes_per_second() * (kWriteFlits - 1) / kWriteFlits;
  EXPECT_LE(rate, data);
  EXPECT_GE(rate, least * data);
}

/// Each GPU writes to all others that it reaches, beginning with the next one.
inline void expect_all_to_all_within(const NvlinkGraph& graph, unsigned rounds, double least) {
  const model::NvlinkRoutes routes(graph);
  const double rate = rate_of_writes(graph, rounds, [&](unsigned g) {
    std::vector<unsigned> peers;
    for (unsigned i = 1; i < graph.gpus(); ++i)
      if (routes.reaches(g, (g + i) % graph.gpus())) peers.push_back((g + i) % graph.gpus());
    return peers;
  });
  expect_within(rate / graph.gpus(), model::NvlinkBounds(graph).all_to_all(), least);
}

}  // namespace gf::hw::nvlink::nvlink_graphs

// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/end/forwarder.h hw/nvlink/end/nvlink_port.h hw/nvlink/end/nvlink_port_params.h
// Holds: platforms/gpu/fabrics/nvlink_fabric.h platforms/gpu/fabrics/nvlink_topology.h
// Hardware of graphs: latency and bandwidth of idle pairs are sums of documented parts, bounds
// hold, nothing is lost over bonded links, planes and relays.
#include <cmath>
#include <functional>
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "tests/support/in_child.h"
#include "tests/support/nvlink_nodes.h"
#include "tlm_models/analytic/nvlink_bounds.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::hw::nvlink::graph_test {
namespace {

using model::NvlinkGraph;
using model::NvlinkLanes;
using sc_core::SC_NS;
using sc_core::sc_time;
using test::at_gpu;
using test::NvlinkNode;
using test::run_all;

constexpr unsigned kWrite = 256;      // B
constexpr unsigned kWriteFlits = 17;  // a header and the data
constexpr unsigned kRead = 16;        // B

NvlinkLanes lanes() { return model::nvlink_generation("nvlink2").link; }

platforms::gpu::NvlinkFabricParams still() {
  platforms::gpu::NvlinkFabricParams params;
  params.link.policy = "static";
  return params;
}

NvlinkGraph dgx1() { return model::nvlink_hybrid_cube_mesh(6, lanes()); }
NvlinkGraph hgx(unsigned gpus = 16, unsigned planes = 6) {
  model::NvlinkPlanes shape;
  shape.planes = planes;
  shape.boards = 2;
  return model::nvlink_planes(gpus, shape, lanes());
}
NvlinkGraph nvl72() {
  model::NvlinkPlanes shape;
  shape.planes = 18;
  return model::nvlink_planes(72, shape, model::nvlink_generation("nvlink5").link);
}

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
unsigned width(const model::NvlinkBounds& bounds, const NvlinkGraph& graph, unsigned from,
               unsigned to) {
  return static_cast<unsigned>(std::lround(bounds.pair(from, to).bytes_per_second() /
                                           graph.links()[0].lanes.direction().bytes_per_second()));
}

core::Ticks run_alone(NvlinkNode& node, unsigned from, tlm::tlm_command command, unsigned to,
                      unsigned bytes, unsigned count) {
  const core::Ticks before = core::now_ticks();
  node.gpu[from]->next = test::stream(command, to, bytes, count);
  node.gpu[from]->go();
  sc_core::sc_start();
  return node.gpu[from]->last_at - before;
}

void expect_exact(const NvlinkGraph& graph, unsigned step) {
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

TEST(NvlinkGraphs, PairsOfTheCubeMeshAreExact) { expect_exact(dgx1(), 1); }
TEST(NvlinkGraphs, PairsByRelayAreExact) { expect_exact(model::with_relays(dgx1()), 1); }
TEST(NvlinkGraphs, PairsOfTwoBoardsAreExact) { expect_exact(hgx(), 1); }
TEST(NvlinkGraphs, PairsOfSeventyTwoAreExact) { expect_exact(nvl72(), 11); }

/// Bytes of all GPUs in a second; each writes `rounds` times to each of its peers, in turn.
double rate_of_writes(const NvlinkGraph& graph, unsigned rounds,
                      const std::function<std::vector<unsigned>(unsigned gpu)>& peers_of) {
  NvlinkNode node(graph, still());
  std::uint64_t sent = 0;
  for (unsigned g = 0; g < node.gpus(); ++g) {
    const std::vector<unsigned> peers = peers_of(g);
    sent += std::uint64_t{rounds} * peers.size() * kWrite;
    node.gpu[g]->next = [=, n = 0u](tlm::tlm_generic_payload& p) mutable {
      if (n == rounds * peers.size()) return false;
      p.set_command(tlm::TLM_WRITE_COMMAND);
      p.set_address(at_gpu(peers[n % peers.size()], std::uint64_t{n / peers.size()} * kWrite));
      p.set_data_ptr(nullptr);
      p.set_data_length(kWrite);
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
void expect_within(double rate, core::ByteRate bound, double least) {
  const double data = bound.bytes_per_second() * (kWriteFlits - 1) / kWriteFlits;
  EXPECT_LE(rate, data);
  EXPECT_GE(rate, least * data);
}

/// Each GPU writes to all others that it reaches, beginning with the next one.
void expect_all_to_all_within(const NvlinkGraph& graph, unsigned rounds, double least) {
  const model::NvlinkRoutes routes(graph);
  const double rate = rate_of_writes(graph, rounds, [&](unsigned g) {
    std::vector<unsigned> peers;
    for (unsigned i = 1; i < graph.gpus(); ++i)
      if (routes.reaches(g, (g + i) % graph.gpus())) peers.push_back((g + i) % graph.gpus());
    return peers;
  });
  expect_within(rate / graph.gpus(), model::NvlinkBounds(graph).all_to_all(), least);
}

/// Each GPU of one half writes to one of the other half.
void expect_halves_within(const NvlinkGraph& graph, double least) {
  const unsigned half = graph.gpus() / 2;
  const double rate = rate_of_writes(graph, 20000, [&](unsigned g) {
    return g < half ? std::vector<unsigned>{g + half} : std::vector<unsigned>{};
  });
  expect_within(rate, model::NvlinkBounds(graph).bisection(), least);
}

TEST(NvlinkGraphs, HalvesOfTwoBoardsUseAllTrunks) { expect_halves_within(hgx(), 0.97); }
// Two of the four pairs have two links; the others take twice as long.
TEST(NvlinkGraphs, HalvesOfTheCubeMeshWaitForSingleLinks) {
  expect_halves_within(dgx1(), 0.97 * 4 / 6);
}

TEST(NvlinkGraphs, AllToAllOfTheCubeMeshIsBelowItsBound) {
  expect_all_to_all_within(dgx1(), 400, 0.9);
}
TEST(NvlinkGraphs, AllToAllByRelaysIsBelowItsBound) {
  expect_all_to_all_within(model::with_relays(dgx1()), 200, 0.5);
}
TEST(NvlinkGraphs, AllToAllOfTwoBoardsIsBelowItsBound) {
  expect_all_to_all_within(hgx(), 120, 0.8);
}

TEST(NvlinkGraphs, EveryByteArrivesOverRelays) {
  NvlinkNode node(model::with_relays(dgx1()), still());
  run_all(node, 1000);
  std::uint64_t relayed = 0;
  for (unsigned g = 0; g < 8; ++g) relayed += node.port(g).relayed();
  EXPECT_GT(relayed, 1000u);
}

TEST(NvlinkGraphs, EveryByteArrivesOverPlanes) {
  NvlinkNode node(hgx(), still());
  run_all(node, 500);
}

TEST(NvlinkGraphs, TinyBuffersDrainOverRelays) {
  auto params = still();
  params.link.header_credits = 1;
  params.link.data_credits = 16;
  params.port.reads_at_memory = 1;
  NvlinkNode node(model::with_relays(dgx1()), params);
  run_all(node, 300);
}

class NvlinkGraphErrors : public testing::TestWithParam<bool> {};

TEST_P(NvlinkGraphErrors, EveryByteArrivesAnyway) {
  auto params = still();
  params.link.wire.packet_error_rate = 1e-2;
  params.link.wire.answer_error_rate = 1e-2;
  NvlinkNode node(GetParam() ? model::with_relays(dgx1()) : hgx(8, 2), params);
  run_all(node, 400);
  std::uint64_t replays = 0;
  node.each_link([&](const LinkEnd& near, const LinkEnd& far) {
    replays += near.tx.stats().replays.value() + far.tx.stats().replays.value();
  });
  EXPECT_GT(replays, 10u);
}
INSTANTIATE_TEST_SUITE_P(Shapes, NvlinkGraphErrors, testing::Bool());

NvlinkGraph bonded() {
  NvlinkGraph graph(2);
  graph.join(0, 1, 2, lanes());
  return graph;
}

TEST(NvlinkGraphs, LanesOfBondedLinksTurn) {
  auto params = still();
  params.link.policy = "paper";
  params.link.sample_time = sc_time(500, SC_NS);
  NvlinkNode node(bonded(), params);
  constexpr unsigned kCount = 4000;
  const core::Ticks time = run_alone(node, 0, tlm::TLM_WRITE_COMMAND, 1, kWrite, kCount);
  for (unsigned link = 0; link < 2; ++link)
    EXPECT_GT(node.port(0).link(link).turns.stats().lanes_to_out.value(), 4u);
  EXPECT_LT(static_cast<double>(time),
            0.7 * static_cast<double>(Sums(node).writes(0, 1, kCount, 2)));
}

std::uint64_t sent_by(const NvlinkNode& node, unsigned link) {
  return node.port(0).link(link).tx.stats().packets.value();
}

TEST(NvlinkGraphs, StridesFallOnOneWayUnlessHashed) {
  for (const bool hashed : {false, true}) {
    const auto packets = test::in_child([&] {
      auto params = still();
      params.port.spread = hashed ? "hash" : "interleave";
      NvlinkNode node(bonded(), params);
      node.gpu[0]->next = [n = 0u](tlm::tlm_generic_payload& p) mutable {
        if (n == 1000) return false;
        p.set_command(tlm::TLM_WRITE_COMMAND);
        p.set_address(at_gpu(1, std::uint64_t{n++} * 2 * kWrite));
        p.set_data_ptr(nullptr);
        p.set_data_length(kWrite);
        return true;
      };
      sc_core::sc_start();
      return std::vector<double>{static_cast<double>(sent_by(node, 0)),
                                 static_cast<double>(sent_by(node, 1))};
    });
    ASSERT_EQ(packets.size(), 2u);
    if (hashed) {
      EXPECT_NEAR(packets[0], 500, 100);
    } else {
      EXPECT_EQ(packets[1], 0);
    }
  }
}

TEST(NvlinkGraphs, WritesToTheSameBytesKeepTheirOrder) {
  // All of an access's granules hold the number of the last write, whatever ways they took.
  NvlinkNode node(hgx(), still());
  std::vector<std::vector<std::uint8_t>> data(200);
  core::RandomStream random(1, "sizes");
  std::vector<std::uint8_t> expected(4096);
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i].assign(1 + random.below(4096), static_cast<std::uint8_t>(i));
    std::copy(data[i].begin(), data[i].end(), expected.begin());
  }
  node.gpu[0]->next = [&, n = std::size_t{0}](tlm::tlm_generic_payload& p) mutable {
    if (n == data.size()) return false;
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_address(at_gpu(15, 0));
    p.set_data_ptr(data[n].data());
    p.set_data_length(static_cast<unsigned>(data[n].size()));
    ++n;
    return true;
  };
  sc_core::sc_start();
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), node.memory[15]->bytes.begin()));
}

TEST(NvlinkGraphs, FunctionalAccessPassesRelays) {
  NvlinkNode node(model::with_relays(dgx1()), still());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::uint8_t data[4] = {1, 2, 3, 4};
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(at_gpu(6, 16));
  payload.set_data_ptr(data);
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  EXPECT_EQ(node.gpu[0]->out->transport_dbg(payload), 4u);
  EXPECT_EQ(node.memory[6]->bytes[18], 3);
}

TEST(NvlinkGraphs, APairWithoutAWayIsRefused) {
  NvlinkNode node(dgx1(), still());
  run_alone(node, 0, tlm::TLM_READ_COMMAND, 5, kRead, 1);
  EXPECT_EQ(node.gpu[0]->errors, 1u);
}

}  // namespace
}  // namespace gf::hw::nvlink::graph_test

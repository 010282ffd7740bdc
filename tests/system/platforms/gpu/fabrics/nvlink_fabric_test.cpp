// SPDX-License-Identifier: Apache-2.0
// Hardware of graphs: latency and bandwidth of idle pairs are sums of documented parts, bounds
// hold, nothing is lost over bonded links, planes and relays.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "tests/support/in_child.h"
#include "tests/support/nvlink_graphs.h"
#include "tests/support/nvlink_nodes.h"
#include "tests/support/set_access.h"
#include "tlm_models/analytic/nvlink_bounds.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::hw::nvlink::nvlink_fabric_test {
namespace {

using model::NvlinkGraph;
using namespace nvlink_graphs;  // NOLINT: what these tests share
using sc_core::SC_NS;
using sc_core::sc_time;
using test::at_gpu;
using test::NvlinkNode;
using test::run_all;
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

TEST(NvlinkGraphs, PairsOfTheCubeMeshAreExact) { expect_exact(dgx1(), 1); }
TEST(NvlinkGraphs, PairsOfTwoBoardsAreExact) { expect_exact(hgx(), 1); }
TEST(NvlinkGraphs, PairsOfSeventyTwoAreExact) { expect_exact(nvl72(), 11); }

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
TEST(NvlinkGraphs, AllToAllOfTwoBoardsIsBelowItsBound) {
  expect_all_to_all_within(hgx(), 120, 0.8);
}

TEST(NvlinkGraphs, EveryByteArrivesOverPlanes) {
  NvlinkNode node(hgx(), still());
  run_all(node, 500);
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
        test::set_access(p, tlm::TLM_WRITE_COMMAND, at_gpu(1, std::uint64_t{n++} * 2 * kWrite),
                         nullptr, kWrite);
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
    test::set_access(p, tlm::TLM_WRITE_COMMAND, at_gpu(15, 0), data[n].data(), data[n].size());
    ++n;
    return true;
  };
  sc_core::sc_start();
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), node.memory[15]->bytes.begin()));
}

TEST(NvlinkGraphs, APairWithoutAWayIsRefused) {
  NvlinkNode node(dgx1(), still());
  run_alone(node, 0, tlm::TLM_READ_COMMAND, 5, kRead, 1);
  EXPECT_EQ(node.gpu[0]->errors, 1u);
}

}  // namespace
}  // namespace gf::hw::nvlink::nvlink_fabric_test

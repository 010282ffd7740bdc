// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/nodes/bfs.h workloads/nodes/hsg.h
// Holds: workloads/nodes/rdma_transport.h
// Applications over a torus of cards: real data travel through the hardware, and the orderings of
// the paper come out of packets.
#include <gmock/gmock.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/plain_transport.h"
#include "workloads/nodes/bfs.h"
#include "workloads/nodes/hsg.h"
#include "workloads/nodes/rdma_transport.h"

namespace gf::model::apps_test {
namespace {

constexpr model::Torus kTwo{{2, 1, 1}};
constexpr model::Torus kEight{{4, 2, 1}};

/// How GPUs hear of what is written to them.
enum class Gpus { kSound, kLate, kLossy };

RankTimes run(ClusterApp& app, const model::Torus& shape, const std::string& p2p, bool bytes,
              Gpus gpus = Gpus::kSound) {
  test::ApenetBench bench;
  bench.bytes = bytes;
  if (gpus == Gpus::kLate)
    bench.params.gpu.pcie.receive_latency = sc_core::sc_time(20, sc_core::SC_US);
  if (gpus == Gpus::kLossy) bench.params.gpu.pcie.port.link.packet_error_rate = 0.2;
  bench.build(shape);
  std::vector<RdmaRank> ranks;
  for (unsigned i = 0; i < shape.routers(); ++i) {
    auto& node = bench.node(i);
    ranks.push_back({&bench.host(i), bytes ? &node.host_memory() : nullptr, node.gpu_memory()});
  }
  RdmaTransportParams params;
  params.p2p = p2p;
  RdmaTransport transport("apps", params, app, ranks);
  ClusterRun program(app, transport);
  transport.attach(program);
  bench.run();
  EXPECT_TRUE(program.done());
  return program.slowest();
}

HsgParams lattice(unsigned l, unsigned ranks) {
  HsgParams params;
  params.l = l;
  params.ranks = ranks;
  return params;
}

/// A search on eight nodes finds the parents that it finds without hardware.
void expect_parents(const std::string& p2p, bool bytes, Gpus gpus = Gpus::kSound) {
  BfsParams params;
  params.scale = 9;
  params.ranks = 8;
  Bfs other(params);
  test::PlainTransport plain(other);
  ClusterRun program(other, plain);
  plain.run(program);
  Bfs app(params);
  run(app, kEight, p2p, bytes, gpus);
  EXPECT_EQ(app.check(), "");
  EXPECT_EQ(app.parents(), other.parents());
}

/// The spin glass of eight nodes has the energy of that of one, to the last bit. Its times.
RankTimes expect_energy(const std::string& p2p, bool bytes, Gpus gpus = Gpus::kSound) {
  Hsg alone(lattice(16, 1));
  test::PlainTransport none(alone);
  ClusterRun program(alone, none);
  none.run(program);
  Hsg app(lattice(16, 8));
  const RankTimes times = run(app, kEight, p2p, bytes, gpus);
  EXPECT_EQ(app.energy(), alone.energy());
  return times;
}

struct Way {
  const char* p2p;
  bool bytes;
};
class ApenetApps : public testing::TestWithParam<Way> {};

TEST_P(ApenetApps, SpinGlassIsThatOfOneRank) {
  const RankTimes times = expect_energy(GetParam().p2p, GetParam().bytes);
  EXPECT_EQ(times.bytes, 4u * 6 * 16 * 16 / 2 * 4);
}

TEST_P(ApenetApps, SearchFindsTheParentsThatItFindsWithoutHardware) {
  expect_parents(GetParam().p2p, GetParam().bytes);
}

/// An event in host memory says nothing of data on another way: what the kernels read decides.
struct Delay {
  const char* name;
  const char* p2p;
  Gpus gpus;
};
class ApenetAppsOnSlowGpus : public testing::TestWithParam<Delay> {};

TEST_P(ApenetAppsOnSlowGpus, FindTheSameParents) {
  expect_parents(GetParam().p2p, true, GetParam().gpus);
}

TEST_P(ApenetAppsOnSlowGpus, KeepTheEnergyOfTheSpins) {
  expect_energy(GetParam().p2p, true, GetParam().gpus);
}

INSTANTIATE_TEST_SUITE_P(Delays, ApenetAppsOnSlowGpus,
                         testing::Values(Delay{"on_late", "on", Gpus::kLate},
                                         Delay{"on_lossy", "on", Gpus::kLossy},
                                         Delay{"rx_late", "rx", Gpus::kLate},
                                         Delay{"off_late", "off", Gpus::kLate}),
                         [](const auto& info) { return std::string(info.param.name); });

std::string way_name(const testing::TestParamInfo<Way>& info) {
  return std::string(info.param.p2p) + (info.param.bytes ? "_bytes" : "");
}
INSTANTIATE_TEST_SUITE_P(Ways, ApenetApps,
                         testing::Values(Way{"on", true}, Way{"rx", true}, Way{"off", true},
                                         Way{"on", false}, Way{"off", false}),
                         way_name);

/// Network time of two nodes beside the bulk, which hides it.
TEST(ApenetSpinGlass, TheBulkHidesTheNetworkOfTwoNodes) {
  HsgParams params = lattice(256, 2);
  params.spins = false;
  params.sweeps = 1;
  Hsg app(params);
  const RankTimes times = run(app, kTwo, "on", false);
  EXPECT_EQ(times.waiting, 0u);
  EXPECT_GT(times.network, times.boundary);
  // 786 KB a half sweep both ways: at most the loop-back rate of the card ([APENET13]: 1.1 GB/s),
  // and not below half of it.
  const double rate = double(times.bytes) / core::to_time(times.network).to_seconds();
  EXPECT_LT(rate, 1.1e9);
  EXPECT_GT(rate, 0.55e9);
}

TEST(ApenetSpinGlass, TheBulkOfEightNodesDoesNot) {
  HsgParams params = lattice(256, 8);
  params.spins = false;
  params.sweeps = 1;
  Hsg app(params);
  EXPECT_GT(run(app, kEight, "on", false).waiting, 0u);
}

}  // namespace
}  // namespace gf::model::apps_test

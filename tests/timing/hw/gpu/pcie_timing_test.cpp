// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/device/peer_bridge.h hw/gpu/memory/peer_port.h hw/gpu/memory/peer_server.h
// Accesses of a GPU to a peer's memory over one PCIe switch: the sum of the parts that the READMEs
// of hw/gpu/memory and hw/pcie document, to the cycle, at two settings.
#include <gmock/gmock.h>

#include "hw/pcie/device/peer_bridge.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/pcie_bench.h"

namespace gf::test::pcie_timing_test {
namespace {

using core::Cycle;
using core::Ticks;
using hw::gpu::LineOp;

struct Setting {
  unsigned period_ps;
  double rate_gb;
  unsigned hop_ns;
  unsigned receive_ns;
};
void PrintTo(const Setting& s, std::ostream* out) {
  *out << s.period_ps << " ps, " << s.rate_gb << " GB/s, hop " << s.hop_ns << " ns, receive "
       << s.receive_ns << " ns";
}

class PcieTiming : public testing::TestWithParam<Setting> {
 protected:
  PcieTiming()
      : period_(static_cast<double>(GetParam().period_ps), sc_core::SC_PS),
        memory_({}, 2, 1, period_),
        tree_("switch:2") {
    tree_.each_link([](hw::link::LinkParams& link) {
      link.rate = core::gigabytes_per_second(GetParam().rate_gb);
      link.efficiency = 1;
    });
    tree_.each_endpoint([](hw::pcie::EndpointParams& endpoint) {
      endpoint.bar = core::Bytes(16ull << 30);
      endpoint.receive_latency = sc_core::sc_time(GetParam().receive_ns, sc_core::SC_NS);
    });
    tree_.bridge("sw").hop_latency = sc_core::sc_time(GetParam().hop_ns, sc_core::SC_NS);
    for (unsigned gpu = 0; gpu < 2; ++gpu) {
      bridges_.push_back(
          std::make_unique<hw::pcie::PeerBridge>(("bridge_" + std::to_string(gpu)).c_str()));
      memory_.memories[gpu]->to_peers.bind(bridges_[gpu]->from_gpu);
      bridges_[gpu]->to_fabric.bind(tree_.gpu(gpu).requester.socket);
      tree_.gpu(gpu).memory.socket.bind(memory_.memories[gpu]->from_peers);
      bridges_[gpu]->map(1 - gpu, tree_.gpu(1 - gpu).window());
    }
    sm_->most_open = 1;
  }
  /// From the first bit that leaves a GPU to memory, or to the requester, of the other.
  [[nodiscard]] static Ticks way(unsigned wire_bytes) {
    const auto span = static_cast<Ticks>(wire_bytes / GetParam().rate_gb * 1e6 + 0.5);
    const Ticks ns = sc_core::sc_time(1, sc_core::SC_NS).value();
    return 2 * (span + 5 * ns) + (GetParam().hop_ns + GetParam().receive_ns) * ns;
  }
  /// Cycle in which what happens at `at` counts as taken: it acts in the first one that begins
  /// later.
  [[nodiscard]] Cycle seen(Ticks at) const { return at / period_.value(); }
  [[nodiscard]] Ticks begins(Cycle cycle) const { return cycle * period_.value(); }
  [[nodiscard]] static Cycle port(unsigned bytes) { return bytes <= 64 ? 1 : bytes / 64; }
  /// Of the memory for a request: no walk, and the row of its DRAM or not.
  [[nodiscard]] static Cycle served(unsigned written, unsigned read, Cycle extra) {
    return 1 + (port(written) - 1) + 20 + 10 + extra + (port(read) - 1) + 30 + 20;
  }
  [[nodiscard]] Cycle dram() const {
    const double ns = 100 + 128 / 48.0;
    return static_cast<Cycle>(std::ceil(ns * 1000 / GetParam().period_ps - 1e-6));
  }
  /// The whole way of an access whose request was taken in `taken`.
  [[nodiscard]] Cycle done(Cycle taken, Cycle walk, unsigned written, unsigned read,
                           unsigned request_wire, unsigned answer_wire, Cycle extra) const {
    const Cycle leaves = taken + 1 + walk + (port(written) - 1) + 20;
    const Cycle comes = seen(begins(leaves) + way(request_wire));
    const Cycle answers = comes + served(written, read, extra);
    // Posted: nothing comes back, the model tells the GPU in the same instant.
    const Ticks back = answer_wire == 0 ? 0 : way(answer_wire);
    return seen(begins(answers) + back) + 1 + (port(read) - 1) + 20;
  }

  const sc_core::sc_time period_;
  GpuMemoryBench memory_;
  PcieBench tree_;
  std::vector<std::unique_ptr<hw::pcie::PeerBridge>> bridges_;
  TestSm* const sm_ = memory_.sms[0].get();
};

TEST_P(PcieTiming, RemoteAccessesAreTheSumsOfTheirParts) {
  sm_->read(memory_.base(1));
  sm_->read(memory_.base(1));
  sm_->write(memory_.base(1));
  hw::gpu::LineRequest& atomic = sm_->queue(LineOp::kAtomic, memory_.base(1), 1);
  atomic.bytes = 8;
  sc_core::sc_start();
  ASSERT_EQ(sm_->done.size(), 4u);
  const auto& done_at = sm_->done;
  EXPECT_EQ(done_at[0].done, done(done_at[0].taken, 400, 0, 128, 24, 128 + 20, dram()));
  EXPECT_EQ(done_at[1].done, done(done_at[1].taken, 0, 0, 128, 24, 128 + 20, 0));
  EXPECT_EQ(done_at[2].done, done(done_at[2].taken, 0, 128, 0, 128 + 24, 0, 0));
  EXPECT_EQ(done_at[3].done, done(done_at[3].taken, 0, 8, 8, 8 + 24, 8 + 20, 1));
  tree_.expect_quiescent();
}

INSTANTIATE_TEST_SUITE_P(Settings, PcieTiming,
                         testing::Values(Setting{1000, 16, 150, 100}, Setting{1343, 8, 77, 31},
                                         Setting{500, 15.754, 151, 99}));

}  // namespace
}  // namespace gf::test::pcie_timing_test

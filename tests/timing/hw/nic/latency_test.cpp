// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nic/README.md hw/nic/flit_port.h hw/nic/payload_reader.h
// The latency of an RDMA write on an idle machine is the sum of the parts that hw/nic/README.md
// lists, and each part alone makes what it says of it.
#include <gtest/gtest.h>

#include "tests/support/cluster_bench.h"

namespace gf::hw::nic::latency_test {
namespace {

constexpr unsigned kBytes = 64;     // one read, one completion, one write
constexpr double kAround = 20;      // B around a payload: STP, LCRC, header of 3 DW
constexpr double kCompletion = 64;  // B of a completion entry

struct Case {
  double clock;      // of the network, s
  unsigned to;       // node
  unsigned routers;  // between node 0 and it, in a fat tree of 4 x 4 x 4
  const char* entries;
};
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.clock * 1e9 << " ns to node " << one.to << ", " << one.entries;
}

class NicLatencySum : public testing::TestWithParam<Case>,
                      public test::ClusterBench,
                      public model::VerbsHost::Program {
 protected:
  static double seconds(const sc_core::sc_time& time) { return time.to_seconds(); }
  static double wire(const link::LinkParams& link, double bytes) {
    return bytes / (link.rate.bytes_per_second() * link.efficiency);
  }
  double hop(const pcie::PortParams& port, double bytes) const {
    return wire(port.link, bytes) + seconds(port.link.propagation);
  }
  /// Between GPU and card, beside each other on a switch; either way.
  double beside(double bytes) const {
    return hop(params.node.gpu.port, bytes) + seconds(params.node.plx.hop_latency) +
           hop(params.node.nic.pcie.port, bytes);
  }
  /// Between host and card, through root and switch.
  double through_root(double bytes) const {
    return hop(params.node.host.port, bytes) + seconds(params.node.root.hop_latency) +
           hop(params.node.gpu.port, bytes) + seconds(params.node.plx.hop_latency) +
           hop(params.node.nic.pcie.port, bytes);
  }
  double at_card() const { return seconds(params.node.nic.pcie.receive_latency); }
  double at_gpu() const { return seconds(params.node.gpu.receive_latency); }
  double at_host() const { return seconds(params.node.host.receive_latency); }
  /// Until the entry is on the card.
  double entry() const {
    const bool fetched = std::string(GetParam().entries) == "fetched";
    const double doorbell =
        seconds(params.node.software.post) + through_root((fetched ? 8 : 64) + kAround) + at_card();
    return fetched ? doorbell + through_root(kAround) + at_host() + through_root(64 + kAround) +
                         at_card()
                   : doorbell;
  }
  double bytes_read() const {
    return seconds(params.node.nic.work.latency) + beside(kAround) + at_gpu() +
           beside(kBytes + kAround) + at_card();
  }
  /// From `begin` on, until the last flit is at the other port.
  double network(double begin) const {
    const double clock = GetParam().clock;
    const unsigned routers = GetParam().routers;
    const auto flits = static_cast<unsigned>(
        std::ceil((kBytes + static_cast<double>(params.node.nic.sender.header.count())) /
                  static_cast<double>(params.port.flit.count())));
    const double first = (std::floor(begin / clock) + 1) * clock;
    return first + clock * ((routers + 1) * params.net.terminal.latency +
                            routers * params.net.router.router_latency + flits - 1);
  }
  double told() const {
    return seconds(params.node.nic.receiver.latency) + beside(kBytes + kAround) + at_gpu() +
           through_root(kCompletion + kAround) + at_host() + seconds(params.node.software.poll);
  }
  void completion(unsigned, const model::WorkCompletion& completion) override {
    if (completion.received) seen_ = sc_core::sc_time_stamp();
  }
  sc_core::sc_time seen_;
};

TEST_P(NicLatencySum, IsThatOfItsParts) {
  params.nodes = GetParam().to + 1;
  params.node.gpus = 1;
  params.node.nic.work.entries = GetParam().entries;
  params.net.clock = sc_core::sc_time(GetParam().clock, sc_core::SC_SEC);
  for (auto* channel : {&params.net.terminal, &params.net.local, &params.net.global})
    channel->latency = 3;
  build();
  auto& here = cluster->node(0);
  auto& there = cluster->node(GetParam().to);
  for (unsigned i = 0; i < params.nodes; ++i) cluster->node(i).software().set_program(*this);
  const model::QueuePairNumber queue = join(here.nic(0), there.nic(0));
  model::WorkRequest write;
  write.local = here.gpu(0).window().first;
  write.remote = there.gpu(0).window().first;
  write.bytes = kBytes;
  write.immediate = true;
  here.software().post(0, queue, write);
  sc_core::sc_start();
  expect_quiescent();
  EXPECT_NEAR(seen_.to_seconds(), network(entry() + bytes_read()) + told(), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(ClocksAndWays, NicLatencySum,
                         testing::Values(Case{2.56e-9, 1, 1, "carried"},
                                         Case{2.56e-9, 4, 3, "carried"},
                                         Case{2.56e-9, 16, 5, "carried"},
                                         Case{1e-9, 16, 5, "carried"},
                                         Case{2.56e-9, 1, 1, "fetched"}));

}  // namespace
}  // namespace gf::hw::nic::latency_test

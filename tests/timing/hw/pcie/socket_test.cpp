// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/port_params.h hw/pcie/port/egress.h hw/pcie/port/ingress.h
// Two root complexes, joined by a socket link: what a TLP takes over it, to the femtosecond, what
// gets through, and that credits go home.
#include <gmock/gmock.h>
#include <memory>

#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/run.h"

namespace gf::hw::pcie::socket_test {
namespace {

using core::kNever;
using core::Ticks;
using model::PcieNodeKind;

/// GPUs 0 and 1 on one root complex, 2 and 3 on the other; `first` is the tree's root.
model::PcieTree two_roots(const char* first = "rc0", const char* second = "rc1") {
  std::vector<model::PcieNodeSpec> specs{{first, PcieNodeKind::kRootComplex, ""}};
  for (const char* gpu : {"gpu0", "gpu1"}) specs.push_back({gpu, PcieNodeKind::kDevice, "rc0"});
  for (const char* gpu : {"gpu2", "gpu3"}) specs.push_back({gpu, PcieNodeKind::kDevice, "rc1"});
  specs.push_back({second, PcieNodeKind::kRootComplex, first});
  return model::PcieTree("two_roots", specs, "test");
}

Ticks span(double bytes, const link::LinkParams& link) {
  const double rate = link.rate.bytes_per_second() * link.efficiency;
  return static_cast<Ticks>(bytes / rate * 1e15 + 0.5);
}

class SocketLink : public testing::Test {
 protected:
  /// From the first bit sent to the last one received.
  Ticks pcie(double bytes) { return span(bytes, link_) + link_.propagation.value(); }
  Ticks over(double bytes) { return span(bytes, socket_.link) + socket_.link.propagation.value(); }
  static void expect_end(const Flow& flow, Ticks expected) {
    test::run_until_before(expected);
    EXPECT_EQ(flow.finished, kNever) << "ended early";
    test::run_through(expected);
    EXPECT_EQ(flow.finished, expected);
  }
  static PortParams& port(test::PcieBench& bench, const char* root) {
    return bench.bridge(root).ports[2];  // behind those of two GPUs
  }

  const link::LinkParams link_{};
  const PortParams socket_ = socket_port();
  const Ticks hop_ = SwitchParams().hop_latency.value();
  const Ticks setup_ = CopyEngineParams().setup.value();
  const Ticks receive_ = EndpointParams().receive_latency.value();
  static constexpr double kPiece = 64 + 20;
};

TEST_F(SocketLink, LatencyIsTheSumOfItsParts) {
  test::PcieBench bench(two_roots());
  Flow& flow = bench.copy(0, 2, 64);
  expect_end(flow, setup_ + pcie(kPiece) +    // GPU 0 to rc0
                       hop_ + over(64 + 8) +  // rc0 to rc1: a line and its header
                       hop_ + pcie(kPiece) +  // rc1 to GPU 2: a TLP again
                       receive_);
  bench.expect_quiescent();
}

TEST_F(SocketLink, EachPieceOfTheRootComplexIsAPacket) {
  test::PcieBench bench(two_roots());
  Flow& flow = bench.copy(1, 3, 256);
  expect_end(flow, setup_ + pcie(256 + 20) + hop_ + over(64 + 8) + hop_ + 3 * span(kPiece, link_) +
                       pcie(kPiece) +  // the slower link sets the pace
                       receive_);
}

TEST_F(SocketLink, NeitherRootComplexIsAboveTheOther) {
  test::PcieBench bench(two_roots("rc1", "rc0"));
  Flow& there = bench.copy(0, 2, 64);
  Flow& back = bench.copy(3, 1, 64);
  expect_end(there, setup_ + pcie(kPiece) + hop_ + over(64 + 8) + hop_ + pcie(kPiece) + receive_);
  EXPECT_EQ(back.finished, there.finished);
}

TEST_F(SocketLink, PacketsHaveTheirOwnSizeAndHeader) {
  test::PcieBench bench(two_roots());
  for (const char* root : {"rc0", "rc1"}) {
    port(bench, root).socket->packet_payload = core::Bytes(16);
    port(bench, root).socket->packet_overhead = core::Bytes(24);
  }
  Flow& flow = bench.copy(0, 2, 64);
  expect_end(flow,
             setup_ + pcie(kPiece) + hop_ + over(64 + 4 * 24) + hop_ + pcie(kPiece) + receive_);
}

TEST_F(SocketLink, CutThroughSendsNothingThatHasNotCome) {
  test::PcieBench bench(two_roots());
  bench.each_bridge([](SwitchParams& bridge) { bridge.forwarding = "cut_through"; });
  Flow& flow = bench.copy(0, 2, 64);
  // The socket link is faster than the link into rc0: its last bit leaves as it comes.
  const auto header =
      static_cast<Ticks>(20 / (link_.rate.bytes_per_second() * link_.efficiency) * 1e15);
  const Ticks came = setup_ + pcie(kPiece);
  const Ticks first = std::max<Ticks>(setup_ + header + link_.propagation.value(),
                                      came - span(64 + 8, socket_.link));
  const auto socket_header = static_cast<Ticks>(8 / socket_.link.rate.bytes_per_second() * 1e15);
  expect_end(flow, first + hop_ + socket_header + socket_.link.propagation.value() + hop_ +
                       pcie(kPiece) + receive_);
}

TEST_F(SocketLink, ReturnOfOneCreditSetsThePace) {
  test::PcieBench bench(two_roots());
  port(bench, "rc1").header_credits = 1;
  Flow& flow = bench.copy(0, 2, 128);
  const double speedup = SwitchParams().crossbar_speedup;
  const auto read_out = static_cast<Ticks>(
      kPiece * (socket_.link.rate.time_for(1u << 20).value() / double(1u << 20) / speedup));
  expect_end(flow, setup_ + pcie(128 + 20) + hop_ + over(64 + 8) +  // the first piece is at rc1
                       hop_ + read_out + socket_.link.credit_latency.value() +  // its place is free
                       over(64 + 8) + hop_ + pcie(kPiece) + receive_);
  bench.expect_quiescent();
}

TEST_F(SocketLink, LinesInFlightOverARoundTripSetTheRate) {
  constexpr unsigned kLines = 8;
  constexpr std::uint64_t kBytes = 256 << 10;
  test::PcieBench bench(two_roots());
  port(bench, "rc1").header_credits = kLines;
  Flow& flow = bench.copy(0, 2, kBytes);
  Flow& at_home = bench.copy(1, 0, kBytes);
  sc_core::sc_start();
  const double round_trip =
      core::to_time(over(64 + 8) + hop_ + socket_.link.credit_latency.value()).to_seconds();
  const double seconds = core::to_time(flow.finished - setup_).to_seconds();
  // Reading a line out of the receive buffer and the first and last hops come on top.
  EXPECT_NEAR(kBytes / seconds / (kLines * 64 / round_trip), 1, 0.03);
  EXPECT_LT(2 * at_home.finished, flow.finished) << "the limit is one of the socket link";
  bench.expect_quiescent();
}

TEST_F(SocketLink, TrafficOfAHostsPortIsNotCut) {
  test::PcieBench bench(two_roots());
  bench.bridge("rc0").host_ports = {1};
  bench.copy(0, 1, 256);  // to the host
  sc_core::sc_start();
  EXPECT_EQ(test::stat("rc0.ingress_0", "split"), 0);
  bench.copy(1, 0, 256);  // from it
  sc_core::sc_start();
  EXPECT_EQ(test::stat("rc0.ingress_1", "split"), 0);
  bench.copy(0, 2, 256);  // between peers
  sc_core::sc_start();
  EXPECT_EQ(test::stat("rc0.ingress_0", "split"), 1);
  bench.expect_quiescent();
}

TEST_F(SocketLink, HeadersTakeTheirShareOfTheBandwidth) {
  test::PcieBench bench(two_roots());
  for (const char* root : {"rc0", "rc1"})
    port(bench, root).link.rate = core::gigabytes_per_second(4);  // less than any PCIe link
  constexpr std::uint64_t kBytes = 4 << 20;
  Flow& first = bench.copy(0, 2, kBytes);
  Flow& second = bench.copy(1, 3, kBytes);
  Flow& at_home = bench.copy(2, 3, kBytes);
  sc_core::sc_start();
  const double seconds = core::to_time(std::max(first.finished, second.finished)).to_seconds();
  EXPECT_NEAR(2 * kBytes / seconds / 4e9, 64.0 / 72, 0.01);
  EXPECT_LT(at_home.finished, first.finished / 2) << "what stays on its socket is faster";
  EXPECT_EQ(test::stat("rc0.egress_2.tx", "payload_bytes"), 2 * kBytes);
  EXPECT_EQ(test::stat("rc0.egress_2.tx", "wire_bytes"), 2 * kBytes / 64 * 72);
  bench.expect_quiescent();
}

TEST_F(SocketLink, ReadsComeBackWithWhatWasThere) {
  test::PcieBench bench(two_roots());
  bench.add_memories();
  std::vector<std::uint8_t> bytes(300), written(300);
  for (std::size_t i = 0; i < written.size(); ++i) written[i] = static_cast<std::uint8_t>(i * 7);
  test::LtInitiator host("host", [&](test::LtInitiator& self) {
    const std::uint64_t there = bench.gpu(3).window().first + 4000;
    EXPECT_EQ(self.write(there, written), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(self.read(there, bytes), tlm::TLM_OK_RESPONSE);
  });
  host.socket.bind(bench.gpu(0).requester.socket);
  sc_core::sc_start();
  EXPECT_EQ(bytes, written);
  bench.expect_quiescent();
}

TEST_F(SocketLink, AddressOfNobodyIsRefusedBehindTheSocket) {
  test::PcieBench bench(two_roots());
  test::LtInitiator host("host", [&](test::LtInitiator& self) {
    std::vector<std::uint8_t> bytes(4);
    EXPECT_EQ(self.read(0x1000, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  host.socket.bind(bench.gpu(2).requester.socket);  // below rc1, which sends it over
  sc_core::sc_start();
  EXPECT_EQ(test::stat("rc0.ingress_2", "unsupported"), 1);
  bench.expect_quiescent();
}

/// `count` root complexes in a ring, with a GPU each.
model::PcieTree ring_of_roots(unsigned count) {
  std::vector<model::PcieNodeSpec> specs;
  const auto name = [](unsigned root) { return "rc" + std::to_string(root); };
  for (unsigned root = 0; root < count; ++root) {
    specs.push_back({name(root), PcieNodeKind::kRootComplex, root == 0 ? "" : name(root - 1)});
    specs.push_back({"gpu" + std::to_string(root), PcieNodeKind::kDevice, name(root)});
  }
  return model::PcieTree("ring", specs, "test", {{name(count - 1), name(0)}});
}

TEST_F(SocketLink, CrossLinksAreTaken) {
  test::PcieBench bench(ring_of_roots(4));
  Flow& flow = bench.copy(0, 3, 64);
  expect_end(flow, setup_ + pcie(kPiece) + hop_ + over(64 + 8) + hop_ + pcie(kPiece) + receive_);
}

class RingOfRoots : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Roots, RingOfRoots, testing::Values(3u, 4u, 5u, 6u, 8u));

TEST_P(RingOfRoots, EverybodyToEverybodyWithOneCreditEnds) {
  test::PcieBench bench(ring_of_roots(GetParam()));
  bench.each_port([](PortParams& port) { port.header_credits = 1; });
  std::vector<Flow*> flows;
  for (unsigned src = 0; src < GetParam(); ++src)
    for (unsigned dst = 0; dst < GetParam(); ++dst)
      if (src != dst) flows.push_back(&bench.copy(src, dst, 20'000));
  sc_core::sc_start();
  for (const Flow* flow : flows) EXPECT_NE(flow->finished, kNever);
  bench.expect_quiescent();
}

TEST_F(SocketLink, EverybodyToEverybodyWithOneCreditEnds) {
  test::PcieBench bench(two_roots());
  bench.each_port([](PortParams& port) { port.header_credits = 1; });
  std::vector<Flow*> flows;
  for (unsigned src = 0; src < 4; ++src)
    for (unsigned dst = 0; dst < 4; ++dst)
      if (src != dst) flows.push_back(&bench.copy(src, dst, 20'000));
  sc_core::sc_start();
  for (const Flow* flow : flows) EXPECT_NE(flow->finished, kNever);
  bench.expect_quiescent();
}

}  // namespace
}  // namespace gf::hw::pcie::socket_test

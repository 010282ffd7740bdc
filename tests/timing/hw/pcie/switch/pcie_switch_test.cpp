// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/unsupported_requests.h hw/pcie/port/tlp.h tlm_models/link/flow.h
// The latency of an idle tree is the sum of its documented parts, to the femtosecond, at two
// settings and for both ways of forwarding.
#include <gmock/gmock.h>

#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/run.h"

namespace gf::hw::pcie::pcie_switch_test {
namespace {

using core::kNever;
using core::Ticks;
using sc_core::sc_time;

constexpr std::uint32_t kFull = 256 + 20;  // the largest TLP, 3 DW header
constexpr std::uint32_t kPiece = 64 + 20;  // what the root complex makes of it
constexpr std::uint32_t kRead = 20;

sc_time ns(double n) { return sc_time(n, sc_core::SC_NS); }

/// The parts, as the README of hw/pcie names them.
struct Parts {
  core::ByteRate rate;
  double efficiency;
  sc_time propagation;
  sc_time credit_latency;
  sc_time hop_latency;
  sc_time receive_latency;
  sc_time setup;

  [[nodiscard]] Ticks span(std::uint32_t wire_bytes) const {
    return static_cast<Ticks>(wire_bytes / (rate.bytes_per_second() * efficiency) * 1e15 + 0.5);
  }
  [[nodiscard]] Ticks header() const {
    return static_cast<Ticks>(20 / (rate.bytes_per_second() * efficiency) * 1e15);
  }
};

Parts parts(bool slow) {
  const link::LinkParams link;
  const SwitchParams bridge;
  const EndpointParams endpoint;
  if (slow) {
    return {core::ByteRate(4e9), 0.5, ns(13), ns(60), ns(777), ns(31), ns(1234)};
  }
  return {link.rate,          link.efficiency,          link.propagation,   link.credit_latency,
          bridge.hop_latency, endpoint.receive_latency, endpoint.copy.setup};
}

class PcieLatency : public testing::TestWithParam<bool> {
 protected:
  void use(test::PcieBench& bench, const std::string& forwarding = "store_and_forward") {
    bench.each_link([&](link::LinkParams& link) {
      link.rate = p_.rate;
      link.efficiency = p_.efficiency;
      link.propagation = p_.propagation;
      link.credit_latency = p_.credit_latency;
    });
    bench.each_bridge([&](SwitchParams& bridge) {
      bridge.hop_latency = p_.hop_latency;
      bridge.forwarding = forwarding;
    });
    bench.each_endpoint([&](EndpointParams& endpoint) {
      endpoint.receive_latency = p_.receive_latency;
      endpoint.copy.setup = p_.setup;
    });
  }
  /// The copy ends at `expected`, not one femtosecond earlier or later.
  static void expect_end(const Flow& flow, Ticks expected) {
    test::run_until_before(expected);
    EXPECT_EQ(flow.finished, kNever) << "ended early";
    test::run_through(expected);
    EXPECT_EQ(flow.finished, expected);
  }

  const Parts p_ = parts(GetParam());
  const Ticks propagation_ = p_.propagation.value();
  const Ticks hop_ = p_.hop_latency.value();
  const Ticks receive_ = p_.receive_latency.value();
  const Ticks setup_ = p_.setup.value();
};

TEST_P(PcieLatency, OneSwitch) {
  test::PcieBench bench("t2");
  use(bench);
  Flow& flow = bench.copy(0, 1, 256);
  expect_end(flow, setup_ +                             // copy engine
                       p_.span(kFull) + propagation_ +  // GPU 0 to k80_0
                       hop_ +                           // k80_0
                       p_.span(kFull) + propagation_ +  // k80_0 to GPU 1
                       receive_);
  bench.expect_quiescent();
}

TEST_P(PcieLatency, ThreeSwitches) {
  test::PcieBench bench("t2");
  use(bench);
  Flow& flow = bench.copy(0, 2, 256);
  expect_end(flow, setup_ + p_.span(kFull) + propagation_ +    // GPU 0 to k80_0
                       hop_ + p_.span(kFull) + propagation_ +  // k80_0 to plx_a
                       hop_ + p_.span(kFull) + propagation_ +  // plx_a to k80_1
                       hop_ + p_.span(kFull) + propagation_ +  // k80_1 to GPU 2
                       receive_);
}

TEST_P(PcieLatency, ThroughTheRootComplex) {
  test::PcieBench bench("t2");
  use(bench);
  Flow& flow = bench.copy(0, 4, 256);
  expect_end(flow, setup_ + p_.span(kFull) + propagation_ +         // GPU 0 to k80_0
                       hop_ + p_.span(kFull) + propagation_ +       // k80_0 to plx_a
                       hop_ + p_.span(kFull) + propagation_ +       // plx_a to rc
                       hop_ + 4 * p_.span(kPiece) + propagation_ +  // rc to plx_b: four pieces
                       hop_ + p_.span(kPiece) + propagation_ +      // the last piece to k80_2
                       hop_ + p_.span(kPiece) + propagation_ +      // and to GPU 4
                       receive_);
}

TEST_P(PcieLatency, VirtualOutputQueuesTakeNoTime) {
  test::PcieBench bench("t2");
  use(bench);
  bench.each_bridge([](SwitchParams& bridge) { bridge.queueing = "voq"; });
  Flow& flow = bench.copy(0, 2, 256);
  expect_end(flow, setup_ + 4 * (p_.span(kFull) + propagation_) + 3 * hop_ + receive_);
  bench.expect_quiescent();
}

TEST_P(PcieLatency, CutThroughWaitsForTheHeaderOnly) {
  test::PcieBench bench("t2");
  use(bench, "cut_through");
  Flow& flow = bench.copy(0, 2, 256);
  expect_end(flow, setup_ + p_.header() + propagation_ + hop_ +  // k80_0
                       p_.header() + propagation_ + hop_ +       // plx_a
                       p_.header() + propagation_ + hop_ +       // k80_1
                       p_.span(kFull) + propagation_ +           // to GPU 2, all of it
                       receive_);
}

TEST_P(PcieLatency, CutThroughToAFasterLinkDoesNotSendWhatHasNotCome) {
  test::PcieBench bench("switch:2");
  use(bench, "cut_through");
  bench.endpoint(0).port.link.rate = p_.rate * 0.125;  // the link into the switch is slower
  Flow& flow = bench.copy(0, 1, 256);
  const Ticks slow =
      static_cast<Ticks>(kFull / (p_.rate.bytes_per_second() * 0.125 * p_.efficiency) * 1e15 + 0.5);
  expect_end(flow, setup_ + slow + propagation_ +  // the last bit is in the switch
                       hop_ +                      // and leaves as late as if it had run through
                       propagation_ + receive_);
}

TEST_P(PcieLatency, EachLinkHasItsOwnRate) {
  test::PcieBench bench("switch:2");
  use(bench);
  bench.bridge("sw").ports[1].link.rate = p_.rate * 0.5;
  Flow& flow = bench.copy(0, 1, 256);
  const Ticks half =
      static_cast<Ticks>(kFull / (p_.rate.bytes_per_second() * 0.5 * p_.efficiency) * 1e15 + 0.5);
  expect_end(flow, setup_ + p_.span(kFull) + propagation_ + hop_ + half + propagation_ + receive_);
}

TEST_P(PcieLatency, SmallCopiesAndTails) {
  test::PcieBench bench("switch:2");
  use(bench);
  Flow& flow = bench.copy(0, 1, 256 + 5);
  expect_end(flow, setup_ + p_.span(kFull) + p_.span(5 + 20) +
                       propagation_ +  // both TLPs to the switch
                       // the short one waits for the long one: the link out is busy
                       hop_ + (p_.span(kFull) - p_.span(5 + 20)) + p_.span(5 + 20) + propagation_ +
                       receive_);
}

TEST_P(PcieLatency, FourWordHeadersCostFourBytesMoreALink) {
  test::PcieBench bench("switch:2");
  use(bench);
  bench.each_endpoint([](EndpointParams& e) { e.bar = core::Bytes(1ull << 33); });
  Flow& flow = bench.copy(0, 1, 256);
  expect_end(flow, setup_ + p_.span(kFull + 4) + propagation_ + hop_ + p_.span(kFull + 4) +
                       propagation_ + receive_);
}

TEST_P(PcieLatency, SecondCopyStartsWhenTheLastTlpOfTheFirstHasLeft) {
  test::PcieBench bench("switch:3");
  use(bench);
  Flow& first = bench.copy(0, 1, 256);
  Flow& second = bench.copy(0, 2, 256);
  sc_core::sc_start();
  EXPECT_EQ(first.first_sent, setup_);
  EXPECT_EQ(second.first_sent, 2 * setup_);
}

TEST_P(PcieLatency, OneCreditMakesTheSenderWaitForItsReturn) {
  test::PcieBench bench("switch:2");
  use(bench);
  bench.endpoint(1).port.header_credits = 1;
  Flow& flow = bench.copy(0, 1, 512);
  const Ticks first = setup_ + p_.span(kFull) + propagation_ + hop_;  // leaves the switch
  expect_end(flow, first + p_.span(kFull) + propagation_ +  // the first TLP holds the one place
                       receive_ +                           // until memory has it
                       p_.credit_latency.value() +          // the credit goes home
                       p_.span(kFull) + propagation_ +      // the second TLP
                       receive_);
}

TEST_P(PcieLatency, SwitchBufferIsFreedWhenTheTlpHasBeenReadOut) {
  test::PcieBench bench("switch:2");
  use(bench);
  bench.bridge("sw").ports[0].header_credits = 1;
  Flow& flow = bench.copy(0, 1, 512);
  const double speedup = bench.bridge("sw").crossbar_speedup;
  const auto read_out =
      static_cast<Ticks>(kFull * (p_.rate.time_for(1u << 20).value() / double(1u << 20) / speedup));
  expect_end(flow, setup_ + p_.span(kFull) + propagation_ +
                       hop_ +                                  // served: read out of the buffer
                       read_out + p_.credit_latency.value() +  // the place is free, the credit home
                       p_.span(kFull) + propagation_ + hop_ +  // the second TLP
                       p_.span(kFull) + propagation_ + receive_);
}

TEST_P(PcieLatency, ReadIsRequestMemoryAndCompletions) {
  test::PcieBench bench("switch:2");
  use(bench);
  model::SparseMemoryParams memory;
  memory.rate = core::ByteRate(64e9);
  memory.latency = ns(90);
  bench.add_memories(memory);
  sc_time took;
  test::LtInitiator host("host", [&](test::LtInitiator& self) {
    std::vector<std::uint8_t> bytes(512);
    EXPECT_EQ(self.read(bench.gpu(1).window().first, bytes), tlm::TLM_OK_RESPONSE);
    took = self.took;
  });
  host.socket.bind(bench.gpu(0).requester.socket);
  sc_core::sc_start();
  EXPECT_EQ(took.value(),
            p_.span(kRead) + propagation_ +                           // MRd, 512 B, to the switch
                hop_ + p_.span(kRead) + propagation_ +                // and to GPU 1
                receive_ + ns(512 / 64.0).value() + ns(90).value() +  // its memory
                2 * p_.span(kFull) + propagation_ +                   // two completions of 256 B
                hop_ + p_.span(kFull) + propagation_ +                // the second one to GPU 0
                receive_);
  bench.expect_quiescent();
}

TEST_P(PcieLatency, RefusedWriteIsReportedWhenItHasReachedTheSwitch) {
  test::PcieBench bench("switch:2");
  use(bench);
  sc_time took;
  test::LtInitiator host("host", [&](test::LtInitiator& self) {
    EXPECT_EQ(self.write(0x1000, std::vector<std::uint8_t>(256)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    took = self.took;
  });
  host.socket.bind(bench.gpu(0).requester.socket);
  sc_core::sc_start();
  EXPECT_EQ(took.value(), p_.span(kFull) + propagation_ + hop_);
  bench.expect_quiescent();
}

TEST_P(PcieLatency, RefusedReadIsAnsweredByTheSwitch) {
  test::PcieBench bench("switch:2");
  use(bench);
  sc_time took;
  test::LtInitiator host("host", [&](test::LtInitiator& self) {
    std::vector<std::uint8_t> bytes(4);
    EXPECT_EQ(self.read(0x1000, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    took = self.took;
  });
  host.socket.bind(bench.gpu(0).requester.socket);
  sc_core::sc_start();
  EXPECT_EQ(took.value(), p_.span(kRead) + propagation_ +          // MRd
                              hop_ + p_.span(20) + propagation_ +  // completion without data
                              receive_);
}

INSTANTIATE_TEST_SUITE_P(Settings, PcieLatency, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "Slow" : "Defaults");
});

}  // namespace
}  // namespace gf::hw::pcie::pcie_switch_test

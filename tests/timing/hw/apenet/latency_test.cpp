// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/event.h hw/apenet/nios/cost_table.h hw/apenet/tx_dma.h
// The latency of a PUT on idle nodes is the sum of the parts that hw/apenet/README.md lists.
#include <gtest/gtest.h>

#include "hw/apenet/event.h"
#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet::latency_test {
namespace {

constexpr unsigned kBytes = 32;
constexpr unsigned kPlace = 2;      // of the receiving buffer in the list
constexpr double kToWindow = 24;    // B around a payload: STP, LCRC, header of 4 DW
constexpr double kCompletion = 20;  // header of 3 DW

struct Timing {
  double clock;  // of the processor, s
  unsigned hops;
};
void PrintTo(const Timing& timing, std::ostream* out) {
  *out << timing.clock * 1e9 << " ns, " << timing.hops << " hops";
}

class ApenetLatencySum : public testing::TestWithParam<Timing>, public test::ApenetBench {
 protected:
  static double seconds(const sc_core::sc_time& time) { return time.to_seconds(); }
  static double wire(const link::LinkParams& link, double bytes) {
    return bytes / (link.rate.bytes_per_second() * link.efficiency);
  }
  /// Between host and card, through root and switch, stored and forwarded; either way.
  double bus(double bytes) const {
    const link::LinkParams& slow = params.card.pcie.port.link;
    const link::LinkParams& fast = params.host.port.link;
    return wire(fast, bytes) + 2 * wire(slow, bytes) + seconds(fast.propagation) +
           2 * seconds(slow.propagation) + seconds(params.root.hop_latency) +
           seconds(params.plx.hop_latency);
  }
  double to_card(double bytes) const {
    return bus(bytes) + seconds(params.card.pcie.receive_latency);
  }
  double to_host(double bytes) const { return bus(bytes) + seconds(params.host.receive_latency); }
  double memory(double bytes) const {
    return bytes / params.memory.rate.bytes_per_second() + seconds(params.memory.latency);
  }
  double network(unsigned hops) const {
    const double word = kWordBytes;
    return hops * (seconds(torus.hop_latency) + seconds(torus.link.propagation)) +
           (hops - 1) * wire(torus.link, 2 * word) + wire(torus.link, wire_bytes_of(kBytes)) +
           last_switch();
  }
  /// What the last switch adds to the last bit: its header came earlier.
  double last_switch() const {
    const double behind =
        wire(torus.link, wire_bytes_of(kBytes)) - wire(torus.link, 2 * kWordBytes);
    return std::max(0.0, seconds(torus.hop_latency) - behind);
  }
  double processor() const {
    const CostTable& c = params.card.nios;
    return GetParam().clock *
           (c.dispatch + c.read_header + c.buf_list_setup + kPlace * c.buf_list_entry +
            c.v2p_setup + 4 * c.v2p_level + c.program_rx + c.rx_event);
  }
};

TEST_P(ApenetLatencySum, IsThatOfItsParts) {
  params.card.nios.clock = sc_core::sc_time(GetParam().clock, sc_core::SC_SEC);
  build({{8, 1, 1}});
  const unsigned to_node = GetParam().hops;
  const std::uint64_t from = buffer(4096, false, 0);
  buffer(4096, false, to_node);
  const std::uint64_t to = buffer(4096, false, to_node);
  sc_core::sc_start();
  events.clear();
  const sc_core::sc_time began = sc_core::sc_time_stamp();
  host(0).put({from, kBytes, to_node, 1, to});
  run();
  const auto seen = events_of(model::RdmaEventKind::kReceived);
  ASSERT_EQ(seen.size(), 1u);

  const double sum = seconds(host_params.put) +                             // software
                     to_card(model::RdmaCardIf::kEntryBytes + kToWindow) +  // descriptor
                     to_host(kToWindow) + memory(kBytes) +                  // the card reads ...
                     to_card(kBytes + kCompletion) +                        // ... and gets the data
                     wire_bytes_of(kBytes) / params.card.tx_fifo.drain.bytes_per_second() +
                     network(to_node) + processor() +  // over there
                     to_host(kEventBytes + kToWindow) + memory(kEventBytes) +
                     seconds(host_params.poll);
  EXPECT_NEAR((seen[0].at - began).to_seconds(), sum, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(ClocksAndHops, ApenetLatencySum,
                         testing::Values(Timing{5e-9, 1}, Timing{10e-9, 1}, Timing{5e-9, 4}));

}  // namespace
}  // namespace gf::hw::apenet::latency_test

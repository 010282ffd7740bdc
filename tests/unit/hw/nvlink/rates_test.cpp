// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/lanes/nvlink_packet.h hw/nvlink/end/nvlink_requester_packets.cpp
// Holds: hw/nvlink/lanes/lane_group.h
// Rates come out of flits and lanes: n lanes carry n x 8 GB/s, less headers.
#include <gmock/gmock.h>

#include "tests/support/nvlink_bench.h"
#include "tests/support/set_access.h"

namespace gf::hw::nvlink::rates_test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;

constexpr std::uint64_t kForever = ~0ull;

NvlinkParams fixed(unsigned lanes_of_a) {
  NvlinkParams params;
  params.policy = "static";
  params.first_lanes = lanes_of_a;
  return params;
}

/// Payload bytes per second that `gpu` moved in the 20 us after a warm-up of 5 us, from what
/// `counter` says.
template <class Counter>
double rate(const Counter& counter) {
  sc_core::sc_start(sc_time(5, SC_US));
  const auto before = counter();
  sc_core::sc_start(sc_time(20, SC_US));
  return static_cast<double>(counter() - before) / 20e-6;
}

class NvlinkRates : public testing::TestWithParam<unsigned> {
 protected:
  const unsigned lanes_ = GetParam();
  const double wire_ = 8e9 * lanes_;
  /// 20 us hold one packet more or less at each end.
  static double slack(unsigned bytes) { return 2.0 * bytes / 20e-6; }
};

TEST_P(NvlinkRates, WritesOf128BytesCostOneHeaderFlit) {
  test::NvlinkPair pair(fixed(lanes_));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  const auto& bytes = pair.b.completer.stats().write_bytes;
  EXPECT_NEAR(rate([&] { return bytes.value(); }), wire_ * 128 / 144, slack(128));
}

TEST_P(NvlinkRates, WritesOf4BytesCostAHeaderAndAByteEnableFlit) {
  test::NvlinkPair pair(fixed(lanes_));
  pair.gpu_a.next = [address = 0u](tlm::tlm_generic_payload& p) mutable {
    test::set_access(p, tlm::TLM_WRITE_COMMAND, test::at_gpu(1, address += 16), nullptr, 4);
    return true;
  };
  const auto& bytes = pair.b.completer.stats().write_bytes;
  EXPECT_NEAR(rate([&] { return bytes.value(); }), wire_ * 4 / 48, slack(4));
}

TEST_P(NvlinkRates, ReadsBringTheirDataBehindAHeaderFlit) {
  // The other way round, so that n lanes carry the responses; requests of 256 B need a 17th.
  test::NvlinkPair pair(fixed(lanes_));
  pair.gpu_b.next = test::stream(tlm::TLM_READ_COMMAND, 0, 256, kForever);
  const double requests = 8e9 * (16 - lanes_) * 256 / 16;
  EXPECT_NEAR(rate([&] { return pair.gpu_b.bytes; }), std::min(wire_ * 256 / 272, requests),
              slack(256));
}

TEST_P(NvlinkRates, ReadsAndWritesShareTheLanes) {
  // a writes 128 B and b reads 128 B of a: per pair 144 + 144 B one way, 16 B the other.
  test::NvlinkPair pair(fixed(lanes_));
  pair.gpu_a.next = test::stream(tlm::TLM_WRITE_COMMAND, 1, 128, kForever);
  pair.gpu_b.next = test::stream(tlm::TLM_READ_COMMAND, 0, 128, kForever);
  const auto& written = pair.b.completer.stats().write_bytes;
  const double both = rate([&] { return written.value() + pair.gpu_b.bytes; });
  EXPECT_NEAR(both, wire_ * 256 / 288, 2 * slack(128));
  // Classes are served in turn.
  EXPECT_NEAR(static_cast<double>(pair.gpu_b.bytes) / static_cast<double>(written.value()), 1.0,
              0.05);
}

INSTANTIATE_TEST_SUITE_P(Lanes, NvlinkRates, testing::Range(1u, 16u));

TEST(Nvlink, GoodputOfOneWriteSizeEachIsTheFormats) {
  // paper_numbers: header + byte-enable flit + ceil(n / 16) data flits.
  const std::pair<unsigned, double> table[] = {{4, 8.3},   {8, 16.7},   {16, 50.0}, {32, 66.7},
                                               {64, 80.0}, {128, 88.9}, {256, 94.1}};
  for (const auto& [bytes, per_cent] : table) {
    NvlinkPacket packet;
    packet.type = PacketType::kWrite;
    packet.bytes = static_cast<std::uint16_t>(bytes);
    packet.masked = partial(0, bytes);
    finish(packet);
    EXPECT_NEAR(100.0 * bytes / packet.wire_bytes, per_cent, 0.05);
  }
}

TEST(Nvlink, UnalignedBytesTouchOneFlitMore) {
  NvlinkPacket packet;
  packet.type = PacketType::kWrite;
  packet.address = 8;
  packet.bytes = 16;
  packet.masked = partial(packet.address, packet.bytes);
  EXPECT_EQ(flits(packet), 4u);
  packet.type = PacketType::kReadData;
  packet.masked = false;
  EXPECT_EQ(flits(packet), 3u);
}

}  // namespace
}  // namespace gf::hw::nvlink::rates_test

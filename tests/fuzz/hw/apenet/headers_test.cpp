// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/torus_packet.h hw/apenet/firmware/rx_packet.h hw/apenet/rx_rdma.h
// Packets with random headers come to a card: what belongs to a registered buffer is written there,
// nothing is ever written elsewhere, in host memory or the GPU's.
#include <gtest/gtest.h>
#include <vector>

#include "core/base/random.h"
#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet::headers_test {
namespace {

constexpr std::uint64_t kSize = 5000;   // of a buffer; it ends within a page
constexpr std::uint64_t kGuard = 9000;  // around it, looked at byte by byte
constexpr std::uint8_t kUntouched = 0xEE;
constexpr std::uint8_t kPayload = 0x5A;

struct ApenetHeaders : testing::TestWithParam<std::uint64_t>, test::ApenetBench {
  model::SparseMemory& memory(std::uint64_t address) {
    return model::RdmaHost::is_gpu(address) ? *node().gpu_memory() : node().host_memory();
  }
  std::uint8_t peek(std::uint64_t address) {
    std::uint8_t value = 0;
    memory(address).read(host().physical(address), &value, 1);
    return value;
  }
  void fill(std::uint64_t buffer) {
    for (std::uint64_t a = buffer - kGuard; a < buffer + kSize + kGuard; ++a)
      memory(a).write(host().physical(a), &kUntouched, 1);
  }
  /// Mostly near a buffer, sometimes anywhere.
  std::uint64_t address(core::RandomStream& random, const std::vector<std::uint64_t>& buffers) {
    if (random.below(20) == 0) return random() >> random.below(64);
    const std::uint64_t buffer = buffers[random.below(buffers.size())];
    return buffer - kMaxPacketPayload + random.below(kSize + 2 * kMaxPacketPayload);
  }
};

TEST_P(ApenetHeaders, WriteWhatIsRegisteredAndNothingElse) {
  bytes = true;
  build();
  std::vector<std::uint64_t> buffers;
  for (unsigned i = 0; i < 4; ++i) buffers.push_back(buffer(kSize + kGuard, i % 2 == 1) + kGuard);
  // What was registered is a buffer's own part only: take the rest away again.
  sc_core::sc_start();
  for (const std::uint64_t b : buffers) host().deregister_buffer(b - kGuard, kSize + kGuard);
  for (const std::uint64_t b : buffers) host().register_buffer(b, kSize);
  sc_core::sc_start();
  for (const std::uint64_t b : buffers) fill(b);

  core::RandomStream random(GetParam(), "headers");
  std::vector<std::vector<bool>> expected(buffers.size(), std::vector<bool>(kSize));
  const auto dropped_before = card().rx.stats().dropped.value();
  unsigned good = 0;
  for (unsigned n = 0; n < 300; ++n) {
    TorusPacket& packet = packets.make();
    PacketHeader& header = packet.header;
    header.address = address(random, buffers);
    header.bytes = static_cast<std::uint32_t>(random.below(kMaxPacketPayload + 1));
    header.process =
        random.below(8) == 0 ? static_cast<std::uint32_t>(random()) : model::RdmaHost::kProcess;
    header.source = static_cast<std::uint32_t>(random());
    header.message = random();
    header.last = random.below(2) == 0;
    packet.payload_bytes = header.bytes;
    packet.wire_bytes = wire_bytes_of(header.bytes);
    packet.data = packets.make_data();
    std::fill(packet.data, packet.data + header.bytes, kPayload);
    for (std::size_t b = 0; b < buffers.size(); ++b) {
      const std::uint64_t offset = header.address - buffers[b];  // wraps: large
      const bool fits = header.process == model::RdmaHost::kProcess && offset < kSize &&
                        header.bytes <= kSize - offset;
      if (!fits) continue;
      ++good;
      for (std::uint32_t i = 0; i < header.bytes; ++i) expected[b][offset + i] = true;
    }
    card().receiver().take(packet);
    sc_core::sc_start();
  }
  EXPECT_GT(good, 20u);
  EXPECT_EQ(card().rx.stats().dropped.value() - dropped_before, 300 - good);
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    for (std::uint64_t i = 0; i < kSize; ++i)
      ASSERT_EQ(peek(buffers[b] + i), expected[b][i] ? kPayload : kUntouched) << b << ", " << i;
    for (std::uint64_t i = 1; i <= kGuard; ++i) {
      ASSERT_EQ(peek(buffers[b] - i), kUntouched) << "before buffer " << b;
      ASSERT_EQ(peek(buffers[b] + kSize - 1 + i), kUntouched) << "behind buffer " << b;
    }
  }
  EXPECT_EQ(packets.in_use(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ApenetHeaders, testing::Values(1, 2, 3));

}  // namespace
}  // namespace gf::hw::apenet::headers_test

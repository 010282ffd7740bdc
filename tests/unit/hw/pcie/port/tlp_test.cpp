// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/tlp_pool.h
#include "hw/pcie/port/tlp.h"

#include <gtest/gtest.h>

#include "hw/pcie/port/tlp_pool.h"

namespace gf::hw::pcie::tlp_test {
namespace {

Tlp made(TlpType type, std::uint64_t address, std::uint32_t payload) {
  Tlp tlp;
  tlp.type = type;
  tlp.address = address;
  finish(tlp, payload);
  return tlp;
}

TEST(Tlp, OverheadIsFramingLcrcAndHeader) {
  EXPECT_EQ(overhead_bytes(0), 4u + 4u + 12u);
  EXPECT_EQ(overhead_bytes((1ull << 32) - 1), 20u);
  EXPECT_EQ(overhead_bytes(1ull << 32), 24u);
  EXPECT_EQ(overhead_bytes(~0ull), 24u);
}

TEST(Tlp, WritesCarryTheirPayload) {
  const Tlp low = made(TlpType::kMemoryWrite, 0x80000000u, 256);
  EXPECT_EQ(low.credit_class, kPosted);
  EXPECT_EQ(low.wire_bytes, 276u);
  EXPECT_EQ(low.cost.header, 1u);
  EXPECT_EQ(low.cost.data, 16u);
  EXPECT_EQ(made(TlpType::kMemoryWrite, 1ull << 40, 256).wire_bytes, 280u);
}

TEST(Tlp, DataCreditsRoundUpToSixteenBytes) {
  EXPECT_EQ(made(TlpType::kMemoryWrite, 0, 0).cost.data, 0u);
  EXPECT_EQ(made(TlpType::kMemoryWrite, 0, 1).cost.data, 1u);
  EXPECT_EQ(made(TlpType::kMemoryWrite, 0, 16).cost.data, 1u);
  EXPECT_EQ(made(TlpType::kMemoryWrite, 0, 17).cost.data, 2u);
  EXPECT_EQ(made(TlpType::kMemoryWrite, 0, kMaxPayload).cost.data, 256u);
}

TEST(Tlp, ReadsAreHeadersOnly) {
  const Tlp read = made(TlpType::kMemoryRead, 1ull << 40, 0);
  EXPECT_EQ(read.credit_class, kNonPosted);
  EXPECT_EQ(read.wire_bytes, 24u);
  EXPECT_EQ(read.cost.data, 0u);
}

TEST(Tlp, CompletionsHaveThreeWordHeadersWhateverTheAddress) {
  const Tlp data = made(TlpType::kCompletionData, 1ull << 40, 64);
  EXPECT_EQ(data.credit_class, kCompletion);
  EXPECT_EQ(data.wire_bytes, 84u);
  EXPECT_EQ(data.cost.data, 4u);
  const Tlp bare = made(TlpType::kCompletion, 1ull << 40, 0);
  EXPECT_EQ(bare.credit_class, kCompletion);
  EXPECT_EQ(bare.wire_bytes, 20u);
}

TEST(TlpPool, BuffersComeBackWithTheirTlp) {
  TlpPool pool;
  for (int round = 0; round < 100; ++round) {
    Tlp& tlp = pool.make();
    EXPECT_EQ(tlp.data, nullptr);
    const std::uint8_t bytes[] = {1, 2, 3};
    tlp.data = pool.copy_data(bytes, 3);
    EXPECT_EQ(tlp.data[2], 3);
    tlp.data[kMaxPayload - 1] = 9;
    pool.recycle(tlp);
  }
  EXPECT_EQ(pool.in_use(), 0u);
  EXPECT_EQ(pool.blocks(), 2u) << "one block of TLPs, one buffer";
}

TEST(TlpPool, TlpsWithoutBytesNeedNoBuffer) {
  TlpPool pool;
  pool.recycle(pool.make());
  EXPECT_EQ(pool.blocks(), 1u);
}

}  // namespace
}  // namespace gf::hw::pcie::tlp_test

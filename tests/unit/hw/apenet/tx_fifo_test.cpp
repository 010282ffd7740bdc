// SPDX-License-Identifier: Apache-2.0
// The TX FIFO and the GPU's side by themselves; parameters that are refused.
#include "hw/apenet/tx_fifo.h"

#include <cstring>
#include <gtest/gtest.h>

#include "tests/support/errors.h"
#include "tests/support/tlp_device.h"

namespace gf::hw::apenet::tx_fifo_test {
namespace {

/// Takes packets while it has places.
class Sink final : public PacketSink {
 public:
  explicit Sink(PacketPool& pool) : pool_(pool) {}
  unsigned places = 1000;
  std::vector<MessageId> taken;
  std::vector<sc_core::sc_time> at;
  RoomClient* client = nullptr;
  bool has_room(RoomClient& who) override {
    client = &who;
    return taken.size() < places;
  }
  void take(TorusPacket& packet) override {
    taken.push_back(packet.header.message);
    at.push_back(sc_core::sc_time_stamp());
    pool_.recycle(packet);
  }

 private:
  PacketPool& pool_;
};

struct ApenetTxFifo : testing::Test {
  PacketHeader header(MessageId message, std::uint32_t bytes) {
    PacketHeader made;
    made.message = message;
    made.bytes = bytes;
    return made;
  }
  PacketPool pool;
  TxFifoParams params;
  Sink sink{pool};
};

TEST_F(ApenetTxFifo, PacketsLeaveWholeAndInOrder) {
  TxFifo fifo("fifo", params, pool);
  fifo.connect(sink);
  TxFifo::Entry* const first = fifo.open(header(1, 256), 2);
  TxFifo::Entry* const second = fifo.open(header(2, 128), 1);
  const std::uint32_t a = fifo.reserve(*first, 0);
  const std::uint32_t b = fifo.reserve(*first, 128);
  fifo.fill(fifo.reserve(*second, 0), 0, nullptr, 128);
  fifo.fill(b, 0, nullptr, 128);
  sc_core::sc_start();
  EXPECT_TRUE(sink.taken.empty()) << "the first one lacks a line";
  fifo.fill(a, 0, nullptr, 100);
  sc_core::sc_start();
  EXPECT_TRUE(sink.taken.empty()) << "28 B are missing";
  fifo.fill(a, 100, nullptr, 28);
  sc_core::sc_start();
  EXPECT_EQ(sink.taken, (std::vector<MessageId>{1, 2}));
  // 288 and 160 wire bytes at 3.2 GB/s.
  EXPECT_EQ(sink.at[0], sc_core::sc_time(90, sc_core::SC_NS));
  EXPECT_EQ(sink.at[1], sc_core::sc_time(140, sc_core::SC_NS));
  EXPECT_TRUE(fifo.idle());
  EXPECT_EQ(fifo.free_lines(), 256u);
}

TEST_F(ApenetTxFifo, NoLinesOrNoHeaderNoPacket) {
  params.headers = 9;
  TxFifo fifo("fifo", params, pool);
  fifo.connect(sink);
  for (unsigned i = 0; i < 8; ++i) ASSERT_NE(fifo.open(header(i, 4096), 32), nullptr);
  EXPECT_EQ(fifo.free_lines(), 0u);
  EXPECT_EQ(fifo.open(header(9, 128), 1), nullptr) << "no line";
  ASSERT_NE(fifo.open(header(9, 0), 0), nullptr);
  EXPECT_FALSE(fifo.has_header());
  EXPECT_EQ(fifo.open(header(10, 0), 0), nullptr) << "no header";
}

TEST_F(ApenetTxFifo, WaitsForRoomAndCountsIt) {
  sink.places = 0;
  TxFifo fifo("fifo", params, pool);
  fifo.connect(sink);
  TxFifo::Entry* const entry = fifo.open(header(1, 1), 1);
  fifo.fill(fifo.reserve(*entry, 0), 0, nullptr, 1);
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_TRUE(sink.taken.empty());
  EXPECT_EQ(fifo.free_lines(), 255u) << "keeps its place";
  sink.places = 1;
  sink.client->room_again();
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_EQ(sink.taken.size(), 1u);
  EXPECT_EQ(fifo.stats().blocked.value(), sc_core::sc_time(985, sc_core::SC_NS));
}

TEST_F(ApenetTxFifo, CancelledPacketGivesWayToTheNext) {
  TxFifo fifo("fifo", params, pool);
  fifo.connect(sink);
  TxFifo::Entry* const cut = fifo.open(header(1, 4096), 32);
  TxFifo::Entry* const next = fifo.open(header(2, 1), 1);
  const std::uint32_t line = fifo.reserve(*cut, 0);
  fifo.fill(fifo.reserve(*next, 0), 0, nullptr, 1);
  fifo.cancel(*cut, 128);
  sc_core::sc_start();
  EXPECT_TRUE(sink.taken.empty()) << "its data is still to come";
  fifo.fill(line, 0, nullptr, 128);
  sc_core::sc_start();
  EXPECT_EQ(sink.taken, (std::vector<MessageId>{2}));
  EXPECT_EQ(pool.in_use(), 0u);
  EXPECT_EQ(fifo.stats().packets.value(), 1u) << "one was given up";
  EXPECT_EQ(fifo.stats().bytes.value(), 1u);
  EXPECT_EQ(fifo.stats().cancelled.value(), 1u);
}

TEST(ApenetParams, TxFifoTooSmall) {
  PacketPool packets;
  TxFifoParams params;
  params.size = core::Bytes(4096);
  const std::string error = test::error_of([&] { TxFifo fifo("fifo", params, packets); });
  EXPECT_NE(error.find("fifo.size = 4 KiB: expected 8 KiB ... 4 MiB, a multiple of 128 B;"),
            std::string::npos)
      << error;
}

}  // namespace
}  // namespace gf::hw::apenet::tx_fifo_test

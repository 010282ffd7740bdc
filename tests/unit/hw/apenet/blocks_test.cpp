// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/tx_fifo.h hw/apenet/gpu_peer.h hw/apenet/card/card.h
// Holds: hw/apenet/gpu_p2p_tx/generations.cpp
// The TX FIFO and the GPU's side by themselves; parameters that are refused.
#include <cstring>
#include <gtest/gtest.h>

#include "platforms/apenet/nodes/apenet_node.h"
#include "tests/support/errors.h"
#include "tests/support/tlp_device.h"

namespace gf::hw::apenet::blocks_test {
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

/// A GPU at the other end of a link, and its answers.
struct ApenetGpuPeer : testing::Test {
  void build() {
    gpu = std::make_unique<GpuPeer>("gpu", params, 1, pool);
    gpu->port.configure(0x100, {0x80000000, 0x80000000 + params.pcie.bar.count() - 1});
    device = std::make_unique<test::TlpDevice>("device", params.pcie.port.link,
                                               params.pcie.port.credit_limits(), pool);
    gpu->port.egress.tx.connect(device->rx);
    device->egress.tx.connect(gpu->port.rx);
    write(GpuWindow::kReturn, 0x40000000);
    sc_core::sc_start();
  }
  pcie::Tlp& write(std::uint64_t offset, std::uint64_t word) {
    pcie::Tlp& tlp = device->make(pcie::TlpType::kMemoryWrite, 0x80000000 + offset, 8);
    tlp.data = pool.make_data();
    std::memcpy(tlp.data, &word, sizeof word);
    device->send(tlp);
    return tlp;
  }
  void ask(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      write(GpuWindow::kMailbox, MailboxRequest{i * 128ull, 128, i}.encode());
    }
    sc_core::sc_start();
  }
  pcie::TlpPool pool;
  GpuPeerParams params;
  std::unique_ptr<GpuPeer> gpu;
  std::unique_ptr<test::TlpDevice> device;
};

TEST_F(ApenetGpuPeer, AnswersAreSpacedByItsRate) {
  build();
  ask(10);
  ASSERT_EQ(device->seen.size(), 20u) << "two writes an answer";
  for (unsigned i = 0; i < 20; ++i) {
    EXPECT_EQ(device->seen[i].tlp.address, 0x40000000 + i * 64ull) << "in order";
    EXPECT_EQ(device->seen[i].tlp.payload_bytes, 64u);
    EXPECT_EQ(device->seen[i].tlp.last, i % 2 == 1);
  }
  const core::Ticks step = params.p2p_rate.time_for(128).value();
  EXPECT_EQ(device->seen[19].tail - device->seen[17].tail, step);
  EXPECT_EQ(device->seen[10].tail - device->seen[8].tail, step);
}

TEST_F(ApenetGpuPeer, AnswersOf128BAreOneWrite) {
  params.answer_bytes = 128;
  build();
  ask(3);
  ASSERT_EQ(device->seen.size(), 3u);
  EXPECT_EQ(device->seen[2].tlp.payload_bytes, 128u);
  EXPECT_TRUE(device->seen[2].tlp.last);
}

TEST_F(ApenetGpuPeer, HeadLatencyIsTheSumOfItsParts) {
  build();
  const core::Ticks began = core::now_ticks();
  ask(1);
  ASSERT_EQ(device->seen.size(), 2u);
  auto& tx = device->egress.tx;
  const core::Ticks expected = tx.span(8 + 20) + params.pcie.port.link.propagation.value() +
                               params.pcie.receive_latency.value() + params.p2p_latency.value() +
                               tx.span(64 + 20) + params.pcie.port.link.propagation.value();
  EXPECT_EQ(device->seen[0].tail - began, expected);
}

TEST_F(ApenetGpuPeer, FullQueueHoldsTheAskerBackAndLosesNothing) {
  params.request_queue = 4;
  build();
  ask(500);
  EXPECT_EQ(device->seen.size(), 1000u);
  EXPECT_GT(gpu->stats().queue_full.value(), sc_core::SC_ZERO_TIME);
  EXPECT_TRUE(core::pending_waits().empty());
  EXPECT_EQ(pool.in_use(), 0u);
}

TEST_F(ApenetGpuPeer, OnlyReadsOfBar1HaveData) {
  build();
  const auto answer_to = [&](pcie::TlpType type, std::uint64_t offset) {
    device->seen.clear();
    device->send(device->make(type, 0x80000000 + offset, 8));
    sc_core::sc_start();
    EXPECT_EQ(device->seen.size(), 1u);
    return device->seen.empty() ? pcie::Tlp{} : device->seen[0].tlp;
  };
  EXPECT_EQ(answer_to(pcie::TlpType::kMemoryRead, GpuWindow::kBar1).type,
            pcie::TlpType::kCompletionData);
  for (const auto& [type, offset] : {std::pair(pcie::TlpType::kMemoryRead, GpuWindow::kMailbox),
                                     {pcie::TlpType::kMemoryRead, GpuWindow::kWrites},
                                     {pcie::TlpType::kAtomic, GpuWindow::kBar1},
                                     {pcie::TlpType::kAtomic, GpuWindow::kMailbox}}) {
    const pcie::Tlp answer = answer_to(type, offset);
    EXPECT_EQ(answer.type, pcie::TlpType::kCompletion);
    EXPECT_EQ(answer.status, pcie::CompletionStatus::kUnsupportedRequest);
    EXPECT_TRUE(answer.last);
  }
  EXPECT_EQ(gpu->stats().bar1_reads.value(), 1u);
  EXPECT_EQ(gpu->stats().written.value(), 0u) << "an atomic is no write";
  EXPECT_EQ(pool.in_use(), 0u);
}

TEST_F(ApenetGpuPeer, MailboxWordKeepsItsFields) {
  const MailboxRequest request{(1ull << 40) - 128, 128, 65535};
  const MailboxRequest back = MailboxRequest::decode(request.encode());
  EXPECT_EQ(back.address, request.address);
  EXPECT_EQ(back.bytes, request.bytes);
  EXPECT_EQ(back.slot, request.slot);
}

TEST(ApenetParams, BadOnesAreRefusedByName) {
  const auto refuses = [](const char* field, auto set) {
    platforms::apenet::ApenetNodeParams params;
    set(params);
    PacketPool packets;
    const std::string error =
        test::error_of([&] { platforms::apenet::ApenetNode node("node", params, 0, 1, packets); });
    EXPECT_NE(error.find(field), std::string::npos) << error;
  };
  refuses("gpu_at", [](platforms::apenet::ApenetNodeParams& p) { p.gpu_at = "moon"; });
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

/// `params` name the field, its value and the legal ones.
template <class Params>
void expect_refused(const Params& params, const std::string& says) {
  const std::string error = test::error_of([&] { params.validate("x"); });
  EXPECT_NE(error.find("x." + says + ";"), std::string::npos) << error;
}

TEST(ApenetParams, SizesThatDoNotFitTheirUnits) {
  TxFifoParams fifo;
  fifo.size = core::Bytes(8192 + 64);
  expect_refused(fifo, "size = 8256 B: expected 8 KiB ... 4 MiB, a multiple of 128 B");
  TxDmaParams reads;
  reads.max_read_request = core::Bytes(384);
  expect_refused(reads, "max_read_request = 384 B: expected 128 B ... 4 KiB, a power of two");
  pcie::DevicePortParams port;
  port.validate("x");
  port.max_payload = core::Bytes(384);
  expect_refused(port, "max_payload = 384 B: expected 128 B ... 4 KiB, a power of two");
}

TEST(ApenetParams, WindowSmallerThanItsBlock) {
  GenerationSettings settings;
  settings.generation = "v2";
  settings.window = core::Bytes(1024);
  const std::string error = test::error_of([&] { make_generation(settings, "tx"); });
  EXPECT_NE(error.find("tx.window = 1 KiB: expected at least block = 2 KiB;"), std::string::npos)
      << error;
  settings.window = core::kibibytes(4);
  EXPECT_NE(make_generation(settings, "tx"), nullptr);
}

TEST(ApenetParams, UnknownGenerationAndArchitecture) {
  GenerationSettings settings;
  settings.generation = "v4";
  const std::string error = test::error_of([&] { make_generation(settings, "tx"); });
  EXPECT_NE(error.find("tx.generation = v4: expected one of v1, v2, v3;"), std::string::npos)
      << error;
  EXPECT_NE(test::error_of([] { GpuPeerParams::of("volta"); }).find("volta"), std::string::npos);
}

}  // namespace
}  // namespace gf::hw::apenet::blocks_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/gpu_peer.h"

#include <cstring>
#include <gtest/gtest.h>

#include "tests/support/tlp_device.h"

namespace gf::hw::apenet::gpu_peer_test {
namespace {

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

}  // namespace
}  // namespace gf::hw::apenet::gpu_peer_test

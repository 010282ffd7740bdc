// SPDX-License-Identifier: Apache-2.0
#include "hw/link/replay_buffer.h"

#include <gtest/gtest.h>

namespace gf::hw::link::replay_buffer_test {
namespace {

class ReplayBufferTest : public testing::Test {
 protected:
  model::Packet packet(std::uint32_t wire) {
    model::Packet packet;
    packet.wire_bytes = wire;
    packet.payload_bytes = wire - 20;
    return packet;
  }
  model::Packet small_ = packet(100);
};

TEST_F(ReplayBufferTest, BlocksWhenFullUntilTheAcknowledgementIsThere) {
  ReplayBuffer buffer(core::Bytes(200));
  buffer.push(small_);
  EXPECT_FALSE(buffer.blocked());
  buffer.push(small_);
  EXPECT_TRUE(buffer.blocked());
  buffer.acknowledge(0, 50);
  buffer.drop_acknowledged(49);
  EXPECT_TRUE(buffer.blocked());
  buffer.drop_acknowledged(50);
  EXPECT_FALSE(buffer.blocked());
  EXPECT_EQ(buffer.oldest().sequence, 1u);
}

TEST_F(ReplayBufferTest, AnAcknowledgementCoversAllBeforeIt) {
  ReplayBuffer buffer(core::Bytes(10000));
  for (int i = 0; i < 4; ++i) buffer.push(small_);
  EXPECT_FALSE(buffer.settled());
  buffer.acknowledge(2, 70);
  ASSERT_NE(buffer.oldest_open(), nullptr);
  EXPECT_EQ(buffer.oldest_open()->sequence, 3u);
  buffer.drop_acknowledged(70);
  EXPECT_EQ(buffer.oldest().sequence, 3u);
  buffer.acknowledge(3, 80);
  EXPECT_TRUE(buffer.settled());
  EXPECT_EQ(buffer.oldest_open(), nullptr);
}

TEST_F(ReplayBufferTest, ALateAnswerNeverDelaysAnEarlierOne) {
  ReplayBuffer buffer(core::Bytes(10000));
  buffer.push(small_);
  buffer.push(small_);
  buffer.acknowledge(0, 60);
  buffer.acknowledge(1, 50);
  EXPECT_EQ(buffer.oldest().acked_at, 50u);
  buffer.acknowledge(1, 90);
  EXPECT_EQ(buffer.oldest().acked_at, 50u);
}

TEST_F(ReplayBufferTest, OldAcknowledgementsAreIgnored) {
  ReplayBuffer buffer(core::Bytes(10000));
  buffer.push(small_);
  buffer.acknowledge(0, 10);
  buffer.drop_acknowledged(10);
  EXPECT_TRUE(buffer.empty());
  buffer.acknowledge(0, 20);
  EXPECT_TRUE(buffer.settled());
}

TEST_F(ReplayBufferTest, ReplaysFromTheGivenNumberInOrder) {
  ReplayBuffer buffer(core::Bytes(10000));
  for (int i = 0; i < 5; ++i) buffer.push(small_);
  buffer.start_replay(2);
  EXPECT_TRUE(buffer.blocked());
  for (std::uint64_t sequence = 2; sequence < 5; ++sequence) {
    const ReplayBuffer::Entry* entry = buffer.next_replay();
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->sequence, sequence);
  }
  EXPECT_EQ(buffer.next_replay(), nullptr);
  EXPECT_FALSE(buffer.replaying());
}

TEST_F(ReplayBufferTest, ReplayLeavesOutWhatWasAcknowledgedMeanwhile) {
  ReplayBuffer buffer(core::Bytes(10000));
  for (int i = 0; i < 4; ++i) buffer.push(small_);
  buffer.start_replay(0);
  EXPECT_EQ(buffer.next_replay()->sequence, 0u);
  buffer.acknowledge(2, 5);
  buffer.drop_acknowledged(5);
  EXPECT_EQ(buffer.next_replay()->sequence, 3u);
  EXPECT_EQ(buffer.next_replay(), nullptr);
}

TEST_F(ReplayBufferTest, ReplayOfNothingEndsAtOnce) {
  ReplayBuffer buffer(core::Bytes(10000));
  buffer.start_replay(0);
  EXPECT_EQ(buffer.next_replay(), nullptr);
  EXPECT_FALSE(buffer.blocked());
}

TEST_F(ReplayBufferTest, HoldsMoreThanItsFirstStorage) {
  ReplayBuffer buffer(core::Bytes(1 << 20));
  for (int i = 0; i < 1000; ++i) buffer.push(small_);
  buffer.acknowledge(998, 1);
  buffer.drop_acknowledged(1);
  EXPECT_EQ(buffer.oldest().sequence, 999u);
}

}  // namespace
}  // namespace gf::hw::link::replay_buffer_test

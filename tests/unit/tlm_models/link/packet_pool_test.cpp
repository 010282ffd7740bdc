// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/link/packet.h tlm_models/link/packet_queue.h
#include "tlm_models/link/packet_pool.h"

#include <gtest/gtest.h>
#include <set>

#include "tlm_models/link/packet.h"
#include "tlm_models/link/packet_queue.h"

namespace gf::model::packet_pool_test {
namespace {

TEST(PacketPool, HandsOutDistinctPackets) {
  PacketPool<Packet> pool;
  std::set<Packet*> seen;
  for (std::size_t i = 0; i < 2 * PacketPool<Packet>::kBlock + 1; ++i) seen.insert(&pool.make());
  EXPECT_EQ(seen.size(), 2 * PacketPool<Packet>::kBlock + 1);
  EXPECT_EQ(pool.in_use(), seen.size());
  EXPECT_EQ(pool.blocks(), 3u);
}

TEST(PacketPool, RecycledPacketsComeBackClean) {
  PacketPool<Packet> pool;
  Packet& packet = pool.make();
  packet.wire_bytes = 99;
  packet.credit_class = 2;
  packet.next = &packet;
  pool.recycle(packet);
  EXPECT_EQ(pool.in_use(), 0u);
  Packet& again = pool.make();
  EXPECT_EQ(&again, &packet);
  EXPECT_EQ(again.wire_bytes, 0u);
  EXPECT_EQ(again.credit_class, 0u);
  EXPECT_EQ(again.next, nullptr);
}

TEST(PacketPool, WarmPoolDoesNotGrow) {
  PacketPool<Packet> pool;
  for (int round = 0; round < 1000; ++round) {
    Packet& a = pool.make();
    Packet& b = pool.make();
    pool.recycle(a);
    pool.recycle(b);
  }
  EXPECT_EQ(pool.blocks(), 1u);
}

TEST(PacketQueue, FirstInFirstOut) {
  Packet packets[3];
  PacketQueue<Packet> queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.front(), nullptr);
  for (Packet& packet : packets) queue.push(packet);
  EXPECT_EQ(queue.front(), &packets[0]);
  EXPECT_EQ(PacketQueue<Packet>::behind(packets[0]), &packets[1]);
  EXPECT_EQ(PacketQueue<Packet>::behind(packets[2]), nullptr);
  for (Packet& packet : packets) EXPECT_EQ(&queue.pop(), &packet);
  EXPECT_TRUE(queue.empty());
}

TEST(PacketQueue, CanBeFilledAgain) {
  Packet packets[2];
  PacketQueue<Packet> queue;
  queue.push(packets[0]);
  queue.pop();
  queue.push(packets[1]);
  EXPECT_EQ(queue.front(), &packets[1]);
  EXPECT_EQ(PacketQueue<Packet>::behind(packets[1]), nullptr);
}

}  // namespace
}  // namespace gf::model::packet_pool_test

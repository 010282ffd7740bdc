// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nvlink/switch/group_table.h hw/nvlink/switch/nvlink_switch.h
#include "hw/nvlink/switch/multicast_unit.h"

#include "core/time/quiescence.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/nvlink_group.h"

namespace gf::hw::nvlink::multicast_unit_test {
namespace {

using test::NvlinkGroup;
using Elements = std::vector<std::uint32_t>;

Elements counted(std::uint32_t first, std::size_t count) {
  Elements all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

TEST(MulticastUnit, AWriteReachesTheSamePlaceOfAllMembers) {
  NvlinkGroup group(4);
  Elements data = counted(77, 300);  // packets of 256 B, from within one on
  EXPECT_EQ(group.access(1, tlm::TLM_WRITE_COMMAND, 64, data), tlm::TLM_OK_RESPONSE);
  for (unsigned g = 0; g < 4; ++g) {
    EXPECT_EQ(group.at(g, 15), 1000 * g + 15);
    for (unsigned i = 0; i < data.size(); ++i) ASSERT_EQ(group.at(g, 16 + i), data[i]);
    EXPECT_EQ(group.at(g, 316), 1000 * g + 316);
  }
  EXPECT_EQ(group.ports[1]->link().tx.stats().payload_bytes.value(), 1200u) << "once to the switch";
  EXPECT_GT(group.gpu[1]->last_at, group.latency(2).value()) << "the slowest member has answered";
  EXPECT_TRUE(group.drained());
}

TEST(MulticastUnit, AReadCombinesTheElementsOfAllMembers) {
  NvlinkGroup group(4);
  Elements sum(100), most(100), least(100), one(100), all(100);
  EXPECT_EQ(group.access(0, tlm::TLM_READ_COMMAND, 128, sum), tlm::TLM_OK_RESPONSE);
  const auto by = [&](model::AtomicOp op, Elements& into) {
    model::AtomicExtension extension;
    extension.op = op;
    EXPECT_EQ(group.access(3, tlm::TLM_READ_COMMAND, 128, into, &extension), tlm::TLM_OK_RESPONSE);
  };
  by(model::AtomicOp::kMax, most);
  by(model::AtomicOp::kMin, least);
  by(model::AtomicOp::kXor, one);
  by(model::AtomicOp::kOr, all);
  for (std::uint32_t i = 0; i < sum.size(); ++i) {
    const std::uint32_t at = 32 + i;
    ASSERT_EQ(sum[i], 6000 + 4 * at);
    ASSERT_EQ(most[i], 3000 + at);
    ASSERT_EQ(least[i], at);
    ASSERT_EQ(one[i], at ^ (1000 + at) ^ (2000 + at) ^ (3000 + at));
    ASSERT_EQ(all[i], at | (1000 + at) | (2000 + at) | (3000 + at));
  }
  for (unsigned g = 0; g < 4; ++g) EXPECT_EQ(group.at(g, 32), 1000 * g + 32) << "and changes none";
  EXPECT_EQ(group.stats().operands.value(), 5 * 4 * 400u);
  EXPECT_TRUE(group.drained());
}

TEST(MulticastUnit, EachPacketIsReducedWhereItsOperandsReturn) {
  NvlinkGroup::Settings with;
  with.links = 3;  // operands come by other links than the request
  NvlinkGroup group(5, with);
  Elements sum(NvlinkGroup::kElements);
  EXPECT_EQ(group.access(4, tlm::TLM_READ_COMMAND, 0, sum), tlm::TLM_OK_RESPONSE);
  for (std::uint32_t i = 0; i < sum.size(); ++i) ASSERT_EQ(sum[i], 10'000 + 5 * i);
  EXPECT_TRUE(group.drained());
}

TEST(MulticastUnit, AMemberThatRefusesIsAnErrorForAll) {
  NvlinkGroup group(3);
  group.memory[1]->bytes.resize(256);
  Elements data(4);
  EXPECT_EQ(group.access(0, tlm::TLM_WRITE_COMMAND, 1024, data), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(group.access(0, tlm::TLM_READ_COMMAND, 1024, data), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_TRUE(group.drained());
}

TEST(MulticastUnit, WhatItCannotDoIsRefusedAtTheGpu) {
  NvlinkGroup group(3);
  Elements data(4);
  model::AtomicExtension add;
  EXPECT_EQ(group.access(0, tlm::TLM_WRITE_COMMAND, 0, data, &add),
            tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(group.access(0, tlm::TLM_READ_COMMAND, 2, data), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(group.access(0, tlm::TLM_READ_COMMAND, 0, data, nullptr, 1),
            tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(group.stats().reads.value() + group.stats().writes.value(), 0u);
}

TEST(MulticastUnit, FunctionalWritesReachAllMembersAndReadsNone) {
  NvlinkGroup group(3);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::uint8_t data[4] = {1, 2, 3, 4};
  tlm::tlm_generic_payload payload;
  test::set_access(payload, tlm::TLM_WRITE_COMMAND, test::at_gpu(kFirstGroup, 16), data, 4);
  EXPECT_EQ(group.gpu[0]->out->transport_dbg(payload), 4u);
  for (unsigned g = 0; g < 3; ++g) EXPECT_EQ(group.at(g, 4), 0x04030201u);
  payload.set_read();
  EXPECT_EQ(group.gpu[0]->out->transport_dbg(payload), 0u);
}

/// Returns when 256 reads of GPU 0 have ended, in seconds.
double reads_end(NvlinkGroup& group) {
  group.stream_to_group(0, tlm::TLM_READ_COMMAND, 256, 256);
  sc_core::sc_start();
  EXPECT_EQ(group.gpu[0]->read_bytes, 256 * 256u);
  EXPECT_TRUE(group.drained());
  return static_cast<double>(group.gpu[0]->last_at) * 1e-15;
}

TEST(MulticastUnit, AFullBufferLetsReadsWait) {
  NvlinkGroup::Settings with;
  with.bridge.multicast.buffer = core::Bytes(512);
  NvlinkGroup group(3, with);
  // Two at a time, each at least as long as the slow memory.
  EXPECT_GT(reads_end(group), 128 * 900e-9);
  EXPECT_GT(group.stats().full.value(), sc_core::SC_ZERO_TIME);
}

TEST(MulticastUnit, ALargeBufferLetsNoneWait) {
  NvlinkGroup group(3);
  EXPECT_LT(reads_end(group), 3e-6) << "64 KiB at 64 GB/s and a round trip";
  EXPECT_EQ(group.stats().full.value(), sc_core::SC_ZERO_TIME);
}

TEST(MulticastUnit, ReducingTakesItsRate) {
  NvlinkGroup::Settings with;
  with.bridge.multicast.rate = core::gigabytes_per_second(10);
  NvlinkGroup group(3, with);
  EXPECT_NEAR(reads_end(group), 3 * 65536 / 10e9, 2e-6);
  EXPECT_NEAR(group.stats().busy.value().to_seconds(), 3 * 65536 / 10e9, 1e-9);
}

/// Everybody reads and writes the group and a peer, with the fewest credits that a packet needs.
TEST(MulticastUnit, EndsAlsoWithTheFewestCreditsAndPlaces) {
  NvlinkGroup::Settings with;
  with.link.header_credits = 1;
  with.link.data_credits = 16;
  with.bridge.multicast.buffer = core::Bytes(256);
  with.links = 2;
  NvlinkGroup group(4, with);
  for (unsigned g = 0; g < 4; ++g)
    group.gpu[g]->next = [g, left = 200u](tlm::tlm_generic_payload& payload) mutable {
      if (left-- == 0) return false;
      const unsigned target = left % 3 == 0 ? (g + 1) % 4 : kFirstGroup;
      const bool reads = left / 3 % 2 == 0;
      test::set_access(payload, reads ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND,
                       test::at_gpu(target, left * 68), nullptr, 4 + 4 * (left % 150));
      return true;
    };
  for (auto& gpu : group.gpu) gpu->go();
  sc_core::sc_start();
  EXPECT_TRUE(core::pending_waits().empty());
  for (auto& gpu : group.gpu) EXPECT_EQ(gpu->under_way + gpu->errors, 0u);
  EXPECT_TRUE(group.drained());
}

/// A read that waits for a place holds up neither answers nor requests to single GPUs.
TEST(MulticastUnit, AReadThatWaitsDoesNotHoldUpThoseOfPeers) {
  NvlinkGroup::Settings with;
  with.bridge.multicast.buffer = core::Bytes(256);
  NvlinkGroup group(3, with);
  group.stream_to_group(0, tlm::TLM_READ_COMMAND, 256, 20);
  group.gpu[1]->next = test::stream(tlm::TLM_READ_COMMAND, 0, 256, 20);
  group.gpu[1]->go();
  sc_core::sc_start();
  EXPECT_LT(group.gpu[1]->last_at, group.gpu[0]->last_at / 10);
}

TEST(MulticastUnit, WritesPassReadsThatWait) {
  NvlinkGroup::Settings with;
  with.bridge.multicast.buffer = core::Bytes(256);
  NvlinkGroup group(3, with);
  core::Ticks written = 0;
  group.gpu[0]->next = [left = 21u](tlm::tlm_generic_payload& payload) mutable {
    if (left == 0) return false;
    const bool last = --left == 0;
    test::set_access(payload, last ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND,
                     test::at_gpu(kFirstGroup, 256 * left), nullptr, 256);
    return true;
  };
  group.gpu[0]->ended = [&](tlm::tlm_generic_payload& payload) {
    if (payload.is_write()) written = core::now_ticks();
  };
  group.gpu[0]->go();
  sc_core::sc_start();
  EXPECT_LT(written, group.gpu[0]->last_at / 10);
  EXPECT_TRUE(group.drained());
}

TEST(MulticastUnit, GroupsHaveErrorsWithNames) {
  NvlinkGroup::Settings with;
  with.bridge.multicast.groups = 2;
  NvlinkGroup group(3, with);
  EXPECT_THAT(test::error_of([&] { group.bridge->set_group(kFirstGroup + 1, {2}); }),
              HasSubstr("switch.multicast.members = 1"));
  EXPECT_THAT(test::error_of([&] {
                group.bridge->set_group(kFirstGroup + 2, {0, 1});
              }),
              HasSubstr("switch.multicast.groups = 2"));
}

}  // namespace
}  // namespace gf::hw::nvlink::multicast_unit_test

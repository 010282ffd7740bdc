// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/slice.h
#include "workloads/schedule/collectives/channel_program.h"

#include <gmock/gmock.h>

namespace gf::model::channel_program_test {
namespace {

using testing::ElementsAre;

Collective over(unsigned ranks) {
  Collective collective;
  collective.ranks = ranks;
  collective.elements = 1 << 20;
  return collective;
}

/// Chunks of 4,096 elements in two slices, of which a connection holds two.
ChannelProtocol small() {
  ChannelProtocol protocol = kSimple;
  protocol.chunk = 4096;
  protocol.window = 2;
  return protocol;
}

std::uint64_t buffer_of(const ChannelProtocol& protocol) {
  return protocol.largest() * protocol.window * kElementBytes * protocol.wire / protocol.data;
}

TEST(ChannelProtocol, BuffersAreThoseOfTheLibrary) {
  EXPECT_EQ(buffer_of(kSimple), 4u << 20);
  EXPECT_EQ(buffer_of(kLl), 8u * 512 * 8 * 16) << "lines a thread, threads, steps, bytes a line";
  EXPECT_EQ(buffer_of(kLl128), 120u * 640 * 8 * 8);
}

TEST(ChannelProtocol, SlicesAreEqualAndNotTooShort) {
  EXPECT_EQ(kSimple.slice_of(1 << 18), 1u << 17);
  EXPECT_EQ(kSimple.slice_of(100), 8192u) << "a short chunk is one slice";
  EXPECT_EQ(kSimple.slice_of(24'577), 12'304u) << "a half, up to 16 elements";
}

TEST(ChannelProgram, CutsAStepIntoSlices) {
  CollectiveBuilder builder(over(2));
  ChannelProgram program(builder, 3, small());
  program.add({0, {100, 100 + 3000}, {}, true, false, {1}});
  const Schedule schedule = builder.finish("s");
  ASSERT_EQ(schedule.tasks.size(), 2u);
  std::uint64_t at = 100;
  for (const Task& task : schedule.tasks) {
    EXPECT_EQ(task.kind, TaskKind::kSlice);
    EXPECT_EQ(task.slice->channel, 3u);
    EXPECT_EQ(task.src, 0u);
    EXPECT_EQ(task.dst, 1u);
    EXPECT_EQ(task.slice->move.reads.front().first, at);
    at += task.bytes.count() / kElementBytes;
  }
  EXPECT_EQ(at, 3100u);
}

TEST(ChannelProgram, ReceivesWhatWasSentAndSendsIntoAFreePlace) {
  CollectiveBuilder builder(over(2));
  ChannelProgram program(builder, 0, small());
  for (unsigned chunk = 0; chunk < 2; ++chunk) {
    const ElementRange range{chunk * 4096u, (chunk + 1) * 4096u};
    program.add({0, range, {}, true, false, {1}});
    program.add({1, range, {0}, true, true});
  }
  const Schedule schedule = builder.finish("s");
  ASSERT_EQ(schedule.tasks.size(), 8u);  // 0, 1 sent; 2, 3 received; 4, 5 sent; 6, 7 received
  EXPECT_THAT(schedule.tasks[1].after, ElementsAre()) << "there are two places";
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(0));
  EXPECT_THAT(schedule.tasks[3].after, ElementsAre(1));
  EXPECT_THAT(schedule.tasks[4].after, ElementsAre(2)) << "who took the first place's slice";
  EXPECT_THAT(schedule.tasks[5].after, ElementsAre(3));
  const auto place = [&](unsigned task) {
    return schedule.tasks[task].slice->move.writes[0].first;
  };
  EXPECT_EQ(place(0), place(4));
  EXPECT_EQ(place(1), place(5));
  EXPECT_NE(place(0), place(1));
  EXPECT_EQ(schedule.tasks[2].slice->move.reads[1].first, place(0));
}

TEST(ChannelProgram, PlacesOfABufferHoldTheFlagsToo) {
  CollectiveBuilder builder(over(2));
  ChannelProgram program(builder, 0, kLl);
  for (unsigned chunk = 0; chunk < 2; ++chunk)
    program.add({0, {chunk * kLl.chunk, (chunk + 1) * kLl.chunk}, {}, true, false, {1}});
  const Schedule schedule = builder.finish("s");
  ASSERT_EQ(schedule.tasks.size(), 2u);
  const Slice& second = *schedule.tasks[1].slice;
  EXPECT_EQ(second.move.writes[0].first, 2 * kLl.chunk);
  EXPECT_EQ(second.wire, 2u);
  EXPECT_EQ(second.data, 1u);
}

TEST(ChannelProgram, WhatIsSentDirectlyIsNotCopied) {
  CollectiveBuilder builder(over(3));
  ChannelProgram program(builder, 0, small());
  ChannelProgram::Step first{0, {0, 64}, {}, true, false, {1}};
  first.sends_direct = true;
  ChannelProgram::Step middle{1, {0, 64}, {0}, false, true, {2}, true, true};
  ChannelProgram::Step last{2, {0, 64}, {1}, false, true, {}, true};
  for (const auto& step : {first, middle, last}) program.add(step);
  const Schedule schedule = builder.finish("s");
  ASSERT_EQ(schedule.tasks.size(), 2u) << "the last one only waits";
  const DataMove& move = schedule.tasks[1].slice->move;
  EXPECT_EQ(move.reads[0].buffer, RankBuffer::kOutput);
  ASSERT_EQ(move.writes.size(), 1u);
  EXPECT_EQ(move.writes[0].rank, 2u);
  EXPECT_EQ(move.writes[0].buffer, RankBuffer::kOutput);
  EXPECT_EQ(schedule.collective->scratch, 0u);
}

/// Rank 0 sends to rank 2 on another node, by the card next to rank 1.
TEST(ChannelProgram, CopiesCarrySlicesToOtherNodes) {
  CollectiveBuilder builder(over(3));
  builder.set_ways({{0, 0, 1}, {}, {{1}, {1}, {2}}});
  ChannelProtocol protocol = small();
  protocol.wire = 2;
  ProgramPlan plan;
  plan.protocol = protocol;
  plan.exits = {{0, 0}};
  ChannelProgram program(builder, 0, plan, {});
  for (unsigned chunk = 0; chunk < 2; ++chunk) {
    const ElementRange range{chunk * 4096u, (chunk + 1) * 4096u};
    ChannelProgram::Step sends{0, range, {}, true, false, {2}};
    sends.sends_direct = true;
    ChannelProgram::Step keeps{2, range, {0}, false, true};
    keeps.received_direct = true;
    program.add(sends);
    program.add(keeps);
  }
  const Schedule schedule = builder.finish("s");
  ASSERT_EQ(schedule.tasks.size(), 12u);  // 0 slice, 1 copy, 2 and 3 too; 4, 5 received; ...
  const Task& sent = schedule.tasks[0];
  EXPECT_TRUE(sent.slice->flag_to_host);
  EXPECT_EQ(sent.slice->move.writes[0].rank, 1u);
  EXPECT_EQ(sent.slice->move.writes[0].buffer, RankBuffer::kScratch) << "nobody stores so far";
  const Task& copy = schedule.tasks[1];
  EXPECT_EQ(copy.kind, TaskKind::kCopy);
  EXPECT_EQ(std::pair(copy.src, copy.dst), std::pair(1u, 2u));
  EXPECT_EQ(copy.bytes.count(), 2 * sent.bytes.count()) << "flags go along";
  EXPECT_THAT(copy.after, ElementsAre(0));
  const Task& received = schedule.tasks[4];
  EXPECT_TRUE(received.slice->flag_from_host);
  EXPECT_THAT(received.after, ElementsAre(1));
  EXPECT_EQ(received.slice->move.writes[0].buffer, RankBuffer::kOutput) << "it is copied there";
  EXPECT_THAT(schedule.tasks[6].after, ElementsAre(1)) << "the copy has left the first place";
  EXPECT_THAT(schedule.tasks[7].after, ElementsAre(4, 6)) << "and the receiver its own";
}

TEST(ChannelProgram, RanksThatAreNoPeersMeetInHostMemory) {
  for (const bool lines : {false, true}) {
    CollectiveBuilder builder(over(2));
    builder.set_ways({{}, {{0, 1}}, {}});
    ChannelProgram program(builder, 0, lines ? kLl : small());
    ChannelProgram::Step sends{0, {0, 64}, {}, true, false, {1}};
    sends.sends_direct = true;
    ChannelProgram::Step keeps{1, {0, 64}, {0}, false, true};
    keeps.received_direct = true;
    program.add(sends);
    program.add(keeps);
    const Schedule schedule = builder.finish("s");
    ASSERT_EQ(schedule.tasks.size(), 2u);
    const Slice& first = *schedule.tasks[0].slice;
    const Slice& second = *schedule.tasks[1].slice;
    EXPECT_EQ(first.move.writes[0].buffer, RankBuffer::kHost);
    EXPECT_EQ(first.move.writes[0].rank, 1u) << "near the receiver";
    EXPECT_EQ(second.move.reads[0].first, first.move.writes[0].first);
    EXPECT_EQ(second.move.writes[0].buffer, RankBuffer::kOutput);
    EXPECT_EQ(first.flag_to_host, !lines) << "lines have flags within";
    EXPECT_EQ(second.flag_from_host, !lines);
  }
}

}  // namespace
}  // namespace gf::model::channel_program_test

// SPDX-License-Identifier: Apache-2.0
#include "core/stats/stat_recorder.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace gf::core::stat_recorder_test {
namespace {

constexpr Ticks kStep = StepRecorder::kFirstStep;

struct Sender : StatGroup {
  Sender() : StatGroup("gpu_0.link.tx") {}
  Counter wire_bytes{*this, "wire_bytes", Unit::kBytes, "sent"};
  Duration busy{*this, "busy", "the link holds a packet"};
  Histogram wait{*this, "wait", Unit::kSeconds, "waits", 1e-15};
};

struct Heads : StatGroup {
  Heads() : StatGroup("gpu_0.link") {}
  StallDuration stall{*this, "stall", "heads wait"};
};

const StatRecorder::Curve& curve_of(const StatRecorder& recorder, const std::string& name) {
  return *std::find_if(recorder.curves().begin(), recorder.curves().end(),
                       [&](const StatRecorder::Curve& curve) { return curve.name == name; });
}

TEST(StatRecorder, ALinkHasItsLoadItsBytesAndItsWaits) {
  Sender sender;
  Heads heads;
  const StatRecorder recorder(link_senders());
  sender.busy.add_ticks(kStep / 4);
  sender.wire_bytes += 1000;
  heads.stall.add(StallCause::kNoCredit, kStep / 2);
  Sampler::take_all_until(kStep);
  ASSERT_EQ(recorder.tracks().size(), 1u);
  const StatRecorder::Track& track = recorder.tracks()[0];
  const StepRecorder& steps = recorder.steps();
  EXPECT_EQ(track.path, "gpu_0.link");
  EXPECT_EQ(track.stats, "gpu_0.link.tx");
  EXPECT_EQ(steps.grown(track.busy, 0), kStep / 4);
  ASSERT_TRUE(track.bytes && track.wait);
  EXPECT_EQ(steps.grown(*track.bytes, 0), 1000u);
  EXPECT_EQ(steps.grown((*track.wait)[static_cast<std::size_t>(StallCause::kNoCredit)], 0),
            kStep / 2);
  EXPECT_EQ(steps.grown((*track.wait)[static_cast<std::size_t>(StallCause::kReplay)], 0), 0u);
  ASSERT_EQ(recorder.curves().size(), 1u) << "what the track has is not there twice";
  EXPECT_EQ(recorder.curves()[0].name, "wait");
}

TEST(StatRecorder, HasWaitsCountedThatAreNoStatistic) {
  std::uint64_t waited = 3;
  Ticks booked = 0;
  unsigned asked = 0;
  const std::uint64_t never = 0;
  LinkSender link{"router_0.out_1", {&never}};
  link.count_waits = [&] {
    ++asked;
    return CountedWaits{
        [&](Ticks until) { booked = until; }, 2, {{StallCause::kNoCredit, &waited}}};
  };
  const StatRecorder recorder({link, link});
  EXPECT_EQ(asked, 2u) << "once each";
  waited += 7;
  Sampler::take_all_until(kStep);
  const StatRecorder::Track& track = recorder.tracks()[1];
  ASSERT_TRUE(track.wait);
  const auto grown = [&](StallCause cause) {
    return recorder.steps().grown((*track.wait)[static_cast<std::size_t>(cause)], 0);
  };
  EXPECT_EQ(grown(StallCause::kNoCredit), 14u);
  EXPECT_EQ(booked, kStep);
  EXPECT_EQ(grown(StallCause::kLinkBusy), 0u);
  EXPECT_EQ(recorder.steps().watched(), 1u + 2 * 2) << "a busy time and a wait each, and a 0";
}

TEST(StatRecorder, EveryKindOfStatisticHasItsCurve) {
  using Kind = StatRecorder::Curve::Kind;
  Sender sender;
  Heads heads;
  const StatRecorder recorder({});
  sender.wait.record(std::uint64_t{300});
  sender.wait.record(std::uint64_t{500});
  heads.stall.add(StallCause::kNoCredit, 10);
  heads.stall.add(StallCause::kReplay, 20);
  Sampler::take_all_until(kStep);
  EXPECT_EQ(recorder.curves().size(), 4u);
  EXPECT_EQ(curve_of(recorder, "wire_bytes").kind, Kind::kRate);
  EXPECT_EQ(curve_of(recorder, "busy").kind, Kind::kShare);
  const StatRecorder::Curve& stall = curve_of(recorder, "stall");
  EXPECT_EQ(recorder.steps().grown(stall.number, 0), 30u) << "all causes together";
  const StatRecorder::Curve& wait = curve_of(recorder, "wait");
  EXPECT_EQ(wait.kind, Kind::kMean);
  EXPECT_EQ(recorder.steps().grown(wait.number, 0), 800u);
  EXPECT_EQ(recorder.steps().grown(wait.count, 0), 2u);
}

TEST(StatRecorder, ChannelsWithoutStatisticsAreTracksToo) {
  Ticks busy = 0;
  const StatRecorder recorder({{"router_0.out_1", {&busy}}});
  busy = 5;
  Sampler::take_all_until(kStep);
  ASSERT_EQ(recorder.tracks().size(), 1u);
  EXPECT_FALSE(recorder.tracks()[0].bytes || recorder.tracks()[0].wait);
  EXPECT_EQ(recorder.steps().total(recorder.tracks()[0].busy), 5u);
}

}  // namespace
}  // namespace gf::core::stat_recorder_test

// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/cards/apenet_cluster.h
// What a run of the APEnet+ platforms measures, from its parameters.
#include "platforms/apenet/benchmark_settings.h"

#include "platforms/cluster/cards/apenet_cluster.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::platforms::apenet::benchmark_settings_test {
namespace {

TEST(ApenetSettings, SizesArePowersOfTwoTimesTheSmallest) {
  BenchmarkSettings settings;
  settings.min = core::Bytes(24);
  settings.max = core::Bytes(200);
  EXPECT_THAT(settings.sizes(), ElementsAre(24, 48, 96, 192));
  settings.max = settings.min;
  EXPECT_THAT(settings.sizes(), ElementsAre(24));
}

TEST(ApenetSettings, VolumeShortensWindowsAndRoundTrips) {
  BenchmarkSettings settings;
  settings.test = "bw";
  settings.volume = core::mebibytes(1);
  EXPECT_EQ(settings.round(16384).window, 64u);
  EXPECT_EQ(settings.round(32768).window, 32u);
  EXPECT_EQ(settings.round(4 << 20).window, 4u) << "four at least";
  EXPECT_EQ(settings.round(4 << 20).iterations, 2u);
  settings.test = "latency";
  EXPECT_EQ(settings.round(32).iterations, 20u);
  EXPECT_EQ(settings.round(1 << 17).iterations, 8u);
  settings.iterations = 7;
  EXPECT_EQ(settings.round(32).iterations, 7u);
}

TEST(ApenetSettings, StagingSaysWhichEndsCopy) {
  BenchmarkSettings settings;
  EXPECT_FALSE(settings.path().staged());
  settings.staging = "pipelined";
  EXPECT_TRUE(settings.path().stage_source && settings.path().stage_destination);
  EXPECT_EQ(settings.path().chunk, 65536u);
  EXPECT_EQ(settings.path().slots, 2u);
  settings.staged = "source";
  EXPECT_TRUE(settings.path().stage_source);
  EXPECT_FALSE(settings.path().stage_destination);
  settings.staging = "plain";
  settings.src = "host";
  EXPECT_FALSE(settings.path().stage_source) << "host memory needs no copy";
}

TEST(ApenetShape, ReadsUpToThreeNumbers) {
  const auto read = [](const char* text) { return to_text(parse_shape("c", "shape", text)); };
  EXPECT_EQ(read("4x2x1"), "4x2x1");
  EXPECT_EQ(read("7"), "7x1x1");
  EXPECT_EQ(read("3x2"), "3x2x1");
  EXPECT_EQ(read("16x16x16"), "16x16x16") << "4096 nodes";
}

TEST(ApenetShape, RefusesOthers) {
  for (const char* text : {"", "x", "4x", "4xx2", "0x2", "4x2x1x1", "-4", "4 x 2", "16x16x17"}) {
    const std::string error = test::error_of([&] { parse_shape("cluster", "shape", text); });
    EXPECT_THAT(error, HasSubstr("shape")) << text;
  }
}

}  // namespace
}  // namespace gf::platforms::apenet::benchmark_settings_test

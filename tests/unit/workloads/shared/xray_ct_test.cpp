// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/ct_geometry.h workloads/shared/ct_programs.h
#include "workloads/shared/xray_ct.h"

#include <gtest/gtest.h>

#include "tests/support/app_checks.h"

namespace gf::model::proact::xray_ct_test {
namespace {

using test::app_context;

TEST(CtGeometry, PixelsAndReadingsAreNumberedOnce) {
  const CtGeometry g{32, 3, 16, 60, 3};
  std::vector<unsigned> pixels(g.image_tiles() * g.image_tile(), 0);
  std::vector<unsigned> readings(g.view_tiles() * g.view_tile(), 0);
  for (std::uint32_t slice = 0; slice < 3; ++slice) {
    for (std::uint32_t y = 0; y < 32; ++y)
      for (std::uint32_t x = 0; x < 32; ++x) ++pixels.at(g.pixel(slice, x, y));
    for (std::uint32_t angle = 0; angle < 16; ++angle)
      for (std::uint32_t d = 0; d < 60; ++d) ++readings.at(g.reading(slice, angle, d));
  }
  EXPECT_EQ(std::count(pixels.begin(), pixels.end(), 1u), 3 * 32 * 32);
  EXPECT_EQ(pixels.size(), 3u * 32 * 32);
  EXPECT_EQ(std::count(readings.begin(), readings.end(), 1u), 3 * 16 * 60);
  EXPECT_EQ(readings.size(), 3u * 16 * 60);
}

TEST(CtGeometry, ShadowsAreWhereTheyAreLookedFor) {
  const CtGeometry g;
  for (std::uint32_t angle = 0; angle < g.angles; ++angle) {
    const CtGeometry::Beam beam = g.beam(angle);
    for (std::uint32_t y = 0; y < g.size; ++y)
      for (std::uint32_t x = 0; x < g.size; ++x) {
        const auto d = static_cast<std::uint32_t>(beam.at(x, y));
        ASSERT_LT(d + 1, g.detectors);
        const suite::Range tile = CtGeometry::shadowed(beam, x / 16 * 16, y / 16 * 16, 16);
        ASSERT_TRUE(tile.begin <= d && d + 1 < tile.end && tile.end <= g.detectors);
        for (const std::uint32_t first : {0u, g.strip()}) {
          const suite::Range row = g.shadow(beam, y, first, first + g.strip());
          const bool touches = d + 1 >= first && d < first + g.strip();
          ASSERT_TRUE(!touches || (row.begin <= x && x < row.end));
        }
      }
  }
}

TEST(ProactXrayCt, ImageIsThatOfAPlainProgram) {
  const XrayCt app(app_context());
  EXPECT_EQ(app.phases(), 2u);
  EXPECT_LT(app.error(), 1e-5);  // floats against doubles
}

TEST(ProactXrayCt, AWrongPixelAndAWrongReadingAreSeen) {
  const XrayCt app(app_context());
  const auto image = test::image_after(app, 1);
  EXPECT_LT(app.error_of(image), 1e-5);
  for (const std::uint64_t at : {std::uint64_t{4 * 2100 + 3}, app.region_bytes() - 4 * 30000 + 3}) {
    auto wrong = image;
    wrong[at] ^= 0x82;
    EXPECT_GT(app.error_of(wrong), 1e-4) << at;
  }
}

TEST(ProactXrayCt, ImageComesNearerToWhatWasMeasured) {
  AppContext context = app_context();
  context.bytes = core::Bytes(64 << 10);
  context.iterations = 10;
  const XrayCt app(context);
  double distance = app.distance_to_phantom(test::image_after(app, -1));
  for (const int phase : {0, 2, 6, 18}) {
    const double next = app.distance_to_phantom(test::image_after(app, phase));
    EXPECT_LT(next, distance) << phase;
    distance = next;
  }
  EXPECT_LT(distance, 0.15);
}

TEST(ProactXrayCt, AnswerIsTheSameForAllNumbersOfGpus) {
  AppContext context = app_context(1);
  context.bytes = core::Bytes(256 << 10);
  const auto one = test::image_after(XrayCt(context), 1);
  for (const unsigned gpus : {2u, 3u, 4u, 8u, 16u}) {
    context.gpus = gpus;
    const XrayCt app(context);
    EXPECT_TRUE(test::image_after(app, 1) == one) << gpus;
    EXPECT_LT(app.error(), 1e-5);
  }
}

TEST(ProactXrayCt, StoresAreTheDeclaredWrites) {
  for (const unsigned gpus : {4u, 5u}) {
    AppContext context = app_context(gpus);
    context.bytes = core::Bytes(512 << 10);
    const XrayCt app(context);
    test::expect_sound(app, gpus);
  }
}

TEST(ProactXrayCt, WritesWholeLinesWithinTheBudget) {
  const XrayCt app(app_context());
  const test::AppCounts counts = test::count_app(app);
  EXPECT_EQ(counts.whole_line_bytes, counts.store_bytes);
  EXPECT_LE(counts.instructions, 100'000u);
  EXPECT_LE(counts.load_lines + counts.store_lines, 165'000u);
}

}  // namespace
}  // namespace gf::model::proact::xray_ct_test

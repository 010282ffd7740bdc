// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/sssp.h"

#include <cmath>
#include <gtest/gtest.h>

#include "tests/support/app_checks.h"

namespace gf::model::proact::sssp_test {
namespace {

using test::app_context;

std::vector<ShortestPath> records_of(const Sssp& app, const std::vector<std::uint8_t>& image,
                                     unsigned buffer) {
  return values_at<ShortestPath>(image, buffer * app.region_bytes() / 2, app.vertices());
}

TEST(ProactSssp, DistancesAreThoseOfAPlainProgram) {
  const Sssp app(app_context());
  EXPECT_LT(app.error(), 1e-6);
}

TEST(ProactSssp, RoundsReachFurther) {
  AppContext context = app_context();
  context.iterations = 1;
  const Sssp app(context);
  const auto image = test::image_after(app, 0);
  const auto before = records_of(app, image, 0), after = records_of(app, image, 1);
  std::size_t reached = 0, nearer = 0;
  for (std::size_t v = 0; v < after.size(); ++v) {
    EXPECT_LE(after[v].distance, before[v].distance);
    reached += std::isfinite(after[v].distance);
    nearer += after[v].distance < before[v].distance;
  }
  EXPECT_EQ(after[app.source()].distance, 0);
  EXPECT_GT(reached, after.size() / 10);
  EXPECT_GT(nearer, 100u);
}

TEST(ProactSssp, AWrongDistanceAndAWrongVertexAreSeen) {
  const Sssp app(app_context());
  const auto image = test::image_after(app, 1);
  for (const std::size_t byte : {2u, 5u}) {  // of the distance, of the vertex before
    auto wrong = image;
    wrong[8 * (app.source() + 100) + byte] ^= 16;
    EXPECT_GT(app.error_of(wrong), 1e-4) << byte;
  }
}

TEST(ProactSssp, AnswerIsTheSameForAllNumbersOfGpus) {
  const auto one = test::image_after(Sssp(app_context(1)), 1);
  for (const unsigned gpus : {2u, 3u, 4u, 8u, 16u}) {
    const Sssp app(app_context(gpus));
    EXPECT_TRUE(test::image_after(app, 1) == one) << gpus;
    EXPECT_LT(app.error(), 1e-6);
  }
}

TEST(ProactSssp, StoresAreTheDeclaredWrites) {
  for (const unsigned gpus : {4u, 5u}) {
    const Sssp app(app_context(gpus));
    test::expect_sound(app, gpus);
  }
}

TEST(ProactSssp, WritesSmallPiecesWithinTheBudget) {
  const Sssp app(app_context());
  const test::AppCounts counts = test::count_app(app);
  EXPECT_GT(counts.small_share(), 0.9);
  EXPECT_LT(counts.bytes_per_store_line(), 16);
  EXPECT_LE(counts.instructions, 100'000u);
  EXPECT_LE(counts.load_lines + counts.store_lines, 150'000u);
}

}  // namespace
}  // namespace gf::model::proact::sssp_test

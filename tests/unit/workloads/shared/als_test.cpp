// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/als.h"

#include <gtest/gtest.h>

#include "tests/support/app_checks.h"

namespace gf::model::proact::als_test {
namespace {

using test::app_context;

TEST(ProactAls, FactorsAreThoseOfAPlainProgram) {
  const Als app(app_context());
  EXPECT_EQ(app.phases(), 2u);
  EXPECT_LT(app.error(), 1e-5);  // floats against doubles
}

TEST(ProactAls, AWrongFactorOfAUserOrAnItemIsSeen) {
  const Als app(app_context());
  const auto image = test::image_after(app, 1);
  EXPECT_LT(app.error_of(image), 1e-5);
  for (const std::uint64_t at :
       {std::uint64_t{4 * 1000 + 2}, app.region_bytes() / 2 + 4 * 777 + 2}) {
    auto wrong = image;
    wrong[at] ^= 64;
    EXPECT_GT(app.error_of(wrong), 1e-4);
  }
}

TEST(ProactAls, FactorsComeNearerToTheRatings) {
  AppContext context = app_context();
  context.iterations = 4;
  const Als app(context);
  ASSERT_EQ(app.phases(), 8u);
  double loss = app.loss(test::image_after(app, -1));
  for (int phase = 0; phase < 8; ++phase) {
    const double next = app.loss(test::image_after(app, phase));
    EXPECT_LT(next, loss) << phase;
    loss = next;
  }
}

/// [PROACT21], V-B: 26 times as many store transactions inline as decoupled.
TEST(ProactAls, StoresAreAboutAsSmallAsPublished) {
  const test::AppCounts counts = test::count_app(Als(app_context()));
  const double times = 128 / counts.bytes_per_store_line();
  EXPECT_GT(times, 20);
  EXPECT_LT(times, 32);
}

TEST(ProactAls, AnswerIsTheSameForAllNumbersOfGpus) {
  const auto one = test::image_after(Als(app_context(1)), 1);
  for (const unsigned gpus : {2u, 3u, 4u, 8u, 16u}) {
    const Als app(app_context(gpus));
    EXPECT_TRUE(test::image_after(app, 1) == one) << gpus;
    EXPECT_LT(app.error(), 1e-5);
  }
}

TEST(ProactAls, StoresAreTheDeclaredWrites) {
  for (const unsigned gpus : {4u, 5u}) {
    const Als app(app_context(gpus));
    test::expect_sound(app, gpus);
  }
}

TEST(ProactAls, WritesSmallPiecesWithinTheBudget) {
  const Als app(app_context());
  const test::AppCounts counts = test::count_app(app);
  EXPECT_GT(counts.small_share(), 0.9);
  EXPECT_LT(counts.bytes_per_store_line(), 16);
  EXPECT_LE(counts.instructions, 100'000u);
  EXPECT_LE(counts.load_lines + counts.store_lines, 220'000u);  // 140 neighbours a CTA
}

}  // namespace
}  // namespace gf::model::proact::als_test

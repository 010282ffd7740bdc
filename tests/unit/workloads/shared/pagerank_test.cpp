// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/pagerank.h"

#include <gtest/gtest.h>

#include "tests/support/app_checks.h"

namespace gf::model::proact::pagerank_test {
namespace {

using test::app_context;

TEST(ProactPageRank, RanksAreThoseOfAPlainProgram) {
  const PageRank app(app_context());
  EXPECT_EQ(app.phases(), 2u);
  EXPECT_LT(app.error(), 1e-12);
}

TEST(ProactPageRank, AWrongRankIsSeen) {
  const PageRank app(app_context());
  auto image = test::image_after(app, 1);
  EXPECT_LT(app.error_of(image), 1e-12);
  image[8 * 1000 + 6] ^= 2;
  EXPECT_GT(app.error_of(image), 1e-6);
}

/// No CTA has much more than its share of the edges, hubs or not.
TEST(ProactPageRank, WorkIsEven) {
  const PageRank app(app_context());
  EXPECT_GT(test::compute_us(app, 1) / test::compute_us(app, 4), 3.4);
}

TEST(ProactPageRank, AnswerIsTheSameForAllNumbersOfGpus) {
  const auto one = test::image_after(PageRank(app_context(1)), 1);
  for (const unsigned gpus : {2u, 3u, 4u, 8u, 16u}) {
    const PageRank app(app_context(gpus));
    EXPECT_TRUE(test::image_after(app, 1) == one) << gpus;
    EXPECT_LT(app.error(), 1e-12);
  }
}

TEST(ProactPageRank, StoresAreTheDeclaredWrites) {
  for (const unsigned gpus : {4u, 5u}) {
    const PageRank app(app_context(gpus));
    test::expect_sound(app, gpus);
  }
}

TEST(ProactPageRank, WritesSmallPiecesWithinTheBudget) {
  const PageRank app(app_context());
  const test::AppCounts counts = test::count_app(app);
  EXPECT_GT(counts.small_share(), 0.9);
  EXPECT_LT(counts.bytes_per_store_line(), 16);
  EXPECT_LE(counts.instructions, 100'000u);
  EXPECT_LE(counts.load_lines + counts.store_lines, 800'000u);  // 13 edges a vertex
}

}  // namespace
}  // namespace gf::model::proact::pagerank_test

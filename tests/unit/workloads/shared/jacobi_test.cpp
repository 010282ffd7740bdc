// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/sweep.h workloads/shared/app_base.h
#include "workloads/shared/jacobi.h"

#include <gtest/gtest.h>

#include "tests/support/app_checks.h"

namespace gf::model::proact::jacobi_test {
namespace {

using test::app_context;

TEST(ProactJacobi, SolutionIsThatOfAPlainProgram) {
  const Jacobi app(app_context());
  EXPECT_EQ(app.phases(), 3u);
  EXPECT_LT(app.error(), 1e-12);
}

TEST(ProactJacobi, AWrongRowIsSeen) {
  const Jacobi app(app_context());
  auto image = test::image_after(app, 2);
  EXPECT_LT(app.error_of(image), 1e-12);
  image[app.region_bytes() / 2 + 8 * 4321 + 6] ^= 1;  // a bit of the mantissa
  EXPECT_GT(app.error_of(image), 1e-4);
}

TEST(ProactJacobi, ComesNearTheSolutionOfTheEquations) {
  AppContext context = app_context();
  context.bytes = core::Bytes(64 << 10);
  std::vector<double> change;
  for (const unsigned iterations : {2u, 4u, 8u}) {
    context.iterations = iterations;
    const Jacobi app(context);
    const auto now = values_at<double>(test::image_after(app, static_cast<int>(iterations) - 1), 0,
                                       app.region_bytes() / 16);
    const auto before = values_at<double>(test::image_after(app, static_cast<int>(iterations) - 2),
                                          app.region_bytes() / 2, app.region_bytes() / 16);
    change.push_back(relative_error(before, now));
  }
  EXPECT_LT(change[1], change[0] / 2);
  EXPECT_LT(change[2], change[1] / 2);
}

TEST(ProactJacobi, AnswerIsTheSameForAllNumbersOfGpus) {
  const auto one = test::image_after(Jacobi(app_context(1)), 2);
  for (const unsigned gpus : {2u, 3u, 4u, 8u, 16u}) {
    const Jacobi app(app_context(gpus));
    EXPECT_TRUE(test::image_after(app, 2) == one) << gpus;
    EXPECT_LT(app.error(), 1e-12);
  }
}

TEST(ProactJacobi, StoresAreTheDeclaredWrites) {
  for (const unsigned gpus : {4u, 5u}) {
    const Jacobi app(app_context(gpus));
    test::expect_sound(app, gpus);
  }
}

TEST(ProactJacobi, WritesWholeLinesWithinTheBudget) {
  const Jacobi app(app_context());
  const test::AppCounts counts = test::count_app(app);
  EXPECT_EQ(app.region_bytes(), 1u << 20);
  EXPECT_GE(counts.whole_line_bytes, counts.store_bytes * 9 / 10);
  EXPECT_LE(counts.instructions, 100'000u);
  EXPECT_LE(counts.load_lines + counts.store_lines, 150'000u);
}

}  // namespace
}  // namespace gf::model::proact::jacobi_test

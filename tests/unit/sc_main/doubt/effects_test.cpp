// SPDX-License-Identifier: Apache-2.0
// Against functions whose variance shares are known in closed form.
#include "sc_main/doubt/effects.h"

#include <cmath>
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "sc_main/doubt/space_filling.h"

namespace gf::core::effects_test {
namespace {

using Point = std::vector<double>;

template <class Function>
Effects of(const Function& function, std::size_t points, std::size_t inputs,
           const EffectOptions& options = {}) {
  const std::vector<Point> x = space_filling(points, inputs, 1);
  std::vector<double> y;
  for (const Point& point : x) y.push_back(function(point));
  return effects_of(x, y, options);
}

/// Variance of a x over [0, 1]: a^2 / 12.
double linear(const Point& x) { return 10 + 4 * x[0] - 2 * x[1] + 1 * x[2]; }

TEST(Effects, OfASumAreTheSquaresOfItsSlopes) {
  const Effects found = of(linear, 128, 30);
  const double all = 16 + 4 + 1;
  EXPECT_NEAR(found.mean, 11.5, 0.02);
  EXPECT_GT(found.explained, 0.999);
  EXPECT_NEAR(found.inputs[0].alone.value, 16 / all, 0.02);
  EXPECT_NEAR(found.inputs[1].alone.value, 4 / all, 0.02);
  EXPECT_NEAR(found.inputs[2].total.value, 1 / all, 0.02);
  for (std::size_t i = 3; i < 30; ++i) EXPECT_LT(found.inputs[i].total.high, 0.01) << i;
}

TEST(Effects, EndsSayWhereTheOutputGoes) {
  const Effects found = of(linear, 128, 30);
  EXPECT_NEAR(found.inputs[0].at_low, 11.5 - 2, 0.03);
  EXPECT_NEAR(found.inputs[0].at_high, 11.5 + 2, 0.03);
  EXPECT_NEAR(found.inputs[1].at_low - found.inputs[1].at_high, 2, 0.03);
  EXPECT_NEAR(found.inputs[20].at_low, found.mean, 0.01);
}

/// Ishigami and Homma 1990, a = 7, b = 0.1: S = 0.3139, 0.4424, 0; T = 0.5576, 0.4424, 0.2437.
double ishigami(const Point& u) {
  const auto x = [&](std::size_t i) { return M_PI * (2 * u[i] - 1); };
  return std::sin(x(0)) + 7 * std::pow(std::sin(x(1)), 2) +
         0.1 * std::pow(x(2), 4) * std::sin(x(0));
}

TEST(Effects, OfIshigamisFunctionAreThePublishedOnes) {
  EffectOptions options;
  options.degree = options.joint_degree = 9;
  const Effects found = of(ishigami, 512, 3, options);
  EXPECT_GT(found.explained, 0.98);
  const double alone[] = {0.3139, 0.4424, 0}, total[] = {0.5576, 0.4424, 0.2437};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.inputs[i].alone.value, alone[i], 0.02) << i;
    EXPECT_NEAR(found.inputs[i].total.value, total[i], 0.02) << i;
  }
}

/// Sobol's g, with five inputs more that do not matter; a = 0, 1, 4.5, 9, 99, ...:
/// S = V_i / V with V_i = 1 / 3 (1 + a_i)^2, V = prod(1 + V_i) - 1, T_i = V_i prod others / V.
double g_function(const Point& u) {
  const double a[] = {1, 2, 5, 10, 99};
  double product = 1;
  for (std::size_t i = 0; i < 5; ++i) product *= (std::abs(4 * u[i] - 2) + a[i]) / (1 + a[i]);
  return product;
}

TEST(Effects, OfAFunctionWithKinksComeWithWhatIsNotExplained) {
  const double a[] = {1, 2, 5, 10, 99};
  double all = 1;
  for (const double one : a) all *= 1 + 1 / (3 * (1 + one) * (1 + one));
  const Effects found = of(g_function, 256, 10);
  EXPECT_GT(found.explained, 0.85);
  EXPECT_LT(found.explained, 0.99);  // a cubic cannot follow |x|
  for (std::size_t i = 0; i < 5; ++i) {
    const double own = 1 / (3 * (1 + a[i]) * (1 + a[i]));
    EXPECT_NEAR(found.inputs[i].alone.value, own / (all - 1), 0.07) << i;
    EXPECT_NEAR(found.inputs[i].total.value, own * all / (1 + own) / (all - 1), 0.1) << i;
  }
}

/// With noise the interval must hold the truth about as often as it says.
TEST(Effects, IntervalsHoldTheTruth) {
  unsigned held = 0, asked = 0;
  const double truth[] = {16.0, 4.0, 1.0};
  const double all = 16 + 4 + 1 + 8;  // noise of variance 8 / 12
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<Point> x = space_filling(64, 13, seed);
    RandomStream noise(seed, "noise");
    std::vector<double> y;
    for (const Point& p : x) y.push_back(linear(p) + std::sqrt(8.0) * (noise.uniform() - 0.5));
    const Effects found = effects_of(x, y);
    for (std::size_t i = 0; i < 3; ++i, ++asked) {
      const Estimate& given = found.inputs[i].alone;
      if (given.low <= truth[i] / all && truth[i] / all <= given.high) ++held;
    }
  }
  EXPECT_GE(held * 10, asked * 8) << held << " of " << asked;
}

TEST(Effects, WithNothingToTellNothingIsExplained) {
  const auto constant = [](const Point&) { return 3.0; };
  const Effects same = of(constant, 64, 3);
  EXPECT_EQ(same.explained, 0);
  EXPECT_EQ(same.mean, 3);
  EXPECT_EQ(same.inputs[1].total.high, 0);
  EXPECT_EQ(of(linear, 9, 3).explained, 0);  // too few points
  EXPECT_TRUE(effects_of({}, {}).inputs.empty());
}

TEST(Effects, OfAnInputWithTwoValuesAreThoseOfASwitch) {
  std::vector<Point> x = space_filling(64, 2, 1);
  std::vector<double> y;
  for (Point& point : x) {
    point[0] = point[0] < 0.5 ? 0 : 1;
    y.push_back(point[0] == 0 ? 5 : 7);
  }
  const Effects found = effects_of(x, y);
  EXPECT_NEAR(found.inputs[0].total.value, 1, 1e-9);
  EXPECT_NEAR(found.inputs[0].at_low, 5, 1e-9);
  EXPECT_NEAR(found.inputs[0].at_high, 7, 1e-9);
}

TEST(Quantile, LiesBetweenTheValues) {
  EXPECT_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_EQ(quantile({1, 2}, 0.25), 1.25);
  EXPECT_EQ(quantile({4}, 0.9), 4);
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

}  // namespace
}  // namespace gf::core::effects_test

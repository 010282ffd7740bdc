// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include <array>
#include <gmock/gmock.h>
#include <numeric>
#include <random>

namespace gf::core::random_test {
namespace {

/// Pearson's statistic of `draws` numbers in `counts`; its mean is counts.size() - 1.
template <std::size_t N>
double chi_square(const std::array<int, N>& counts, int draws) {
  const double expected = static_cast<double>(draws) / N;
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// Computed apart from this code, by the published definitions of FNV-1a, splitmix64, xoshiro256**.
TEST(RandomStream, KnownAnswers) {
  RandomStream stream(1, "t2.plx_a");
  EXPECT_EQ(stream(), 14176487894241587548u);
  EXPECT_EQ(stream(), 3335950006462604882u);
  EXPECT_EQ(RandomStream(2, "t2.plx_a")(), 8195237989225597368u);
  EXPECT_EQ(RandomStream(1, "")(), 16432423420253277277u);
}

TEST(RandomStream, SameSeedAndNameGiveTheSameNumbers) {
  RandomStream a(7, "gpu_0");
  RandomStream b(7, "gpu_0");
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(a(), b());
}

TEST(RandomStream, NamesAndSeedsAreIndependent) {
  RandomStream base(7, "gpu_0");
  RandomStream name(7, "gpu_1");
  RandomStream seed(8, "gpu_0");
  int bits_of_name = 0;
  int bits_of_seed = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t number = base();
    bits_of_name += __builtin_popcountll(number ^ name());
    bits_of_seed += __builtin_popcountll(number ^ seed());
  }
  // Half of 64,000 bits differ; the standard deviation is 126.
  EXPECT_NEAR(bits_of_name, 32'000, 5 * 126);
  EXPECT_NEAR(bits_of_seed, 32'000, 5 * 126);
}

TEST(RandomStream, UniformFillsTheUnitInterval) {
  RandomStream stream(3, "uniform");
  std::array<int, 100> counts{};
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double number = stream.uniform();
    ASSERT_GE(number, 0.0);
    ASSERT_LT(number, 1.0);
    ++counts[static_cast<std::size_t>(number * 100)];
  }
  EXPECT_LT(chi_square(counts, kDraws), 99 + 5 * 14.1);
}

TEST(RandomStream, BelowIsUnbiased) {
  RandomStream stream(3, "below");
  std::array<int, 7> counts{};
  constexpr int kDraws = 70'000;
  for (int i = 0; i < kDraws; ++i) ++counts.at(stream.below(7));
  EXPECT_LT(chi_square(counts, kDraws), 6 + 5 * 3.5);
}

TEST(RandomStream, BelowDrawsAgainWhereTheBoundWouldBiasIt) {
  // With 3 * 2^62 every plain scaling favours some numbers two to one; thirds must come out even.
  constexpr std::uint64_t kBound = 3ull << 62;
  RandomStream stream(3, "large");
  std::array<int, 3> counts{};
  constexpr int kDraws = 30'000;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t number = stream.below(kBound);
    ASSERT_LT(number, kBound);
    ++counts.at(number % 3);
  }
  EXPECT_LT(chi_square(counts, kDraws), 2 + 5 * 2.0);
}

TEST(RandomStream, BelowOneIsZero) {
  RandomStream stream(3, "one");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0u);
}

TEST(RandomStream, GeometricHasTheRightMean) {
  RandomStream stream(3, "geometric");
  constexpr int kDraws = 100'000;
  constexpr double kP = 0.01;
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) sum += static_cast<double>(stream.geometric(kP));
  // Mean (1 - p) / p = 99, standard deviation 99.5 a draw.
  EXPECT_NEAR(sum / kDraws, 99, 5 * 99.5 / std::sqrt(kDraws));
}

TEST(RandomStream, GeometricAtItsEdges) {
  RandomStream stream(3, "edges");
  EXPECT_EQ(stream.geometric(0), ~0ull);
  EXPECT_EQ(stream.geometric(-1), ~0ull);
  EXPECT_EQ(stream.geometric(1), 0u);
  EXPECT_GT(stream.geometric(1e-300), 1ull << 60);
}

TEST(RandomStream, ServesTheStandardLibrary) {
  RandomStream stream(3, "std");
  std::array<int, 52> cards{};
  std::iota(cards.begin(), cards.end(), 0);
  std::shuffle(cards.begin(), cards.end(), stream);
  EXPECT_FALSE(std::is_sorted(cards.begin(), cards.end()));
}

}  // namespace
}  // namespace gf::core::random_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/link/error_injector.h"

#include <cmath>

#include "tests/support/matchers.h"

namespace gf::hw::link::error_injector_test {
namespace {

/// Ordinals of the corrupted ones among `count` transmissions of `bytes`.
std::vector<unsigned> corrupted(ErrorInjector& errors, unsigned count, std::uint32_t bytes = 276) {
  std::vector<unsigned> found;
  for (unsigned i = 0; i < count; ++i) {
    if (errors.corrupts(bytes)) found.push_back(i);
  }
  return found;
}

/// `found` of `count` trials agrees with probability `p` within five standard deviations.
void expect_share(std::size_t found, unsigned count, double p) {
  const double deviation = std::sqrt(count * p * (1 - p));
  EXPECT_NEAR(double(found), count * p, 5 * deviation + 1) << "p = " << p;
}

TEST(ErrorInjector, CleanByDefault) {
  ErrorInjector errors(LinkParams{}, 1, "a");
  EXPECT_THAT(corrupted(errors, 10000), IsEmpty());
  EXPECT_FALSE(errors.loses_answer());
}

class BitErrors : public testing::TestWithParam<std::pair<double, std::uint32_t>> {};

TEST_P(BitErrors, CorruptPacketsAsOftenAsIndependentBitsWould) {
  const auto [rate, bytes] = GetParam();
  LinkParams params;
  params.bit_error_rate = rate;
  ErrorInjector errors(params, 3, "a");
  constexpr unsigned kCount = 400000;
  const double p = 1 - std::pow(1 - rate, 8.0 * bytes);
  expect_share(corrupted(errors, kCount, bytes).size(), kCount, p);
}

INSTANTIATE_TEST_SUITE_P(Rates, BitErrors,
                         testing::Values(std::pair{1e-7, 276u}, std::pair{1e-6, 276u},
                                         std::pair{1e-5, 20u}, std::pair{1e-4, 84u},
                                         std::pair{1e-3, 276u}, std::pair{1e-2, 4120u}));

TEST(ErrorInjector, BitErrorsCountBitsAcrossPacketsOfMixedSizes) {
  LinkParams params;
  params.bit_error_rate = 1e-5;
  ErrorInjector errors(params, 5, "a");
  constexpr unsigned kCount = 300000;
  unsigned small = 0;
  unsigned large = 0;
  for (unsigned i = 0; i < kCount; ++i) {
    if (errors.corrupts(20)) ++small;
    if (errors.corrupts(400)) ++large;
  }
  expect_share(small, kCount, 1 - std::pow(1 - 1e-5, 160));
  expect_share(large, kCount, 1 - std::pow(1 - 1e-5, 3200));
}

TEST(ErrorInjector, PacketErrorsIgnoreTheSize) {
  for (const double rate : {1e-3, 1e-1, 0.9}) {
    LinkParams params;
    params.packet_error_rate = rate;
    ErrorInjector errors(params, 3, "a");
    expect_share(corrupted(errors, 200000, 4120).size(), 200000, rate);
  }
}

TEST(ErrorInjector, LostAnswersHaveTheirOwnStream) {
  LinkParams params;
  params.answer_error_rate = 0.2;
  ErrorInjector errors(params, 3, "a");
  EXPECT_THAT(corrupted(errors, 1000), IsEmpty());
  unsigned lost = 0;
  for (int i = 0; i < 100000; ++i) lost += errors.loses_answer() ? 1 : 0;
  expect_share(lost, 100000, 0.2);
}

TEST(ErrorInjector, ListedTransmissionsInAnyOrder) {
  LinkParams params;
  params.error_packets = {7, 0, 3, 4, 3};
  ErrorInjector errors(params, 1, "a");
  EXPECT_THAT(corrupted(errors, 100), ElementsAre(0, 3, 4, 7));
}

TEST(ErrorInjector, ListedTransmissionsBesidesRandomOnes) {
  LinkParams params;
  params.error_packets = {10};
  params.packet_error_rate = 1e-2;
  ErrorInjector with_list(params, 1, "a");
  params.error_packets.clear();
  ErrorInjector without(params, 1, "a");
  const std::vector<unsigned> a = corrupted(with_list, 5000);
  std::vector<unsigned> b = corrupted(without, 5000);
  b.insert(std::lower_bound(b.begin(), b.end(), 10u), 10u);
  EXPECT_EQ(a, b) << "the list must not shift the random stream";
}

TEST(ErrorInjector, SameSeedAndNameSameErrors) {
  LinkParams params;
  params.bit_error_rate = 1e-5;
  ErrorInjector a(params, 1, "x.tx");
  ErrorInjector b(params, 1, "x.tx");
  ErrorInjector other_seed(params, 2, "x.tx");
  ErrorInjector other_name(params, 1, "y.tx");
  const std::vector<unsigned> expected = corrupted(a, 20000);
  EXPECT_EQ(corrupted(b, 20000), expected);
  EXPECT_NE(corrupted(other_seed, 20000), expected);
  EXPECT_NE(corrupted(other_name, 20000), expected);
}

}  // namespace
}  // namespace gf::hw::link::error_injector_test

// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/exchange_counts.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"
#include "tests/support/errors.h"

namespace gf::model::exchange_counts_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint64_t> read(const std::string& text, unsigned unit = 4) {
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "counts.csv", text);
  return read_exchange_counts((scratch / "counts.csv").string(), 2, unit);
}

TEST(ExchangeCounts, AreALineForEachRank) {
  EXPECT_THAT(read("# from 0\n4, 1 KiB\n\n0,8\n"), ElementsAre(1, 256, 0, 2));
}

TEST(ExchangeCounts, WrongFilesAreRefused) {
  const auto error = [](const std::string& text, unsigned unit = 4) {
    return test::error_of([&] { (void)read(text, unit); }, core::ExitCode::kBadInput);
  };
  EXPECT_THAT(error("4,4\n4\n"), HasSubstr("counts.csv:2: 1 fields; expected 2 lines with 2"));
  EXPECT_THAT(error("4,4\n"), HasSubstr("counts.csv:1: 1 lines"));
  EXPECT_THAT(error("4,4\n4,4\n4,4\n"), HasSubstr("counts.csv:3: 2 fields"));
  EXPECT_THAT(error("4,x\n4,4\n"), HasSubstr("counts.csv:1: x; expected a size"));
  EXPECT_THAT(error("4,2\n4,4\n"), HasSubstr("a multiple of 4 B"));
  EXPECT_THAT(error("4,8\n8,8\n", 8), HasSubstr("a multiple of 8 B"));
}

TEST(ExchangeCounts, SkewGivesTheFirstRankMore) {
  const auto counts = skewed_counts(1000, 4, 7, 1);
  EXPECT_THAT(counts, ElementsAre(700, 100, 100, 100, 700, 100, 100, 100, 700, 100, 100, 100, 700,
                                  100, 100, 100));
  EXPECT_EQ(longest_side(counts, 4), 2800u) << "what the first rank gets";
  EXPECT_THAT(skewed_counts(9, 3, 1, 2), ElementsAre(4, 2, 2, 4, 2, 2, 4, 2, 2));
}

}  // namespace
}  // namespace gf::model::exchange_counts_test

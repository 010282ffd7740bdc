// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::error_test {
namespace {

TEST(FailConfig, OneLineWithObjectValueRangeAndWayOut) {
  EXPECT_EQ(test::error_of(
                [] { fail_config("t2.plx_a", "lanes", "99", "1 ... 32", "see gpufabric params"); },
                ExitCode::kUsage),
            "t2.plx_a.lanes = 99: expected 1 ... 32; see gpufabric params");
}

TEST(FailInput, FileAndLineFirst) {
  EXPECT_EQ(
      test::error_of([] { fail_input("a.csv", 7, "src is dst", "two GPUs"); }, ExitCode::kBadInput),
      "a.csv:7: src is dst; expected two GPUs");
}

TEST(FailInput, LineZeroIsTheWholeFile) {
  EXPECT_EQ(test::error_of([] { fail_input("a.csv", 0, "cannot be read", "a file"); }),
            "a.csv: cannot be read; expected a file");
}

TEST(FailInput, StaysOnOneLineWhateverTheInputHolds) {
  EXPECT_EQ(test::error_of([] { fail_input("a.csv", 7, "src = 'x\ny\x1b'", "a number"); }),
            "a.csv:7: src = 'x\\x0ay\\x1b'; expected a number");
}

TEST(Messages, QuoteAtMost200Characters) {
  const std::string endless(100'000, 'x');
  const auto length_of = [](auto act) {
    const std::string text = test::error_of(act);
    EXPECT_THAT(text, HasSubstr("characters)"));
    return text.size();
  };
  EXPECT_LT(length_of([&] { fail_input("a.csv", 7, "src = '" + endless + "'", "a number"); }), 300);
  EXPECT_LT(length_of([&] { fail_config("t2", "lanes", endless, "1 ... 32", "mend it"); }), 300);
  EXPECT_LT(length_of([&] { fail_input(endless, 7, "src is dst", "two GPUs"); }), 300);
  EXPECT_LT(length_of([&] { fail_write(endless, "the waveform"); }), 310);
  EXPECT_LT(length_of([&] { throw UserError(ExitCode::kUsage, endless); }), 2100);
}

TEST(Check, ActiveInReleaseAndPrintsState) {
  EXPECT_NO_THROW(GF_CHECK(true, "unused"));
  try {
    GF_CHECK(1 + 1 == 3, "credits 5 of 4");
    FAIL() << "passed";
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("1 + 1 == 3"), HasSubstr("credits 5 of 4"),
                                    HasSubstr("error_test.cpp")));
  }
}

}  // namespace
}  // namespace gf::core::error_test

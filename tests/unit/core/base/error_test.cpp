// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include "tests/support/matchers.h"

namespace gf::core::error_test {
namespace {

TEST(FailConfig, OneLineWithObjectValueRangeAndWayOut) {
  try {
    fail_config("t2.plx_a", "lanes", "99", "1 ... 32", "see gpufabric params");
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_STREQ(error.what(), "t2.plx_a.lanes = 99: expected 1 ... 32; see gpufabric params");
  }
}

TEST(FailInput, FileAndLineFirst) {
  try {
    fail_input("a.csv", 7, "src is dst", "two GPUs");
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::kBadInput);
    EXPECT_STREQ(error.what(), "a.csv:7: src is dst; expected two GPUs");
  }
}

TEST(FailInput, LineZeroIsTheWholeFile) {
  try {
    fail_input("a.csv", 0, "cannot be read", "a file");
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "a.csv: cannot be read; expected a file");
  }
}

TEST(FailInput, StaysOnOneLineWhateverTheInputHolds) {
  try {
    fail_input("a.csv", 7, "src = 'x\ny\x1b'", "a number");
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "a.csv:7: src = 'x\\x0ay\\x1b'; expected a number");
  }
}

TEST(Messages, QuoteAtMost200Characters) {
  const std::string endless(100'000, 'x');
  const auto length_of = [](auto act) -> std::size_t {
    try {
      act();
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr("characters)"));
      return std::string(error.what()).size();
    }
    return 0;
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

// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/profile.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"

namespace gf::papers::isca21::profile_test {
namespace {

/// A program whose runs take as long as a script says, by its arguments in $*.
class ProfileTest : public testing::Test {
 protected:
  Profile profile_with(const std::string& cases) {
    std::filesystem::create_directory(scratch_ / "experiment");
    test::write_file(scratch_ / "program",
                     "#!/bin/sh\ncase \"$*\" in " + cases +
                         " *) t=9;; esac\n"
                         "for last; do [ \"$before\" = --outdir ] && dir=$last; before=$last; "
                         "done\nmkdir -p \"$dir\"\n"
                         "echo \"{\\\"results\\\": {\\\"time\\\": {\\\"value\\\": $t, "
                         "\\\"unit\\\": \\\"s\\\"}}}\" > \"$dir/stats.json\"\n");
    std::filesystem::permissions(scratch_ / "program", std::filesystem::perms::owner_all);
    context_.outdir = scratch_ / "experiment";
    context_.program = scratch_ / "program";
    const AppRuns runs(context_, result_, 10);
    return profile(runs, "4x_volta", apps()[1]);
  }
  test::ScratchDirectory scratch_;
  ExperimentContext context_;
  ExperimentResult result_;
};

TEST_F(ProfileTest, TakesTheFastest) {
  const Profile found = profile_with("*inline*) t=5;; *cdp*) t=4;;");
  EXPECT_FALSE(found.is_inline());
  EXPECT_EQ(found.text(), "D 16 KiB 256 CDP");
  EXPECT_EQ(found.time(), 4);
  EXPECT_EQ(found.inline_time, 5);
}

TEST_F(ProfileTest, InlineMustBeFasterToBeTaken) {
  EXPECT_EQ(profile_with("*inline*) t=3;; *cdp*) t=4;;").text(), "I");
}

TEST_F(ProfileTest, OfSeveralTheFirstIsTaken) {
  EXPECT_EQ(profile_with("").text(), "D 16 KiB 2048 Poll");
}

TEST_F(ProfileTest, EachRunIsLinkedOnce) {
  profile_with("");
  EXPECT_EQ(result_.runs.size(), decoupled_grid(context_).size() + 1);
  EXPECT_THAT(result_.runs[0].path, testing::StartsWith("../proact.runs/4x_volta_jacobi_"));
}

}  // namespace
}  // namespace gf::papers::isca21::profile_test

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::why_test {
namespace {

TEST_F(WhyTest, NamesWhatThereIsWhereAskedForWhatThereIsNot) {
  const Captured none = why({"copy 0->7"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err,
              HasSubstr("no flow of this run is called \"copy 0->7\"; it has 3, such as"));
  EXPECT_EQ(why({"--follow", "copy 1->2, packet 99999"}).code, 2);
  const Captured form = why({"--follow", "copy 1->2"});
  EXPECT_EQ(form.code, 2);
  EXPECT_THAT(form.err, HasSubstr("'copy 0->2, packet 17'"));
  const Captured nowhere = program({"why", scratch_ / "none"});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("no run directory"));
}

}  // namespace
}  // namespace gf::test::why_test

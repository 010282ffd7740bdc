// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce/reproduce_recorded.h"

#include "tests/support/matchers.h"
#include "tests/support/reproduce_command.h"

namespace gf::reproduce_recorded_test {
namespace {

using reproduce_command::Reproduce;
using test::Captured;

TEST_F(Reproduce, TheRecordIsShownWithoutARunOrAReport) {
  const Captured run = this->run({"demo.*", "--recorded"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("0 pass, 0 deviate, 0 fail, 0 info\n"));
  EXPECT_THAT(run.out, HasSubstr("not in the record: "));
  EXPECT_THAT(run.out, HasSubstr("recorded: nothing is recorded\n"));
  EXPECT_EQ(run.err, "");
  EXPECT_FALSE(std::filesystem::exists(report()));
}

}  // namespace
}  // namespace gf::reproduce_recorded_test

// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/goal/goal_program.h"

#include <sstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::goal_program_test {
namespace {

GoalProgram read(const std::string& text) {
  std::istringstream in(text);
  return read_goal(in, "p.goal", 8);
}

std::string refusal(const std::string& text) {
  return test::error_of([&] { read(text); });
}

TEST(GoalProgram, ReadsOperationsAndWhatTheyRequire) {
  const GoalProgram program = read(
      "num_ranks 2\n\nrank 0 {\nl1: calc 100 cpu 1  // ns\nl2: send 8b to 1 tag 7 cpu 0 nic 2\n"
      "l2 requires l1\n/* a\n comment */ l3 : calc 5\nl3 irequires l2\n}\n"
      "rank 1 {\r\nrecv 16 b from 0 tag 7\r\n}\n");
  ASSERT_EQ(program.ops.size(), 4u);
  EXPECT_EQ(program.ranks, 2u);
  EXPECT_EQ(program.ops[0].amount, 100u);
  EXPECT_EQ(program.ops[1].kind, GoalOp::Kind::kSend);
  EXPECT_EQ(program.ops[1].peer, 1u);
  EXPECT_EQ(program.ops[1].tag, 7u);
  EXPECT_THAT(program.ops[1].requires_end, ElementsAre(0));
  EXPECT_THAT(program.ops[2].requires_start, ElementsAre(1));
  EXPECT_EQ(program.ops[3].amount, 16u);
  EXPECT_EQ(program.name_of(1), "0.l2");
  EXPECT_EQ(program.name_of(3), "1.line12");
  EXPECT_EQ(program.other_cores, 1u);
  EXPECT_EQ(program.other_nics, 1u);
}

TEST(GoalProgram, AStatementMayStandBesideTheBrace) {
  EXPECT_EQ(read("num_ranks 1\nrank 0 { calc 3\n}\n").ops.size(), 1u);
}

TEST(GoalProgram, LabelsBelongToTheirRank) {
  const GoalProgram program = read("num_ranks 2\nrank 0 {\na: calc 1\n}\nrank 1 {\na: calc 2\n}\n");
  EXPECT_EQ(program.ops[1].amount, 2u);
  EXPECT_THAT(
      refusal("num_ranks 2\nrank 0 {\na: calc 1\n}\nrank 1 {\nb: calc 2\nb requires a\n}\n"),
      HasSubstr("p.goal:7: 'a'; expected a label of this rank, on a line above"));
}

TEST(GoalProgram, RefusesWithTheLine) {
  const std::string head = "num_ranks 2\nrank 0 {\n";
  EXPECT_THAT(refusal(""), HasSubstr("p.goal: no operation"));
  EXPECT_THAT(refusal("rank 0 {\n"), HasSubstr("p.goal:1: a rank; expected num_ranks before it"));
  EXPECT_THAT(refusal("num_ranks 9\n"), HasSubstr("the 8 GPUs of the machine"));
  EXPECT_THAT(refusal("num_ranks 0\n"), HasSubstr("no ranks"));
  EXPECT_THAT(refusal("num_ranks 2\nnum_ranks 2\n"), HasSubstr("second time"));
  EXPECT_THAT(refusal("num_ranks 2\nrank 2 {\n"), HasSubstr("'2'; expected a rank, 0 ... 1"));
  EXPECT_THAT(refusal("num_ranks 2\ncalc 1\n"), HasSubstr("'calc'; expected num_ranks or rank"));
  EXPECT_THAT(refusal(head + "}\nrank 0 {\n"), HasSubstr("rank 0 again"));
  EXPECT_THAT(refusal(head + "calc 1\n"), HasSubstr("p.goal:3: the file ends within rank 0"));
  EXPECT_THAT(refusal(head + "put 1\n"), HasSubstr("'1'; expected ':' or requires"));
  EXPECT_THAT(refusal(head + "a: put 1\n"), HasSubstr("'put'; expected calc, send or recv"));
  EXPECT_THAT(refusal(head + "a: calc 1\na: calc 1\n"), HasSubstr("p.goal:4: 'a'"));
  EXPECT_THAT(refusal(head + "calc x\n"), HasSubstr("'x'; expected ns"));
  EXPECT_THAT(refusal(head + "calc 1 tag 2\n"), HasSubstr("'tag'; expected cpu or nic"));
  EXPECT_THAT(refusal(head + "send 8 to 1\n"), HasSubstr("'to'; expected b"));
  EXPECT_THAT(refusal(head + "send 8b from 1\n"), HasSubstr("'from'; expected to"));
  EXPECT_THAT(refusal(head + "send 8b to\n"), HasSubstr("the line ends; expected a rank"));
  EXPECT_THAT(refusal(head + "recv 8b from -1\n"), HasSubstr("'-1'; expected a rank, 0 ... 1"));
  EXPECT_THAT(refusal(head + "recv 8b from 1 tag -1\n"), HasSubstr("'-1'; expected a tag"));
}

}  // namespace
}  // namespace gf::model::goal_program_test

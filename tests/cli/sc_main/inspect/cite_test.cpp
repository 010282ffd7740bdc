// SPDX-License-Identifier: Apache-2.0
// Holds: papers/citations.h
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::cite_test {
namespace {

TEST(Cite, ShowsEveryPaperAndTheProgram) {
  const Captured run = exits(0, program({"cite"}));
  for (const char* key :
       {"[NUMA17]", "[SC16]", "[PROACT21]", "[DF08]", "[APENET13]", "[GPUFABRIC]"})
    EXPECT_THAT(run.out, HasSubstr(key));
}

TEST(Cite, ShowsOne) {
  const Captured run = exits(0, program({"cite", "sc16"}));
  EXPECT_THAT(run.out, AllOf(StartsWith("[SC16]\n"), HasSubstr("Maxime Martinasso"),
                             Not(HasSubstr("DF08"))));
}

TEST(Cite, WritesBibtex) {
  const Captured run = exits(0, program({"cite", "--bibtex", "DF08", "gpufabric"}));
  EXPECT_THAT(run.out,
              AllOf(StartsWith("@inproceedings{DF08,\n"), HasSubstr("\n@misc{GPUFABRIC,")));
}

TEST(Cite, UnknownKeyIsRefused) {
  const Captured run = exits(2, program({"cite", "SC61"}));
  EXPECT_THAT(run.err, HasSubstr("nearest: SC16"));
}

}  // namespace
}  // namespace gf::test::cite_test

// SPDX-License-Identifier: Apache-2.0
// Which processor the cards of the APEnet+ platforms have, and its short names.
#include "tests/support/apenet_runs.h"
#include "tests/support/matchers.h"

namespace gf::test::processor_choice_test {
namespace {

TEST(ProcessorChoice, FirmwareIsTheDefaultOfEachPlatform) {
  for (const char* const platform : {"apenet_node", "apenet_cluster", "apenet_hsg", "apenet_bfs"}) {
    const Captured params = exits(0, program({"params", platform, "*nios*"}));
    EXPECT_THAT(params.out, ContainsRegex("card.nios.model +iss +iss ")) << platform;
    EXPECT_THAT(params.out, ContainsRegex("nios.cost_table +measured +measured ")) << platform;
  }
}

TEST(ProcessorChoice, ShortNamesChooseATable) {
  const auto latency = [](const std::vector<std::string>& more) {
    std::vector<std::string> settings = {"test=latency", "max=32 B"};
    settings.insert(settings.end(), more.begin(), more.end());
    const Captured ran = exits(0, apenet_runs::run("apenet_node", settings));
    return apenet_runs::table_of(ran.out).at(32);
  };
  const double code = latency({}), table = latency({"nios.model=cost_table"});
  EXPECT_NEAR(table / code, 1, 0.06) << "measured on the code";
  EXPECT_GT(latency({"nios.model=cost_table", "nios.cost_table=published"}), table);
  EXPECT_LT(latency({"nios.program=lean"}), code);
}

/// A build without the cross compiler has no firmware next to the program.
TEST(ProcessorChoice, WithoutFirmwareTheTableIsTheWayOut) {
  const ScratchDirectory scratch;
  const std::string alone = (scratch / "gpufabric").string();
  std::filesystem::copy_file(GF_PROGRAM, alone);
  const std::vector<std::string> run = {alone, "run",          "apenet_node", "-q",
                                        "-p",  "test=latency", "-p",          "max=32 B"};
  EXPECT_THAT(exits(5, capture(run)).err,
              AllOf(HasSubstr("firmware/apenet_list.elf: no such file"),
                    HasSubstr("cross compiler"), HasSubstr("nios.model = cost_table")));
  std::vector<std::string> table = run;
  table.insert(table.end(), {"-p", "nios.model=cost_table"});
  EXPECT_EQ(capture(table).code, 0);
}

}  // namespace
}  // namespace gf::test::processor_choice_test

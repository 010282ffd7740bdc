// SPDX-License-Identifier: Apache-2.0
#include "core/run/stats_files.h"

#include "core/stats/stats.h"
#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::stats_files_test {
namespace {

const std::vector<ResultValue> kResults = {{"end_max", 0.036, "s"}, {"graphs", 2, "count"}};

TEST(StatsFiles, AppearInTheRunDirectory) {
  const test::ScratchDirectory scratch;
  StatGroup group(std::string("b"));
  Counter counter(group, "n", Unit::kCount, "things");
  ++counter;
  RunDirectory directory((scratch / "run").string(), false);
  write_stats_files(directory, kResults);
  directory.commit({});
  EXPECT_EQ(test::read_file(scratch / "run/stats.csv"), "path,name,value,unit\nb,n,1,count\n");
  EXPECT_EQ(parse_json(test::read_file(scratch / "run/stats.json"))["stats"]["b"]["n"]["value"], 1);
  EXPECT_THAT(test::read_file(scratch / "run/summary.txt"), HasSubstr("things"));
}

TEST(StatGlobs, ThatMatchNothingNameTheNearest) {
  StatGroup group(std::string("gpu0"));
  Counter counter(group, "packets", Unit::kCount, "things");
  for (const char* legal : {"", "*", "gpu0.packets", "gpu*, *.packets"})
    EXPECT_NO_THROW(check_stat_globs(legal)) << legal;
  EXPECT_THAT(test::error_of([] { check_stat_globs("gpu*,*.pakets"); }),
              AllOf(HasSubstr("\"*.pakets\" matches none of the 1 statistics"),
                    HasSubstr("there is gpu0.packets")));
}

}  // namespace
}  // namespace gf::core::stats_files_test

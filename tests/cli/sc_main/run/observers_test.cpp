// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/small_run.h"

namespace gf::test::observers_test {
namespace {

using nlohmann::json;
using namespace small_run;  // NOLINT: what these tests share

TEST(Run, StatisticsAreWritten) {
  const ScratchDirectory scratch;
  ASSERT_EQ(program(small({"--outdir", scratch / "run"})).code, 0);
  const json stats = core::parse_json(read_file(scratch / "run/stats.json"));
  EXPECT_EQ(stats["results"]["communications"]["value"], 8);
  EXPECT_FALSE(stats["stats"].empty());
  EXPECT_THAT(read_file(scratch / "run/stats.csv"), StartsWith("path,name,value,unit\n"));
  EXPECT_THAT(read_file(scratch / "run/summary.txt"), HasSubstr("communications"));
}

TEST(Run, WaveformTimelineAndSeriesOnDemand) {
  const ScratchDirectory scratch;
  write_file(scratch / "groups", "credits: *credits*\n");
  const Captured run =
      exits(0, program(small({"--outdir", scratch / "run", "--vcd", "plx_a.*", "--vcd-to", "2 us",
                              "--vcd-groups", scratch / "groups", "--timeline", "--series", "1 us",
                              "--series-of", "gpu0*"})));
  EXPECT_THAT(read_file(scratch / "run/waves.vcd"), HasSubstr("$enddefinitions"));
  EXPECT_THAT(read_file(scratch / "run/waves.gtkw"), HasSubstr("waves.vcd"));
  EXPECT_FALSE(core::parse_json(read_file(scratch / "run/timeline.json")).empty());
  EXPECT_THAT(
      read_file(scratch / "run/series.csv"),
      AllOf(StartsWith("time_s,path,name,value\n"), HasSubstr("gpu0"), Not(HasSubstr("gpu1"))));
}

TEST(Run, WaveformOfNothingNamesTheNearestProbe) {
  const ScratchDirectory scratch;
  EXPECT_THAT(exits(2, program(small({"--outdir", scratch / "run", "--vcd", "no.such.probe"}))).err,
              HasSubstr("no.such.probe"));
  EXPECT_THAT(names_in(scratch.path()), IsEmpty());
}

}  // namespace
}  // namespace gf::test::observers_test

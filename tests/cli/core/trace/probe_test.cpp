// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <map>

#include "core/text/json.h"
#include "tests/support/program.h"
#include "tests/support/wave_runs.h"

namespace gf::test::probe_test {
namespace {

using nlohmann::json;
using namespace wave_runs;  // NOLINT: what these tests share

TEST(Waves, TimelineHasEveryCopy) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  std::map<std::string, double> lengths;
  for (const json& event : core::parse_json(read_file(scratch / "run/timeline.json"))) {
    if (event["ph"] == "X") lengths[event["name"]] += event["dur"].get<double>();
  }
  for (const std::string name : {"0->2", "1->4", "3->2", "6->4", "copy to GPU 2", "copy to GPU 4"})
    EXPECT_GT(lengths[name], 20) << name;
  EXPECT_DOUBLE_EQ(lengths["table1"], lengths["1->4"]);  // The last one to end.
}

TEST(Waves, WatchingChangesNoResult) {
  const ScratchDirectory scratch;
  const Captured watched = run_with_waves(scratch / "watched");
  const Captured plain = run_table1(scratch / "plain", {});
  ASSERT_EQ(watched.code, 0) << watched.err;
  EXPECT_EQ(watched.out, plain.out);
  for (const std::string file : {"stats.json", "stats.csv", "communications.csv"})
    EXPECT_EQ(read_file((scratch / "watched") / file), read_file((scratch / "plain") / file))
        << file;
}

TEST(Waves, SameRunSameBytes) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "1").code, 0);
  ASSERT_EQ(run_with_waves(scratch / "2").code, 0);
  for (const std::string file : {"waves.vcd", "waves.gtkw", "timeline.json", "series.csv"})
    EXPECT_EQ(read_file(scratch / "1" / file), read_file(scratch / "2" / file)) << file;
}

}  // namespace
}  // namespace gf::test::probe_test

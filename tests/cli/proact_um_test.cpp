// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/unified.h hw/gpu/memory/um_*
// Unified memory and its hints, as a user gives them.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_um_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const Words kPopulate = {"-p", "host.um_populate=true", "-p", "host.um_read_mostly=false",
                         "-p", "host.um_prefetch=false"};

/// A run with real bytes.
struct UmRun {
  explicit UmRun(const Words& hints) {
    const ScratchDirectory scratch;
    Words words = pagerank({"--json", "--outdir", scratch / "run", "-p", "check=true"});
    words.insert(words.end(), hints.begin(), hints.end());
    const Captured one = run_proact("um", words);
    EXPECT_EQ(one.code, 0) << one.err;
    if (one.code != 0) return;
    results = core::parse_json(one.out).at("results");
    stats = read_file(scratch / "run/stats.csv");
    EXPECT_EQ(value("wrong_bytes") + value("stale_reads"), 0);
  }
  [[nodiscard]] double value(const char* name) const { return results.at(name).at("value"); }
  /// What the driver counted.
  [[nodiscard]] double driver(const std::string& name) const { return stat(stats, "um," + name); }

  json results;
  std::string stats;
};

TEST(ProactUm, PagesThatDoNotMoveStayWithGpu0) {
  const Captured one = run_proact("um", pagerank({"--json", "-p", "system=4x_kepler"}));
  ASSERT_EQ(one.code, 0) << one.err;
  const json results = core::parse_json(one.out).at("results");
  EXPECT_EQ(results.at("copy_time").at("value"), 0) << "no prefetch: GPUs before Pascal have none";
  EXPECT_GT(results.at("link_packets").at("value"), 1000) << "the others reach it over the fabric";
}

TEST(ProactUm, HintsDecideWhatTheDriverDoes) {
  const UmRun default_value(Words{});
  EXPECT_GT(default_value.driver("pages_replicated"), 0);
  EXPECT_GT(default_value.driver("prefetches"), 0);
  const UmRun replicated(Words{"-p", "host.um_prefetch=false"});
  EXPECT_GT(replicated.driver("pages_replicated"), 0);
  EXPECT_EQ(replicated.driver("prefetches"), 0);
  const UmRun plain(Words{"-p", "host.um_prefetch=false", "-p", "host.um_read_mostly=false"});
  EXPECT_EQ(plain.driver("pages_replicated"), 0);
  EXPECT_GT(plain.driver("pages_migrated"), 0);
}

TEST(ProactUm, PageTablesThatAreFilledLeaveNoFaults) {
  const UmRun moved(Words{"-p", "host.um_prefetch=false"});
  const UmRun mapped(kPopulate);
  EXPECT_GT(moved.driver("faults"), 0);
  EXPECT_EQ(mapped.driver("faults"), 0);
  EXPECT_EQ(mapped.driver("bytes"), 0) << "no page moves";
  EXPECT_GT(mapped.value("link_packets"), 1000) << "who needs another's share loads it there";
  EXPECT_LT(mapped.value("time"), moved.value("time"));
}

TEST(ProactUm, BeforePascalThereIsNoTableToFill) {
  Words words = pagerank({"-p", "system=4x_kepler"});
  words.insert(words.end(), kPopulate.begin(), kPopulate.end());
  const Captured one = run_proact("um", words);
  EXPECT_EQ(one.code, 2);
  EXPECT_THAT(one.err, AllOf(HasSubstr("host.um_populate = true"), HasSubstr("um.faults")));
}

}  // namespace
}  // namespace gf::test::proact_um_test

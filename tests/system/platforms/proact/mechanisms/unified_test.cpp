// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/um_*
// Unified memory and its hints, as a user gives them.
#include "tests/support/matchers.h"
#include "tests/support/proact_machine.h"

namespace gf::test::unified_test {
namespace {

const Settings kPopulate = {"host.um_populate=true", "host.um_read_mostly=false",
                            "host.um_prefetch=false"};

/// A run with real bytes.
struct UmRun {
  explicit UmRun(const Settings& hints)
      : run(run_proact("um", pagerank(Settings{"check=true"} + hints))) {
    EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
    EXPECT_EQ(run["wrong_bytes"] + run["stale_reads"], 0);
  }
  /// What the driver counted.
  [[nodiscard]] double driver(const std::string& name) const { return run.stat("um," + name); }

  PlatformRun run;
};

TEST(ProactUm, PagesThatDoNotMoveStayWithGpu0) {
  const PlatformRun one = run_proact("um", pagerank({"system=4x_kepler"}));
  ASSERT_EQ(one.code, core::ExitCode::kDone) << one.reason;
  EXPECT_EQ(one["copy_time"], 0) << "no prefetch: GPUs before Pascal have none";
  EXPECT_GT(one["link_packets"], 1000) << "the others reach it over the fabric";
}

TEST(ProactUm, HintsDecideWhatTheDriverDoes) {
  const UmRun standard(Settings{});
  EXPECT_GT(standard.driver("pages_replicated"), 0);
  EXPECT_GT(standard.driver("prefetches"), 0);
  const UmRun replicated(Settings{"host.um_prefetch=false"});
  EXPECT_GT(replicated.driver("pages_replicated"), 0);
  EXPECT_EQ(replicated.driver("prefetches"), 0);
  const UmRun plain(Settings{"host.um_prefetch=false", "host.um_read_mostly=false"});
  EXPECT_EQ(plain.driver("pages_replicated"), 0);
  EXPECT_GT(plain.driver("pages_migrated"), 0);
}

TEST(ProactUm, PageTablesThatAreFilledLeaveNoFaults) {
  const UmRun moved(Settings{"host.um_prefetch=false"});
  const UmRun mapped(kPopulate);
  EXPECT_GT(moved.driver("faults"), 0);
  EXPECT_EQ(mapped.driver("faults"), 0);
  EXPECT_EQ(mapped.driver("bytes"), 0) << "no page moves";
  EXPECT_GT(mapped.run["link_packets"], 1000) << "who needs another's share loads it there";
  EXPECT_LT(mapped.run["time"], moved.run["time"]);
}

TEST(ProactUm, BeforePascalThereIsNoTableToFill) {
  const PlatformRun one = run_proact("um", pagerank(Settings{"system=4x_kepler"} + kPopulate));
  EXPECT_EQ(one.code, core::ExitCode::kUsage);
  EXPECT_THAT(one.reason, AllOf(HasSubstr("host.um_populate = true"), HasSubstr("um.faults")));
}

}  // namespace
}  // namespace gf::test::unified_test

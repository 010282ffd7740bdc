// SPDX-License-Identifier: Apache-2.0
#include "core/base/units.h"
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/profile_command.h"
#include "tests/support/program.h"

namespace gf::test::profile_lists_test {
namespace {

using namespace profile_command;  // NOLINT: what these tests share

/// The paper's: inline, and polling and child kernels with 4 KiB to 16 MiB and 32 to 8192 threads.
TEST(Profile, TheDefaultGridIsThePapers) {
  const Captured plan = program({"profile", "proact", "--dry-run", "--json", "--store", "", "-p",
                                 "workload=microbenchmark", "-p", "app.bytes=16 MiB"});
  ASSERT_EQ(plan.code, 0) << plan.err;
  std::vector<std::string> names;
  const auto runs = core::parse_json(plan.out).at("runs");
  for (const auto& run : runs) names.push_back(run.at("name"));
  std::vector<std::string> all = {"mechanism=inline"};
  for (const char* mechanism : {"polling", "cdp"})
    for (std::uint64_t chunk = 4096; chunk <= 16u << 20; chunk *= 2)
      for (unsigned threads = 32; threads <= 8192; threads *= 2)
        all.push_back("mechanism=" + std::string(mechanism) + ", chunk=" +
                      core::to_text(core::Bytes(chunk)) + ", threads=" + std::to_string(threads));
  EXPECT_EQ(all.size(), 1u + 2 * 13 * 9);
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(all));
}

TEST(Profile, LeavesOutWhatIsLargerThanTheRegion) {
  const ScratchDirectory scratch;
  const Captured run = program(small(scratch, {"--csv", "--mechanisms", "hw", "--chunks",
                                               "256 KiB:16 MiB"}));  // The region: 512 KiB.
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(csv(run.out).size(), 1u + 2u);
  const Captured none = program(small(scratch, {"--mechanisms", "hw", "--chunks", "1 MiB,2 MiB"}));
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("not larger than the region, 512 KiB"));
}

}  // namespace
}  // namespace gf::test::profile_lists_test

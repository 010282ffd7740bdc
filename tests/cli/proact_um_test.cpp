// SPDX-License-Identifier: Apache-2.0
// Unified memory and its hints, as a user gives them.
#include <gmock/gmock.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/proact_runs.h"

namespace gf::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const Words kPopulate = {"-p", "host.um_populate=true", "-p", "host.um_read_mostly=false",
                         "-p", "host.um_prefetch=false"};

/// A run with real bytes: its results, and what the driver counted.
struct UmRun {
  json results;
  std::map<std::string, double> driver;

  [[nodiscard]] double value(const char* name) const { return results.at(name).at("value"); }
};

UmRun run_um(const Words& hints) {
  const ScratchDirectory scratch;
  Words words = pagerank({"--json", "--outdir", scratch / "run", "-p", "check=true"});
  words.insert(words.end(), hints.begin(), hints.end());
  const Captured one = run_proact("um", words);
  EXPECT_EQ(one.code, 0) << one.err;
  UmRun run{json::parse(one.out).at("results"), {}};
  std::istringstream lines(read_file(scratch / "run/stats.csv"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string part, name, number;
    std::getline(std::getline(std::getline(fields, part, ','), name, ','), number, ',');
    if (part == "um") run.driver[name] = std::stod(number);
  }
  EXPECT_EQ(run.value("wrong_bytes") + run.value("stale_reads"), 0);
  return run;
}

TEST(ProactUm, PagesThatDoNotMoveStayWithGpu0) {
  const Captured one = run_proact("um", pagerank({"--json", "-p", "system=4x_kepler"}));
  ASSERT_EQ(one.code, 0) << one.err;
  const json results = json::parse(one.out).at("results");
  EXPECT_EQ(results.at("copy_time").at("value"), 0) << "no prefetch: GPUs before Pascal have none";
  EXPECT_GT(results.at("link_packets").at("value"), 1000) << "the others reach it over the fabric";
}

TEST(ProactUm, HintsDecideWhatTheDriverDoes) {
  const UmRun standard = run_um({});
  EXPECT_GT(standard.driver.at("pages_replicated"), 0);
  EXPECT_GT(standard.driver.at("prefetches"), 0);
  const UmRun replicated = run_um({"-p", "host.um_prefetch=false"});
  EXPECT_GT(replicated.driver.at("pages_replicated"), 0);
  EXPECT_EQ(replicated.driver.at("prefetches"), 0);
  const UmRun plain = run_um({"-p", "host.um_prefetch=false", "-p", "host.um_read_mostly=false"});
  EXPECT_EQ(plain.driver.at("pages_replicated"), 0);
  EXPECT_GT(plain.driver.at("pages_migrated"), 0);
}

TEST(ProactUm, PageTablesThatAreFilledLeaveNoFaults) {
  const UmRun moved = run_um({"-p", "host.um_prefetch=false"});
  const UmRun mapped = run_um(kPopulate);
  EXPECT_GT(moved.driver.at("faults"), 0);
  EXPECT_EQ(mapped.driver.at("faults"), 0);
  EXPECT_EQ(mapped.driver.at("bytes"), 0) << "no page moves";
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
}  // namespace gf::test

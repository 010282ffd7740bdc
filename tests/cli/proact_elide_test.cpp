// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/choices.h platforms/proact/mechanisms/software_agent.h
// Parameters of the platform `proact` that leave out parts of software agents.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::proact_elide_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Captured run(const std::string& mechanism, const std::string& elide,
             const std::string& check = "false") {
  static const ScratchDirectory scratch;
  return program({"run",
                  "proact",
                  "-p",
                  "workload=jacobi",
                  "-p",
                  "app.bytes=256 KiB",
                  "-p",
                  "iterations=1",
                  "-p",
                  "chunk=16 KiB",
                  "-p",
                  "threads=256",
                  "-p",  // a driver that takes its time hides what copies take
                  "host.cdp_interval=10 ns",
                  "-p",
                  "host.cdp_completion=10 ns",
                  "-p",
                  "mechanism=" + mechanism,
                  "-p",
                  "elide=" + elide,
                  "-p",
                  "check=" + check,
                  "--json",
                  "--outdir",
                  scratch / (mechanism + elide + check)});
}

double value(const Captured& run, const std::string& name) {
  const nlohmann::json all = core::parse_json(run.out);
  return all.at("results").at(name).at("value").get<double>();
}

class Elide : public testing::TestWithParam<const char*> {};

TEST_P(Elide, LeavesOutStoresThenAgents) {
  const Captured whole = run(GetParam(), "none");
  const Captured no_stores = run(GetParam(), "stores");
  const Captured no_agents = run(GetParam(), "transfers");
  for (const Captured& one : {whole, no_stores, no_agents}) ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_GT(value(whole, "link_bytes"), 0);
  EXPECT_EQ(value(no_stores, "link_bytes"), 0);
  EXPECT_EQ(value(no_agents, "link_bytes"), 0);
  EXPECT_GT(value(whole, "time"), value(no_stores, "time"));
  EXPECT_GT(value(no_stores, "time"), value(no_agents, "time"));
  // What is left are the producer's own instructions and those of its counters.
  EXPECT_GT(value(no_stores, "warp_instructions"), value(no_agents, "warp_instructions"));
  EXPECT_GT(value(no_agents, "warp_instructions"),
            value(run("infinite", "none"), "warp_instructions"));
}
INSTANTIATE_TEST_SUITE_P(Agents, Elide, testing::Values("polling", "cdp"));

TEST(ElideRefusals, MechanismsWithoutSoftwareAgents) {
  const Captured refused = run("inline", "stores");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("elide = stores"), HasSubstr("mechanism = inline")));
}

TEST(ElideRefusals, RunsThatCompareBytes) {
  const Captured refused = run("polling", "transfers", "true");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("check = true"));
}

}  // namespace
}  // namespace gf::test::proact_elide_test

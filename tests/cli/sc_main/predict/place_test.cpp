// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::place_test {
namespace {

using namespace machine_runs;  // NOLINT: what these tests share

const std::string kServer = GF_SOURCE_DIR "/docs/examples/server.ini";

Captured place(Words words) {
  words.insert(words.begin(), {"place", kServer, "--bytes", "1 MiB", "--store", "", "-q"});
  return program(words);
}

TEST(Place, SortsKindsByWhatTheirRunsGave) {
  const Captured run = exits(0, place({"--gpus", "2", "--yours", "gpu0,gpu3", "--json"}));
  const nlohmann::json all = core::parse_json(run.out);
  EXPECT_EQ(all["choices"], 6);
  const nlohmann::json& kinds = all["kinds"];
  ASSERT_EQ(kinds.size(), 3u) << "near pairs, far pairs, and yours";
  EXPECT_EQ(kinds[0]["gpus"], (std::vector<std::string>{"gpu0", "gpu1"}));
  EXPECT_EQ(kinds[0]["alike"], 2);
  EXPECT_EQ(kinds[0]["path"], "PHB");
  EXPECT_GT(kinds[0]["busbw"].get<double>(), kinds[1]["busbw"].get<double>());
  EXPECT_THAT(kinds[1]["busiest_link"].get<std::string>(), HasSubstr("rc"));
  // A run that is made by hand gives the same.
  auto by_hand = results({"--machine", kServer, "-p", "gpu_model=full", "--workload",
                          "allreduce:algorithm=nccl,bytes=1 MiB,gpus=gpu0 gpu1"});
  EXPECT_NEAR(by_hand["collective_0.busbw"]["value"].get<double>(), kinds[0]["busbw"].get<double>(),
              1);
}

TEST(Place, ATableNamesTheBestAndTheWorst) {
  const Captured run = exits(0, place({"--gpus", "2", "--yours", "gpu3,gpu1"}));
  EXPECT_THAT(run.out, HasSubstr("6 choices of 2 GPUs, of 2 kinds; simulated: allreduce of 1 MiB"));
  EXPECT_THAT(run.out, ContainsRegex("best +gpu0 gpu1 "));
  EXPECT_THAT(run.out, ContainsRegex("yours(, worst)? +gpu3 gpu1 "));
}

TEST(Place, SaysWhatItNeeds) {
  EXPECT_THAT(exits(2, place({})).err, HasSubstr("--gpus"));
  EXPECT_THAT(exits(2, place({"--gpus", "5"})).err, HasSubstr("expected 2 ... 4"));
  EXPECT_THAT(exits(2, place({"--gpus", "2", "--yours", "gpu0,gpu1,gpu2"})).err,
              HasSubstr("2 GPUs, as --gpus says"));
  EXPECT_THAT(exits(2, place({"--gpus", "2", "--yours", "gpu0,gpu9"})).err, HasSubstr("gpu9"));
  EXPECT_THAT(
      exits(2, program({"place", GF_SOURCE_DIR "/docs/examples/two_nodes.ini", "--gpus", "2"})).err,
      HasSubstr("a machine of one node"));
}

}  // namespace
}  // namespace gf::test::place_test

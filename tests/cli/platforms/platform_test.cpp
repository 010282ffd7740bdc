// SPDX-License-Identifier: Apache-2.0
// Holds: core/stats/result_value.h
// Each run gives the results and files that help describes.
#include "platforms/platform.h"

#include "core/base/text_match.h"
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::platform_test {
namespace {

/// A short run of each platform, with what adds results.
const std::map<std::string, Words> kShort = {
    {"pcie_t1", {"workload=ring:bytes=4 KiB", "real_bytes=true"}},
    {"pcie_t2", {"workload=ring:bytes=4 KiB"}},
    {"pcie_tree", {"workload=ring:bytes=4 KiB"}},
    {"cluster", {"machine=two_socket", "workload=ring:bytes=4 KiB", "real_bytes=true"}},
    {"dragonfly", {"p=1", "a=2", "h=1", "load=0.1", "flit_error_rate=0.001"}},
    {"torus", {"x=2", "y=2", "z=1", "load=0.1", "reply_flits=1"}},
    {"fat_tree", {"k=2", "n=2", "load=0.1"}},
    {"hyperx", {"l=1", "s=2", "t=2", "load=0.1"}},
    {"network_file", {"load=0.1"}},
    {"nvlink_node", {"workload=bfs", "workload_options=scale=8"}},
    {"proact", {"iterations=1", "check=true"}},
    {"gpu_node", {"workload=bfs", "workload_options=scale=8"}},
    {"store_goodput", {"bytes=4 B"}},
    {"apenet_node", {"test=read", "min=64 KiB", "max=64 KiB", "trace=bus", "window=1"}},
    {"apenet_cluster", {"test=latency", "max=64 B"}},
    {"apenet_hsg", {"app.l=8", "shape=2x1x1", "app.spins=true"}},
    {"apenet_bfs", {"app.scale=6", "shape=2x1x1"}},
};

/// Further runs, with results and files that those above lack.
const std::vector<std::pair<std::string, Words>> kFurther = {
    {"pcie_t2", {"workload=peer_matrix:bytes=4 KiB"}},
    {"pcie_tree", {"workload=allreduce:bytes=4 KiB,check=true", "record=true"}},
    {"cluster", {"nodes=2", "workload=ring:bytes=4 KiB"}},
    {"cluster", {"machine=dgx1_v100", "workload=ring:bytes=4 KiB"}},
    {"cluster", {"machine=apenet_node", "workload=ring:bytes=4 KiB"}},
    {"torus",
     {"x=2", "y=1", "z=1",
      "workload=training:layers=1,microbatches=1,forward=1 us,parameters=4 KiB"}},
    {"nvlink_node", {"workload=allreduce:bytes=4 KiB"}},
    {"proact", {"nodes=2", "mechanism=hw", "iterations=1"}},
    {"apenet_cluster", {"test=halo", "max=64 B"}},
    {"apenet_cluster", {"test=bw", "max=64 B", "over=ib"}},
    {"apenet_cluster", {"workload=ring:bytes=4 KiB"}},
};

using Json = nlohmann::json;

/// Runs `platform` with these settings in `directory`.
Captured run_of(const std::string& platform, const Words& settings, const std::string& directory) {
  Words words = {"run", platform, "-q", "-o", directory};
  for (const std::string& setting : settings) words = words + Words{"-p", setting};
  return program(words);
}

Json help_of(const std::string& platform) {
  return core::parse_json(program({"help", platform, "--json"}).out);
}

/// Returns those of `notes` whose name matches; there should be one.
std::vector<Json> notes_of(const std::string& name, const Json& notes) {
  std::vector<Json> found;
  for (const Json& note : notes)
    if (core::glob_match(note.at("name").get<std::string>(), name)) found.push_back(note);
  return found;
}

std::vector<std::pair<std::string, Words>> all_runs() {
  std::vector<std::pair<std::string, Words>> runs(kShort.begin(), kShort.end());
  runs.insert(runs.end(), kFurther.begin(), kFurther.end());
  return runs;
}

class EveryRun : public testing::TestWithParam<std::pair<std::string, Words>> {};
INSTANTIATE_TEST_SUITE_P(Help, EveryRun, testing::ValuesIn(all_runs()), [](const auto& info) {
  return std::to_string(info.index) + "_" + info.param.first;
});

TEST_P(EveryRun, GivesResultsAndFilesThatHelpDescribes) {
  const ScratchDirectory scratch;
  const auto& [platform, settings] = GetParam();
  const Captured run = exits(0, run_of(platform, settings, scratch / "run"));
  const Json help = help_of(platform);
  const Json results = core::parse_json(read_file(scratch / "run/stats.json")).at("results");
  for (const auto& [name, result] : results.items()) {
    const auto notes = notes_of(name, help.at("results"));
    ASSERT_EQ(notes.size(), 1u) << name;
    EXPECT_EQ(notes[0].at("unit"), result.at("unit")) << name;
  }
  const Json record = core::parse_json(read_file(scratch / "run/run.json"));
  for (const Json& file : record.at("files"))
    EXPECT_EQ(notes_of(file, help.at("files")).size(), 1u) << file;
}

class EveryPlatform : public testing::TestWithParam<std::string> {
 protected:
  static std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const platforms::PlatformEntry& entry : platforms::all_platforms())
      names.push_back(entry.name);
    return names;
  }
  friend std::vector<std::string> platform_names();
};
std::vector<std::string> platform_names() { return EveryPlatform::names(); }
INSTANTIATE_TEST_SUITE_P(Help, EveryPlatform, testing::ValuesIn(platform_names()),
                         [](const auto& info) { return info.param; });

/// Meanings of results that need a setting end with that setting in brackets.
TEST_P(EveryPlatform, PromisesNoResultThatItDoesNotGive) {
  const ScratchDirectory scratch;
  ASSERT_EQ(kShort.count(GetParam()), 1u) << "give it a short run";
  ASSERT_EQ(run_of(GetParam(), kShort.at(GetParam()), scratch / "run").code, 0);
  const Json results = core::parse_json(read_file(scratch / "run/stats.json")).at("results");
  for (const Json& note : help_of(GetParam()).at("results")) {
    bool given = note.at("meaning").get<std::string>().back() == ')';
    for (const auto& [name, result] : results.items())
      given = given || core::glob_match(note.at("name").get<std::string>(), name);
    EXPECT_TRUE(given) << note.at("name");
  }
}

TEST_P(EveryPlatform, HasHelpOfParametersResultsAndFiles) {
  EXPECT_THAT(
      exits(0, program({"help", GetParam()})).out,
      AllOf(HasSubstr("Usage: gpufabric run " + GetParam()), HasSubstr("\nParameters\n"),
            HasSubstr("\nResults\n"), HasSubstr("\nFiles with --outdir\n"), HasSubstr("\nseed ")));
  const Json json = help_of(GetParam());
  EXPECT_EQ(json.at("parameters"), core::parse_json(program({"params", GetParam(), "--json"}).out));
  EXPECT_FALSE(json.at("results").empty());
  EXPECT_FALSE(json.at("files").empty());
}

}  // namespace
}  // namespace gf::test::platform_test

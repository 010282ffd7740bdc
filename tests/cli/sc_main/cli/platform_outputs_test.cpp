// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/platform_outputs.h"

#include "core/base/text_match.h"
#include "core/text/json.h"
#include "platforms/platform.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::platform_outputs_test {
namespace {

using app::OutputNote;

/// A short run of each platform, with what adds results.
const std::map<std::string, std::vector<std::string>> kShort = {
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

/// Those of `notes` that name it; two would be one too many.
std::vector<OutputNote> notes_of(const std::string& name, const std::vector<OutputNote>& notes) {
  std::vector<OutputNote> found;
  for (const OutputNote& note : notes)
    if (core::glob_match(note.name, name)) found.push_back(note);
  return found;
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

TEST_P(EveryPlatform, TellsOfEachResultAndFile) {
  const ScratchDirectory scratch;
  std::vector<std::string> words = {"run", GetParam(), "-q", "-o", scratch / "run"};
  ASSERT_EQ(kShort.count(GetParam()), 1u) << "give it a short run";
  for (const std::string& setting : kShort.at(GetParam()))
    words.insert(words.end(), {"-p", setting});
  const Captured run = program(words);
  ASSERT_EQ(run.code, 0) << run.err;
  const app::PlatformOutputs* const outputs = app::find_outputs(GetParam());
  ASSERT_NE(outputs, nullptr);
  const auto results = core::parse_json(read_file(scratch / "run/stats.json")).at("results");
  for (const auto& [name, result] : results.items()) {
    const auto notes = notes_of(name, outputs->results);
    ASSERT_EQ(notes.size(), 1u) << name;
    EXPECT_EQ(notes[0].unit, result.at("unit").get<std::string>()) << name;
  }
  std::vector<OutputNote> files = app::files_of_every_run();
  files.insert(files.end(), outputs->files.begin(), outputs->files.end());
  const auto record = core::parse_json(read_file(scratch / "run/run.json"));
  for (const auto& file : record.at("files")) EXPECT_EQ(notes_of(file, files).size(), 1u) << file;
}

/// Results that need a setting of their own are told with it in brackets.
TEST_P(EveryPlatform, PromisesNoResultThatItDoesNotGive) {
  const ScratchDirectory scratch;
  std::vector<std::string> words = {"run", GetParam(), "-q", "-o", scratch / "run"};
  for (const std::string& setting : kShort.at(GetParam()))
    words.insert(words.end(), {"-p", setting});
  ASSERT_EQ(program(words).code, 0);
  const auto results = core::parse_json(read_file(scratch / "run/stats.json")).at("results");
  for (const OutputNote& note : app::find_outputs(GetParam())->results) {
    bool given = note.meaning.back() == ')';
    for (const auto& [name, result] : results.items())
      given = given || core::glob_match(note.name, name);
    EXPECT_TRUE(given) << note.name;
  }
}

TEST_P(EveryPlatform, HasHelpOfParametersResultsAndFiles) {
  const Captured help = program({"help", GetParam()});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("Usage: gpufabric run " + GetParam()),
                              HasSubstr("\nParameters\n"), HasSubstr("\nResults\n"),
                              HasSubstr("\nFiles with --outdir\n"), HasSubstr("\nseed ")));
  const auto json = core::parse_json(program({"help", GetParam(), "--json"}).out);
  EXPECT_EQ(json.at("parameters"), core::parse_json(program({"params", GetParam(), "--json"}).out));
  EXPECT_FALSE(json.at("results").empty());
  EXPECT_FALSE(json.at("files").empty());
}

}  // namespace
}  // namespace gf::test::platform_outputs_test

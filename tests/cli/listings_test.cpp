// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/inspect/list.cpp platforms/graph_writers.h
// Every listing as JSON says what its text says.
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::listings_test {
namespace {

nlohmann::json json_of(const std::vector<std::string>& words, int code = 0) {
  const Captured run = program(words);
  EXPECT_EQ(run.code, code) << run.err;
  return core::parse_json(run.out);
}

TEST(Listings, CitationsAreAList) {
  const auto all = json_of({"cite", "--json"});
  EXPECT_GE(all.size(), 6u);
  const auto one = json_of({"cite", "SC16", "--json"});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].at("key"), "SC16");
  EXPECT_THAT(program({"cite", "SC16"}).out, HasSubstr(one[0].at("title").get<std::string>()));
  EXPECT_EQ(program({"cite", "--json", "--bibtex"}).code, 2);
}

TEST(Listings, ATopologyHasNodesAndLinks) {
  const auto graph = json_of({"topology", "pcie_t2", "--json"});
  EXPECT_EQ(graph.at("nodes").size(), 15u);
  EXPECT_EQ(graph.at("links").size(), 14u);
  const auto& link = graph.at("links")[0];
  EXPECT_EQ(link.at("kind"), "pcie");
  EXPECT_TRUE(link.at("below").get<bool>());
  EXPECT_NEAR(link.at("there").at("rate").get<double>(), 15.754e9, 1e6);
  EXPECT_EQ(program({"topology", "pcie_t2", "--json", "--csv"}).code, 2);
}

TEST(Listings, WorkloadsAndWhatOneMoves) {
  const auto all = json_of({"workloads", "--json"});
  EXPECT_GE(all.size(), 10u);
  const auto one = json_of({"workloads", "hpgmg_uvm", "--gpus", "2", "--json"});
  EXPECT_EQ(one.at("gpus"), 2);
  ASSERT_FALSE(one.at("kernels").empty());
  EXPECT_EQ(one.at("kernels")[0].at("bytes_from_to").size(), 2u);
}

TEST(Listings, ExperimentsAreAList) {
  const auto list = json_of({"reproduce", "--list", "--json", "pcie.*"});
  std::size_t lines = 0;
  for (const char c : program({"reproduce", "--list", "pcie.*"}).out) lines += c == '\n' ? 1 : 0;
  EXPECT_EQ(list.size(), lines);
  EXPECT_EQ(list[0].at("id").get<std::string>().rfind("pcie.", 0), 0u);
}

TEST(Listings, TheStoreTellsWhatItHolds) {
  const ScratchDirectory scratch;
  const std::string store = scratch / "store";
  json_of({"curve", "torus", "-p", "x=2", "-p", "y=2", "-p", "z=1", "--loads", "0.1", "--store",
           store, "--json"});
  const auto list = json_of({"runs", "list", "--store", store, "--json"});
  ASSERT_EQ(list.at("runs").size(), 1u);
  EXPECT_EQ(list.at("bytes"), list.at("runs")[0].at("bytes"));
  EXPECT_THAT(list.at("runs")[0].at("command").get<std::string>(),
              HasSubstr("gpufabric run torus"));
  EXPECT_EQ(program({"runs", "clean", "--store", store, "--json"}).code, 2);
}

TEST(Listings, ACheckTellsOfEachFile) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad.csv", "nothing\n");
  const auto list = json_of(
      {"check", GF_SOURCE_DIR "/docs/examples/graphs.csv", scratch / "bad.csv", "--json"}, 5);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_TRUE(list[0].at("ok").get<bool>());
  EXPECT_EQ(list[0].at("text"),
            "2 graphs, 6 communications; not checked: that a machine has these devices");
  EXPECT_EQ(list[0].at("guessed"), "");
  EXPECT_FALSE(list[1].at("ok").get<bool>());
}

TEST(Listings, ADifferenceHasBothValues) {
  const ScratchDirectory scratch;
  for (const char* bytes : {"4", "8"})
    ASSERT_EQ(program({"run", "store_goodput", "-q", "-p", std::string("bytes=") + bytes + " B",
                       "-o", scratch / bytes})
                  .code,
              0);
  const auto json = json_of({"diff", scratch / "4", scratch / "8", "--json"});
  ASSERT_EQ(json.at("parameters").size(), 1u);
  EXPECT_EQ(json.at("parameters")[0].at("name"), "bytes");
  EXPECT_EQ(json.at("parameters")[0].at("second"), "8 B");
  EXPECT_EQ(json.at("results")[0].at("first").at("unit"), "%");
  const auto same = json_of({"diff", scratch / "4", scratch / "4", "--json"});
  EXPECT_TRUE(same.at("parameters").empty() && same.at("results").empty());
}

TEST(Listings, CurveAndSweepGiveTheirPoints) {
  const ScratchDirectory scratch;
  const std::vector<std::string> machine = {"-p", "x=2", "-p", "y=2", "-p", "z=1"};
  std::vector<std::string> words = {"curve", "torus", "--loads", "0.1,0.2", "--json", "-q"};
  words.insert(words.end(), machine.begin(), machine.end());
  const auto curve = json_of(words);
  ASSERT_EQ(curve.at("points").size(), 2u);
  EXPECT_TRUE(curve.at("points")[0].at("stable").get<bool>());
  const auto sweep = json_of(
      {"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "--json", "-q", "-o", scratch / "out"});
  EXPECT_EQ(sweep.at("points"), 2);
  EXPECT_EQ(sweep.at("failed"), 0);
  EXPECT_FALSE(sweep.at("sensitivities").empty());
}

}  // namespace
}  // namespace gf::test::listings_test

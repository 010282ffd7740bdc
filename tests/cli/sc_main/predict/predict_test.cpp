// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/predict/prediction.cpp sc_main/predict/copy_tests.cpp
#include "core/text/json.h"
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"

namespace gf::test::predict_test {
namespace {

using machine_runs::kFour;
using machine_runs::predict;

nlohmann::json tests_of(Words words, const std::string& bytes = "4 MiB") {
  for (const std::string& word : Words{"--json", "--bytes", bytes, "--reduce-bytes", "64 KiB"})
    words.push_back(word);
  const Captured run = exits(0, predict(words));
  return core::parse_json(run.out)["tests"];
}

TEST(Predict, RatesAreThoseOfRuns) {
  const ScratchDirectory scratch;
  write_file(scratch / "four.ini", kFour);
  const auto tests = tests_of({scratch / "four.ini"});
  EXPECT_EQ(tests[0]["test"], "one copy");
  EXPECT_EQ(tests[0]["from_to"], "gpu0 -> gpu1");
  EXPECT_EQ(tests[0]["alike"], 4);
  EXPECT_EQ(tests[0]["values"][0]["path"], "PIX");
  EXPECT_EQ(tests[1]["from_to"], "gpu0 -> gpu2");
  EXPECT_EQ(tests[1]["alike"], 8);
  for (const unsigned to : {1u, 2u})
    EXPECT_NEAR(tests[to - 1]["values"][0]["rate"].get<double>() *
                    machine_runs::copy_time(scratch / "four.ini", 0, to) / (4 << 20),
                1, 1e-7);  // tasks.csv has times in steps of a picosecond
  EXPECT_EQ(tests[2]["test"], "both ways, sum");
  EXPECT_EQ(tests[2]["alike"], 2);
  const auto results =
      machine_runs::results({"--machine", scratch / "four.ini", "-p", "gpu_model=full",
                             "--workload", "allreduce:algorithm=nccl,bytes=64 KiB"});
  EXPECT_NEAR(tests.back()["values"][0]["rate"].get<double>() /
                  results["collective_0.busbw"]["value"].get<double>(),
              1, 1e-9);
}

TEST(Predict, TwoNodesHaveRowsOfTheNetwork) {
  const ScratchDirectory scratch;
  write_file(scratch / "two.ini", machine_runs::kTwoNics);
  const auto tests = tests_of({scratch / "two.ini"});
  bool network = false, out = false;
  for (const auto& test : tests) {
    network = network || test["values"][0]["path"] == "network";
    out = out || test["test"] == "all GPUs of a node to the next, sum";
  }
  EXPECT_TRUE(network);
  EXPECT_TRUE(out);
}

TEST(Predict, DifferentNodesHaveRowsOfTheirOwn) {
  const ScratchDirectory scratch;
  const std::string nic = "nic0 pcie gen3 x16\n[nic0]\nkind = nic\n";
  write_file(scratch / "one.ini",
             "[rc]\nkind = root_complex\nchildren = gpu0 pcie gen3 x16, " + nic);
  write_file(scratch / "store.ini",
             "[rc]\nkind = root_complex\nmemory = 100 GB/s 90 ns\nchildren = " + nic);
  write_file(scratch / "four.ini", kFour);
  write_file(scratch / "net.ini", "include = four.ini\n[rc]\nchildren = sw[0..1] pcie gen3 x16, " +
                                      nic +
                                      "[network]\nkind = fat_tree\nk = 4\nn = 2\nmachines = this, "
                                      "store.ini, one.ini, this\n");
  const Captured run =
      exits(0, predict({scratch / "net.ini", "--bytes", "64 KiB", "--reduce-bytes", "64 KiB"}));
  EXPECT_THAT(
      run.out,
      AllOf(HasSubstr("node_0: this machine, node_1: store, node_2: one, node_3: this machine"),
            ContainsRegex("one copy +PIX +node_0.gpu0 -> node_0.gpu1"),
            ContainsRegex("host to device +network +node_1.host0 -> node_0.gpu0"),
            ContainsRegex("device to host +network +node_2.gpu0 -> node_1.host0"),
            ContainsRegex("a node to the next, sum +node_0 -> node_2"),
            ContainsRegex("a node to the next, sum +node_2 -> node_3"),
            ContainsRegex("a node to the next, sum +node_3 -> node_0")));
  // A change is one of this machine's, in each of its nodes.
  const auto changed = tests_of({scratch / "net.ini", "--set", "sw1 pcie gen3 x8"}, "64 KiB");
  std::map<std::string, double> ratios;
  for (const auto& test : changed)
    ratios[test["from_to"]] =
        test["values"][1]["rate"].get<double>() / test["values"][0]["rate"].get<double>();
  EXPECT_EQ(ratios["node_0.gpu0 -> node_0.gpu1"], 1);
  EXPECT_LT(ratios.at("node_0.gpu0 -> node_0.gpu2"), 0.8);
  EXPECT_THAT(predict({scratch / "net.ini", "--set", "node_store.nic0 pcie gen3 x8"}).err,
              HasSubstr("change its own file"));
}

/// Width of the range of the first pair's short copy, in seconds.
double doubt_of_latency(const std::string& file) {
  const auto range =
      tests_of({file, "--with-doubt", "--samples", "4"}, "64 KiB")[0]["values"][0]["latency_range"];
  return range[1].get<double>() - range[0].get<double>();
}

TEST(Predict, DoubtIsOfWhatIsAssumed) {
  const ScratchDirectory scratch;
  write_file(scratch / "four.ini", kFour);
  write_file(scratch / "known.ini", kFour + "[parameters]\n*.setup = 1 us\n");
  const double guessed = doubt_of_latency(scratch / "four.ini");
  const double known = doubt_of_latency(scratch / "known.ini");
  EXPECT_GT(known, 0);  // of hops and ports
  EXPECT_GT(guessed, 2 * known);
}

TEST(Predict, SamplesOfAChangeArePairs) {
  const ScratchDirectory scratch;
  write_file(scratch / "four.ini", kFour);
  const auto tests = tests_of(
      {scratch / "four.ini", "--with-doubt", "--samples", "4", "--set", "gpu3 pcie gen3 x8"},
      "64 KiB");
  for (const auto& test : tests) {
    if (test["from_to"] == "gpu0 -> gpu1") {  // whatever the samples are
      EXPECT_EQ(test["ratio_range"], (nlohmann::json{1.0, 1.0}));
    }
    if (test["from_to"] == "gpu0 -> gpu3") {
      EXPECT_LT(test["ratio_range"][1].get<double>(), 1);
    }
  }
}

TEST(Predict, WrongMachinesAndOptionsAreRefused) {
  const ScratchDirectory scratch;
  write_file(scratch / "one.ini", "[rc]\nkind = root_complex\nchildren = gpu0 pcie gen3 x16\n");
  write_file(scratch / "cut.txt", "GPU0 GPU1\n");
  EXPECT_EQ(predict({}).code, 2);
  EXPECT_THAT(exits(2, predict({"two_sockt"})).err, HasSubstr("nearest: two_socket"));
  EXPECT_THAT(predict({scratch / "one.ini"}).err, HasSubstr("GPUs of the machine = 1"));
  EXPECT_EQ(predict({scratch / "cut.txt"}).code, 5);
  EXPECT_THAT(predict({"t1", "--as", "nvbandwith"}).err, HasSubstr("nvbandwidth"));
  EXPECT_THAT(predict({"t1", "--as", "nvbandwidth", "--why"}).err, HasSubstr("--as excludes"));
}

TEST(Predict, DryRunMakesNothing) {
  const ScratchDirectory scratch;
  EXPECT_THAT(exits(0, program({"predict", "t1", "--store", scratch / "store", "--dry-run"})).out,
              HasSubstr("copies of gpu"));
  EXPECT_THAT(names_in(scratch.path()), ElementsAre());
}

}  // namespace
}  // namespace gf::test::predict_test

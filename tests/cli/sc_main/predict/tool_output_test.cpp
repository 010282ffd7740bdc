// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/predict/pair_tools.cpp sc_main/predict/nccl_tests_tool.cpp sc_main/predict/library_runs.h
#include "sc_main/predict/tool_output.h"

#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::tool_output_test {
namespace {

using papers::tools::Measured;
namespace quantity = papers::tools::quantity;

/// Two GPUs on a switch and a third one elsewhere.
const std::string kThree =
    "[rc]\nkind = root_complex\nchildren = sw pcie gen3 x16, gpu2 pcie gen3 x16\n[sw]\n"
    "children = gpu[0..1] pcie gen3 x16\n[gpu[0..2]]\npreset = v100\n";

class ToolOutput : public ::testing::Test {
 protected:
  ToolOutput() { write_file(scratch_ / "three.ini", kThree); }

  Captured predict(Words words) const {
    words.insert(words.begin(), {scratch_ / "three.ini", "--as"});
    for (const char* word : {"--bytes", "4 MiB"}) words.emplace_back(word);
    return machine_runs::predict(words);
  }
  std::vector<Measured> values(const Words& words) const {
    const Captured run = exits(0, predict(words));
    EXPECT_THAT(run.err, HasSubstr("it has no\n"));
    return papers::tools::read_measured(run.out, "output");
  }
  double rate(unsigned from, unsigned to) const {
    return 4.194304e-3 / machine_runs::copy_time(scratch_ / "three.ini", from, to);
  }
  static double value_of(const std::vector<Measured>& values, const std::string& test,
                         const std::string& from, const std::string& to) {
    for (const Measured& value : values)
      if (value.test == test && value.from == from && value.to == to) return value.value;
    ADD_FAILURE() << "no value of " << test << " from " << from << " to " << to;
    return 0;
  }

  const ScratchDirectory scratch_;
};

TEST_F(ToolOutput, NvbandwidthHasTheRatesOfRuns) {
  const auto all = values({"nvbandwidth"});
  const std::string write = "device_to_device_memcpy_write_ce";
  EXPECT_NEAR(value_of(all, write, "gpu 0", "gpu 1"), rate(0, 1), 0.006);
  EXPECT_NEAR(value_of(all, write, "gpu 2", "gpu 1"), rate(2, 1), 0.006);
  const std::string both = "device_to_device_bidirectional_memcpy_write_ce ";
  EXPECT_NEAR(value_of(all, both + "Write1", "gpu 0", "gpu 2") +
                  value_of(all, both + "Write2", "gpu 2", "gpu 0"),
              value_of(all, both + "Total", "gpu 0", "gpu 2"), 0.011);
  // Two that send to one GPU share its link; one that sends to two has one copy engine.
  EXPECT_LT(value_of(all, "all_to_one_write_ce", "all", "gpu 2"), 1.3 * rate(0, 2));
  EXPECT_GT(value_of(all, "one_to_all_write_ce", "gpu 0", "all"), 0.8 * rate(0, 2));
}

TEST_F(ToolOutput, AChangeIsThatOfTheMachine) {
  const auto after = values({"nvbandwidth", "--set", "gpu2 pcie gen3 x8"});
  const auto before = values({"nvbandwidth"});
  const std::string test = "device_to_device_memcpy_write_ce";
  EXPECT_LT(value_of(after, test, "gpu 0", "gpu 2"),
            0.6 * value_of(before, test, "gpu 0", "gpu 2"));
  EXPECT_EQ(value_of(after, test, "gpu 0", "gpu 1"), value_of(before, test, "gpu 0", "gpu 1"));
}

TEST_F(ToolOutput, NvbandwidthJsonHasTheSameRates) {
  const auto text = values({"nvbandwidth"}), json = values({"nvbandwidth-json"});
  ASSERT_EQ(text.size(), json.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_EQ(text[i].test, json[i].test);
    EXPECT_NEAR(text[i].value, json[i].value, 0.006);
  }
}

TEST_F(ToolOutput, P2pBandwidthLatencyTestHasThreeTables) {
  const auto all = values({"p2pBandwidthLatencyTest"});
  EXPECT_EQ(all.size(), 3u * 3 * 3);
  EXPECT_NEAR(value_of(all, "Unidirectional P2P=Enabled Bandwidth (P2P Writes)", "gpu 1", "gpu 2"),
              rate(1, 2), 0.006);
  EXPECT_GT(value_of(all, "Bidirectional P2P=Enabled Bandwidth", "gpu 1", "gpu 0"), rate(0, 1));
  EXPECT_GT(value_of(all, "P2P=Enabled Latency (P2P Writes)", "gpu 0", "gpu 2"),
            value_of(all, "P2P=Enabled Latency (P2P Writes)", "gpu 0", "gpu 1"));
}

TEST_F(ToolOutput, ALatencyIsThatOfACopyCallOrOfAKernelsStore) {
  const std::string latency = "P2P=Enabled Latency (P2P Writes)";
  const auto calls = values({"p2pBandwidthLatencyTest"});
  const auto kernels = values({"p2pBandwidthLatencyTest", "--sm-copy"});
  for (const char* const to : {"gpu 1", "gpu 2"})
    EXPECT_NEAR(value_of(calls, latency, "gpu 0", to) - value_of(kernels, latency, "gpu 0", to), 1,
                0.011)
        << "a call adds copy_engine.setup, 1 us";
  // Stores have lines of 128 B, copy engines TLPs of 256 B.
  const std::string rate = "Unidirectional P2P=Enabled Bandwidth (P2P Writes)";
  EXPECT_LT(value_of(kernels, rate, "gpu 0", "gpu 1"), value_of(calls, rate, "gpu 0", "gpu 1"));
  EXPECT_THAT(program({"predict", scratch_ / "three.ini", "--sm-copy"}).err,
              HasSubstr("--sm-copy needs --as p2pBandwidthLatencyTest"));
}

TEST_F(ToolOutput, AllReducePerfHasSizesAndNaAboveTheLimit) {
  const auto run =
      predict({"all_reduce_perf", "-b", "1024", "-e", "1M", "-f", "32", "--limit", "300 KiB"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("sizes from 1 MiB: a run would move more than --limit, 300 KiB"));
  EXPECT_THAT(run.out, ContainsRegex("1048576 +262144 +uint32 +sum +-1 +N/A +N/A +N/A"));
  const auto all = papers::tools::read_measured(run.out, "output");
  std::vector<std::uint64_t> sizes;
  for (const Measured& value : all)
    if (value.test == "all_reduce_perf" && value.quantity == quantity::kTime)
      sizes.push_back(*value.bytes);
  EXPECT_THAT(sizes, ElementsAre(1024, 32768));
  const auto results =
      machine_runs::results({"--machine", scratch_ / "three.ini", "-p", "gpu_model=full",
                             "--workload", "allreduce:algorithm=nccl,bytes=32 KiB"});
  const double time = 1e6 * results["collective_0.time"]["value"].get<double>();
  for (const Measured& value : all) {
    if (value.test != "all_reduce_perf" || value.quantity != quantity::kTime) continue;
    if (value.bytes == 32768) {
      EXPECT_NEAR(value.value, time, 0.006);
    }
  }
}

/// Counts, operators and roots are those that the programs print.
TEST_F(ToolOutput, OtherCollectivesHaveTheirOwnCounts) {
  const std::pair<const char*, const char*> all[] = {
      {"all_gather_perf", "12288 +1024 +uint32 +none +-1"},
      {"reduce_scatter_perf", "12288 +1024 +uint32 +sum +-1"},
      {"broadcast_perf", "12288 +3072 +uint32 +none +0"},
      {"reduce_perf", "12288 +3072 +uint32 +sum +0"}};
  for (const auto& [tool, row] : all) {
    const auto run = predict({tool, "-b", "12288", "-e", "12288"});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, ContainsRegex(row)) << tool;
    EXPECT_THAT(run.out, HasSubstr(std::string("Collective test starting: ") + tool));
  }
}

TEST_F(ToolOutput, WithoutPresetsCopyEnginesMoveTheData) {
  write_file(scratch_ / "plain.ini",
             "[rc0]\nkind = root_complex\nchildren = gpu[0..2] pcie gen4 x16\n");
  const Captured run = program({"predict", scratch_ / "plain.ini", "--as", "all_reduce_perf", "-b",
                                "4096", "-e", "4096", "--quiet"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("GPUs without a preset have no thread blocks"));
  EXPECT_THAT(run.out, ContainsRegex("4096 +1024 +uint32 +sum +-1 +[0-9.]+"));
}

TEST_F(ToolOutput, SizesHaveLimits) {
  EXPECT_THAT(predict({"all_reduce_perf", "-b", "2"}).err, HasSubstr("--from"));
  EXPECT_THAT(predict({"all_reduce_perf", "-e", "8 parsecs"}).err, HasSubstr("--to"));
}

}  // namespace
}  // namespace gf::test::tool_output_test

// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/predict/rdma_tool.cpp
#include "sc_main/predict/host_tools.h"

#include "core/text/json.h"
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::host_tools_test {
namespace {

using papers::tools::Measured;
namespace quantity = papers::tools::quantity;

/// A GPU on each of two sockets with memory; the second GPU's link is slower.
const std::string kTwoSockets =
    "[rc[0..1]]\nkind = root_complex\nmemory = 100 GB/s 100 ns\nchildren = gpu[0..1]\n"
    "[rc0]\nlinks = rc1 socket 16 GB/s 200 ns\n[gpu[0..1]]\npreset = v100\n"
    "[gpu0]\npcie = gen3 x16\n[gpu1]\npcie = gen3 x8\n";

class HostTools : public ::testing::Test {
 protected:
  HostTools() {
    write_file(scratch_ / "two.ini", kTwoSockets);
    write_file(scratch_ / "nodes.ini", machine_runs::kTwoNics);
  }
  Captured predict(Words words) const {
    for (const char* word : {"--bytes", "1 MiB"}) words.emplace_back(word);
    return machine_runs::predict(words);
  }
  std::vector<Measured> values(const Words& words) const {
    const Captured run = predict(words);
    EXPECT_EQ(run.code, 0) << run.err;
    return papers::tools::read_measured(run.out, "output");
  }
  /// The value of a test from or to a GPU.
  static double value_of(const std::vector<Measured>& values, const std::string& test,
                         const std::string& gpu) {
    for (const Measured& value : values)
      if (value.test == test && (value.from == gpu || value.to == gpu)) return value.value;
    ADD_FAILURE() << "no value of " << test << " for " << gpu;
    return 0;
  }

  const ScratchDirectory scratch_;
};

TEST_F(HostTools, BuffersAreAtTheNearHost) {
  const auto all = values({scratch_ / "two.ini", "--as", "nvbandwidth"});
  const Captured run = predict({scratch_ / "two.ini", "--json"});
  std::map<std::string, double> rates;
  const auto summary = core::parse_json(run.out);
  for (const auto& test : summary["tests"])
    rates[test["from_to"]] = test["values"][0]["rate"].get<double>() / 1e9;
  EXPECT_NEAR(value_of(all, "host_to_device_memcpy_ce", "gpu 0"), rates["host0 -> gpu0"], 0.006);
  EXPECT_NEAR(value_of(all, "device_to_host_memcpy_ce", "gpu 1"), rates["gpu1 -> host1"], 0.006);
  EXPECT_LT(value_of(all, "device_to_host_memcpy_ce", "gpu 1"),
            0.6 * value_of(all, "device_to_host_memcpy_ce", "gpu 0"));
}

TEST_F(HostTools, TheSummaryHasNearAndFarHosts) {
  const Captured run = predict({scratch_ / "two.ini", "--json"});
  std::map<std::string, std::string> paths;
  std::map<std::string, double> latencies;
  const auto summary = core::parse_json(run.out);
  for (const auto& test : summary["tests"]) {
    const auto& value = test["values"][0];
    paths[test["from_to"]] = value["path"];
    if (!value["latency"].is_null()) latencies[test["from_to"]] = value["latency"];
  }
  EXPECT_EQ(paths["host0 -> gpu0"], "PHB");
  EXPECT_EQ(paths["host1 -> gpu0"], "SYS");
  EXPECT_EQ(paths["host0 <-> gpu0"], "PHB");
  // A read crosses the socket link in both directions.
  EXPECT_GT(latencies["host1 -> gpu0"], latencies["host0 -> gpu0"] + 400e-9);
}

TEST_F(HostTools, BandwidthTestHasThreeTables) {
  const auto all = values({scratch_ / "two.ini", "--as", "bandwidthTest"});
  const auto nv = values({scratch_ / "two.ini", "--as", "nvbandwidth"});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NEAR(all[0].value, value_of(nv, "host_to_device_memcpy_ce", "gpu 0"), 0.06);
  EXPECT_NEAR(all[1].value, value_of(nv, "device_to_host_memcpy_ce", "gpu 0"), 0.06);
  EXPECT_EQ(all[2].quantity, quantity::kLocal);
  EXPECT_GT(all[2].value, 100);
}

TEST_F(HostTools, WithoutPeerToPeerTablesAreOfStagedCopies) {
  const auto all = values({scratch_ / "two.ini", "--as", "p2pBandwidthLatencyTest"});
  EXPECT_LT(value_of(all, "Unidirectional P2P=Disabled Bandwidth", "gpu 1"),
            value_of(all, "Unidirectional P2P=Enabled Bandwidth (P2P Writes)", "gpu 1"));
  EXPECT_GT(value_of(all, "P2P=Disabled Latency", "gpu 1"), 0);
}

TEST_F(HostTools, IbWriteBwStreamsMessages) {
  const auto all =
      values({scratch_ / "nodes.ini", "--as", "ib_write_bw", "-b", "64K", "-e", "1M", "-f", "16"});
  ASSERT_EQ(all.size(), 6u);  // two sizes of three values
  EXPECT_EQ(all[1].quantity, quantity::kRate);
  EXPECT_EQ(all[1].bytes, 65536u);
  EXPECT_NEAR(all[4].value / all[1].value, 1, 0.01);                   // the network's rate
  EXPECT_NEAR(all[4].value, all[5].value * 1e6, 0.01 * all[4].value);  // messages of 1 MiB
}

TEST_F(HostTools, MachinesWithoutTheirPartsAreRefused) {
  write_file(scratch_ / "bare.ini",
             "[rc]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n");
  EXPECT_THAT(predict({scratch_ / "bare.ini", "--as", "bandwidthTest"}).err,
              HasSubstr("the key memory"));
  EXPECT_THAT(predict({scratch_ / "two.ini", "--as", "ib_write_bw"}).err, HasSubstr("[network]"));
}

}  // namespace
}  // namespace gf::test::host_tools_test

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
    write_file(
        scratch_ / "one.ini",
        "include = two.ini\n[rc0]\nchildren = gpu0, nic0 pcie gen3 x16\n[nic0]\nkind = nic\n");
  }
  Captured predict(Words words) const {
    for (const char* word : {"--bytes", "1 MiB"}) words.emplace_back(word);
    return machine_runs::predict(words);
  }
  std::vector<Measured> values(const Words& words) const {
    const Captured run = exits(0, predict(words));
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

/// Expects that each row of hosts on a node of the network is that of the node alone, to the bit.
void expect_rows_of_node(const nlohmann::json& network, const nlohmann::json& alone,
                         const std::string& node) {
  std::map<std::string, nlohmann::json> rows;
  for (const auto& test : network["tests"]) rows[test["from_to"]] = test;
  unsigned found = 0;
  for (const auto& test : alone["tests"]) {
    std::string ends = test["from_to"];
    if (ends.find("host") == ends.npos) continue;
    ++found;
    const std::size_t second = ends.rfind(' ') + 1;
    ends = node + ends.substr(0, second) + node + ends.substr(second);
    ASSERT_EQ(rows.count(ends), 1u) << ends;
    EXPECT_EQ(rows[ends]["values"], test["values"]) << ends;
    EXPECT_EQ(rows[ends]["alike"], test["alike"]) << ends;
  }
  EXPECT_GT(found, 0u);
}

TEST_F(HostTools, ANodeOfANetworkIsAsFastAsAlone) {
  write_file(scratch_ / "linked.ini", "include = one.ini\n[gpu0]\nlinks = gpu1 nvlink2\n");
  write_file(scratch_ / "net.ini",
             "include = linked.ini\n[network]\nkind = fat_tree\nk = 4\nn = 2\nmachines = this x2, "
             "one.ini\n");
  const auto summary = [&](const std::string& file) {
    const Captured run = exits(0, machine_runs::predict({scratch_ / file, "--bytes", "64 KiB",
                                                         "--reduce-bytes", "4 KiB", "--json"}));
    return core::parse_json(run.out);
  };
  const auto network = summary("net.ini");
  expect_rows_of_node(network, summary("linked.ini"), "node_0.");
  expect_rows_of_node(network, summary("one.ini"), "node_2.");
  for (const auto& test : network["tests"])
    EXPECT_EQ(test["from_to"].get<std::string>().find("node_1.host"), std::string::npos)
        << "node_0 stands for node_1";

  const auto tools = values({scratch_ / "net.ini", "--as", "nvbandwidth"});
  const auto alone = values({scratch_ / "one.ini", "--as", "nvbandwidth"});
  for (const char* const way : {"host_to_device", "device_to_host", "host_to_device_bidirectional",
                                "device_to_host_bidirectional"})
    for (const unsigned gpu : {0u, 1u}) {
      const std::string test = std::string(way) + "_memcpy_ce";
      EXPECT_EQ(value_of(tools, test, "gpu " + std::to_string(4 + gpu)),
                value_of(alone, test, "gpu " + std::to_string(gpu)))
          << test;
    }
  const auto gpu0 = values({scratch_ / "net.ini", "--as", "bandwidthTest"});
  const auto gpu0_alone = values({scratch_ / "linked.ini", "--as", "bandwidthTest"});
  for (std::size_t i = 0; i < gpu0_alone.size(); ++i) EXPECT_EQ(gpu0[i].value, gpu0_alone[i].value);
}

TEST_F(HostTools, NodesWithoutMemoryAreLeftOut) {
  write_file(
      scratch_ / "bare.ini",
      "[rc]\nkind = root_complex\nchildren = gpu0 pcie gen3 x16, nic0 pcie gen3 x16\n[nic0]\n"
      "kind = nic\n");
  write_file(
      scratch_ / "net.ini",
      "include = one.ini\n[network]\nkind = fat_tree\nk = 4\nn = 2\nmachines = bare.ini, this\n");
  const Captured run = predict({scratch_ / "net.ini", "--as", "nvbandwidth"});
  EXPECT_THAT(run.err, HasSubstr("tests with the host: node_0.gpu0 has no host memory"));
  EXPECT_THAT(run.out, ContainsRegex("host_to_device_memcpy_ce.\n[^\n]*\n +0? *1 +2\n"));
  EXPECT_THAT(predict({scratch_ / "net.ini", "--as", "p2pBandwidthLatencyTest"}).err,
              HasSubstr("P2P=Disabled: node_0.gpu0"));
  EXPECT_THAT(predict({scratch_ / "net.ini", "--as", "bandwidthTest"}).err,
              HasSubstr("a host memory on the PCIe tree of node_0.gpu0"));
}

TEST_F(HostTools, WithoutPeerToPeerAllNodesStage) {
  write_file(scratch_ / "net.ini",
             "include = one.ini\n[gpu0]\npcie = gen3 x8\n[network]\nkind = "
             "fat_tree\nk = 4\nn = 2\nmachines = this, one.ini\n");
  const auto all = values({scratch_ / "net.ini", "--as", "p2pBandwidthLatencyTest"});
  std::map<std::string, double> rates;
  for (const Measured& value : all) rates[value.test + value.from + value.to] = value.value;
  for (const char* const ends : {"gpu 0gpu 1", "gpu 2gpu 3"})
    EXPECT_LT(rates[std::string("Unidirectional P2P=Disabled Bandwidth") + ends],
              rates[std::string("Unidirectional P2P=Enabled Bandwidth (P2P Writes)") + ends])
        << ends;
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
  EXPECT_EQ(predict({"apenet_node", "--reduce-bytes", "4 KiB"}).code, 0)
      << "whose hosts are no ends";
}

}  // namespace
}  // namespace gf::test::host_tools_test

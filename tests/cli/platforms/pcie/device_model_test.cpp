// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/plan/planned_ports.cpp platforms/pcie/byte_check.cpp
// Devices of a machine file with the model that needs no plug-in; tests/install has others.
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::device_model_test {
namespace {

using machine_runs::results;

/// Two GPUs, a host and a device, which copies call host1.
std::string machine(const std::string& model = "memory") {
  return "[rc]\nkind = root_complex\nmemory = 76.8 GB/s 90 ns\nchildren = sw pcie gen4 x16\n[sw]\n"
         "children = gpu[0..1] pcie gen4 x16, exp pcie gen4 x8, nic0 pcie gen4 x16\n"
         "[gpu[0..1]]\npreset = h100_pcie\n[nic0]\nkind = nic\n"
         "[exp]\nkind = device\nmodel = " +
         model + "\nmemory = 16 MiB\n";
}

class DeviceModels : public testing::Test {
 protected:
  std::string file(const std::string& text) {
    write_file(scratch_ / "m.ini", text);
    return scratch_ / "m.ini";
  }
  nlohmann::json copies(const std::string& text, const std::string& rows, const Words& more) {
    write_file(scratch_ / "s.csv", "graph,src,dst,bytes\n" + rows);
    return results(Words{"--machine", file(text), "--schedule", scratch_ / "s.csv"} + more);
  }
  const ScratchDirectory scratch_;
};

TEST_F(DeviceModels, CopiesReadAndWriteOneOnEachKindOfNode) {
  const std::string rows = "a,host1,0,1 MiB\nb,1,host1,1 MiB\n";
  const Words real{"-p", "real_bytes=true"};
  const auto compared = [](const nlohmann::json& all) {
    return all["bytes_compared"]["value"].get<double>();
  };
  EXPECT_EQ(compared(copies(machine(), rows, real)), 2 << 20);
  EXPECT_EQ(compared(copies(machine(), rows, real + Words{"-p", "gpu_model=full"})), 2 << 20);
  // The devices of two nodes are host1 and host3. A NIC reads the device of another node.
  const std::string nodes = machine() + "[network]\nkind = fat_tree\nk = 2\nn = 2\nnodes = 2\n";
  const std::string all = rows + "c,host3,2,1 MiB\nd,host1,2,1 MiB\n";
  EXPECT_EQ(compared(copies(nodes, all, real)), 4 << 20);
  EXPECT_EQ(copies(nodes, all, {})["bytes_by_network"]["value"].get<double>(), 1 << 20);
}

TEST_F(DeviceModels, LinkAndModelLimitCopies) {
  const auto time = [&](const Words& more) {
    return copies(machine(), "a,host1,0,4 MiB\n", more)["end_max"]["value"].get<double>();
  };
  const double bytes = 4 << 20;
  const double by_link = time({});
  EXPECT_GT(by_link, bytes / 15.754e9);  // gen4 x8
  EXPECT_LT(by_link, 1.2 * bytes / 15.754e9);
  const double by_model = time({"-p", "exp.model.rate=4 GB/s"});
  EXPECT_GT(by_model, bytes / 4e9);
  EXPECT_LT(by_model, 1.1 * bytes / 4e9);
}

TEST_F(DeviceModels, TheMachineKnowsThem) {
  const std::string machine_file = file(machine());
  EXPECT_THAT(program({"topology", machine_file}).out,
              HasSubstr("exp  device, pcie gen4 x8, 15.754 GB/s"));
  EXPECT_THAT(
      program({"topology", "cluster", "-p", "machine=" + machine_file, "-p", "gpu_model=full"}).out,
      AllOf(HasSubstr("exp  device, "), HasSubstr("nic0  card, ")));
  const Captured params = program({"params", "cluster", "--json", "-p", "machine=" + machine_file});
  EXPECT_THAT(params.out, AllOf(HasSubstr("\"exp.model.latency\""), HasSubstr("\"exp.rate\"")));
  EXPECT_THAT(params.out, HasSubstr("the machine's file, line 13"));  // of the window
}

TEST_F(DeviceModels, UnknownOnesAreRefusedWithThosePresent) {
  const std::string machine_file = file(machine("memry"));
  const auto says_why = AllOf(HasSubstr("m.ini:13: model of exp = 'memry'"),
                              HasSubstr("nearest: memory"), HasSubstr("--plugin FILE"));
  const Captured run = program({"run", "cluster", "--machine", machine_file});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, says_why);
  EXPECT_THAT(program({"check", machine_file}).out, says_why);
}

TEST_F(DeviceModels, ApenetNodesHaveNone) {
  const Captured run =
      program({"check", file("include = apenet_node\n[plx]\nchildren = gpu0, nic0, d\n[d]\n"
                             "kind = device\nmodel = memory\n")});
  EXPECT_THAT(run.out, HasSubstr("d is a device in a node with an APEnet+ card"));
}

}  // namespace
}  // namespace gf::test::device_model_test

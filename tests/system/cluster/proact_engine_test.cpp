// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/copies/gpu_pushes.h platforms/gpu/copies/push_plan.h platforms/gpu/copies/storing_program.h
// Holds: platforms/gpu/copies/proact_units.h platforms/cluster/unit_carriers.h
// Holds: platforms/cluster/networked_nodes.h platforms/cluster/whole_node.h
// Holds: platforms/cluster/node_gpus.h platforms/cluster/cluster_copies.h
// Copies that PROACT units push as a kernel writes them: bytes are right on every kind of node and
// network, with losses too, and a push takes no longer than the kernel and a copy behind it, and no
// shorter than either.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>

#include "tests/support/captured.h"
#include "tests/support/cluster_run.h"
#include "tests/support/in_child.h"

namespace gf::proact_engine_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Settings = std::map<std::string, std::string>;

std::vector<double> values(const Settings& settings, const std::vector<std::string>& names) {
  return test::in_child([&]() -> std::vector<double> {
    try {
      const platforms::RunOutcome outcome = test::run_cluster(settings);
      EXPECT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
      std::map<std::string, double> results;
      for (const platforms::Result& result : outcome.results) results[result.name] = result.value;
      std::vector<double> found;
      for (const std::string& name : names) {
        EXPECT_EQ(results.count(name), 1u) << name;
        found.push_back(results[name]);
      }
      return found;
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
      return {};
    }
  });
}

class ProactEngine : public testing::Test {
 protected:
  ProactEngine() {
    test::write_file(scratch_ / "waves.ini",
                     "[workload]\nname = waves\n[data.unused]\nbytes = 4 KiB\nplacement = "
                     "interleave\n[kernel.work]\nctas = 512\nwarps_per_cta = 32\n"
                     "do = loop i 20\ndo = compute 400\ndo = end\n");
  }
  /// Runs the tasks, whose kernels' workload is W, on that machine, with real bytes.
  Settings settings(const std::string& machine, std::string tasks) const {
    const std::string workload = "file:" + std::string(scratch_ / "waves.ini");
    // Behind what was put in: the name of a scratch directory may have a W, too.
    for (auto at = tasks.find('W'); at != std::string::npos;
         at = tasks.find('W', at + workload.size()))
      tasks.replace(at, 1, workload);
    test::write_file(scratch_ / "schedule.csv",
                     "graph,id,task,src,dst,bytes,after,engine,workload,writer,chunk\n" + tasks);
    Settings all{{"schedule", scratch_ / "schedule.csv"}, {"real_bytes", "true"}};
    if (machine.find('\n') == std::string::npos) {
      all["machine"] = machine;
    } else {
      test::write_file(scratch_ / "machine.ini", machine);
      all["machine"] = scratch_ / "machine.ini";
    }
    return all;
  }
  /// Two GPUs and a card a node, on PCIe alone.
  static std::string nodes_on(const std::string& network) {
    return "[rc0]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16, nic0 pcie gen3 x16\n"
           "[gpu[0..1]]\npreset = k40m\n[nic0]\nkind = nic\n[network]\nkind = " +
           network + "\nnodes = 3\n";
  }
  static constexpr const char* kTorus = "torus\nx = 4\ny = 4\nz = 1";
  static constexpr const char* kDragonfly = "dragonfly\np = 2\na = 2\nh = 1";

  core::ScratchDirectory scratch_;
};

/// Bytes of 256 KiB to two peers, of 128 KiB at once.
constexpr const char* kTasks =
    "s,work,kernel,0,,,,,W,,\n"
    "s,a,copy,0,1,256 KiB,,proact,,work,32 KiB\n"
    "s,b,copy,0,3,256 KiB,,proact,,work,32 KiB\n"
    "s,c,copy,2,1,131072,,proact,,,\n";
constexpr double kBytes = 2 * (256 << 10) + (128 << 10);

TEST_F(ProactEngine, BytesAreRightInANodeOnPcie) {
  Settings all = settings("two_socket", kTasks);
  all["gpu_model"] = "full";
  EXPECT_THAT(values(all, {"bytes_delivered", "bytes_compared"}), ElementsAre(kBytes, kBytes));
}

TEST_F(ProactEngine, BytesAreRightInANodeOnNvlink) {
  EXPECT_THAT(values(settings("dgx1_v100", kTasks), {"bytes_delivered", "bytes_compared"}),
              ElementsAre(kBytes, kBytes));
}

TEST_F(ProactEngine, BytesAreRightAcrossNodes) {
  for (const char* network : {kTorus, kDragonfly}) {
    Settings all = settings(nodes_on(network), kTasks);
    all["gpu_model"] = "full";
    EXPECT_THAT(values(all, {"bytes_delivered", "bytes_compared", "bytes_by_network"}),
                ElementsAre(kBytes, kBytes, kBytes - (256 << 10)))
        << network;
  }
}

TEST_F(ProactEngine, BytesAreRightAcrossNodesOfNvlink) {
  const std::string machine =
      "include = dgx1_v100\n[network]\nkind = dragonfly\np = 1\na = 8\nh = 1\nnodes = 2\n";
  const Settings all = settings(machine,
                                "s,work,kernel,0,,,,,W,,\n"
                                "s,a,copy,0,1,256 KiB,,proact,,work,\n"
                                "s,b,copy,0,9,256 KiB,,proact,,work,\n"
                                "s,c,copy,8,9,64 KiB,,proact,,,\n"
                                "s,d,copy,8,2,64 KiB,,dma,,,\n");
  constexpr double kAll = 2 * (256 << 10) + 2 * (64 << 10);
  EXPECT_THAT(values(all, {"bytes_delivered", "bytes_compared", "bytes_by_nvlink"}),
              ElementsAre(kAll, kAll, (256 << 10) + (64 << 10)));
}

TEST_F(ProactEngine, WhatANetworkLosesIsSentAgain) {
  Settings all = settings(nodes_on(kTorus), kTasks);
  all["gpu_model"] = "full";
  all["node.nic*.receiver.loss"] = "0.1";
  const std::vector<double> got = values(all, {"bytes_compared", "segments_again"});
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0], kBytes);
  EXPECT_GT(got[1], 0);
}

TEST_F(ProactEngine, ACopyThatANetworkLosesIsNamed) {
  Settings all = settings(nodes_on(kTorus), "s,b,copy,0,3,256 KiB,,proact,,,\n");
  all["gpu_model"] = "full";
  all["node.nic*.receiver.loss"] = "0.5";
  all["node.nic*.sender.retries"] = "0";
  const auto outcome = [&] {
    const platforms::RunOutcome got = test::run_cluster(all);
    EXPECT_EQ(got.code, core::ExitCode::kDeadlock);
    EXPECT_THAT(got.reason, HasSubstr("copy 0->3: a chunk was lost on its way"));
    return std::vector<double>{};
  };
  test::in_child(outcome);
}

/// Seconds of the last end of those tasks.
double end_of(const Settings& settings) {
  const std::vector<double> got = values(settings, {"end_max"});
  return got.empty() ? 0 : got.front();
}

TEST_F(ProactEngine, AKernelAndItsCopyOverlap) {
  const std::string pcie =
      "[rc0]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n[gpu[0..1]]\npreset = "
      "k40m\n";
  struct Case {
    std::string machine, gpu_model;
    unsigned to;
  };
  for (const Case& one :
       {Case{pcie, "full", 1}, Case{"dgx1_v100", "auto", 1}, Case{nodes_on(kTorus), "full", 2}}) {
    const auto time = [&](const std::string& tasks) {
      Settings all = settings(one.machine, tasks);
      all["gpu_model"] = one.gpu_model;
      all["real_bytes"] = "false";
      return end_of(all);
    };
    const std::string to = std::to_string(one.to);
    const double kernel = time("s,work,kernel,0,,,,,W,,\n");
    const double copy = time("s,a,copy,0," + to + ",1 MiB,,proact,,,\n");
    const double after =
        time("s,work,kernel,0,,,,,W,,\ns,a,copy,0," + to + ",1 MiB,work,proact,,,\n");
    const double pushed =
        time("s,work,kernel,0,,,,,W,,\ns,a,copy,0," + to + ",1 MiB,,proact,,work,16 KiB\n");
    EXPECT_LT(pushed, after) << one.machine;
    EXPECT_GT(pushed, std::max(kernel, copy)) << one.machine;
  }
}

TEST_F(ProactEngine, AMapSaysWhoWritesWhat) {
  // CTA 511 writes the first half, CTA 0 the other one.
  test::write_file(scratch_ / "map.txt", "511 0 65536\n0 65536 131072\n");
  Settings all = settings("dgx1_v100", "s,work,kernel,0,,,,,W,,\n");
  test::write_file(
      scratch_ / "map.csv",
      fmt::format("graph,id,task,src,dst,bytes,engine,workload,writer,map\n"
                  "s,work,kernel,0,,,,file:{},,\ns,a,copy,0,1,128 KiB,proact,,work,{}\n",
                  std::string(scratch_ / "waves.ini"), std::string(scratch_ / "map.txt")));
  all["schedule"] = scratch_ / "map.csv";
  EXPECT_THAT(values(all, {"bytes_compared"}), ElementsAre(128 << 10));
  test::write_file(scratch_ / "map.txt", "511 0 65536\n");
  test::in_child([&] {
    EXPECT_THROW(test::run_cluster(all), core::UserError) << "bytes that no CTA writes";
    return std::vector<double>{};
  });
}

}  // namespace
}  // namespace gf::proact_engine_test

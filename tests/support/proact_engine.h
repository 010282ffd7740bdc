// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <map>
#include <string>
#include <vector>

#include "tests/support/captured.h"
#include "tests/support/cluster_run.h"
#include "tests/support/in_child.h"

namespace gf::proact_engine {

using Settings = std::map<std::string, std::string>;

inline std::vector<double> values(const Settings& settings, const std::vector<std::string>& names) {
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
inline constexpr const char* kTasks =
    "s,work,kernel,0,,,,,W,,\n"
    "s,a,copy,0,1,256 KiB,,proact,,work,32 KiB\n"
    "s,b,copy,0,3,256 KiB,,proact,,work,32 KiB\n"
    "s,c,copy,2,1,131072,,proact,,,\n";
inline constexpr double kBytes = 2 * (256 << 10) + (128 << 10);

}  // namespace gf::proact_engine

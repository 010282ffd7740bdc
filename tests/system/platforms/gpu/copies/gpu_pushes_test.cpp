// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/copies/push_plan.h
// Holds: platforms/gpu/copies/storing_program.h
// Holds: platforms/gpu/copies/proact_units.h
// Copies that PROACT units push as a kernel writes them: bytes are right on every kind of node and
// network, with losses too, and a push takes no longer than the kernel and a copy behind it, and no
// shorter than either.
#include <fmt/format.h>

#include "tests/support/captured.h"
#include "tests/support/cluster_run.h"
#include "tests/support/in_child.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_engine.h"

namespace gf::gpu_pushes_test {
namespace {

using namespace proact_engine;  // NOLINT: what these tests share

TEST_F(ProactEngine, BytesAreRightInANodeOnPcie) {
  Settings all = settings("two_socket", kTasks);
  all["gpu_model"] = "full";
  EXPECT_THAT(values(all, {"bytes_delivered", "bytes_compared"}), ElementsAre(kBytes, kBytes));
}

TEST_F(ProactEngine, BytesAreRightInANodeOnNvlink) {
  EXPECT_THAT(values(settings("dgx1_v100", kTasks), {"bytes_delivered", "bytes_compared"}),
              ElementsAre(kBytes, kBytes));
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
}  // namespace gf::gpu_pushes_test

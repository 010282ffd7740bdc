// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/child_kernels.h
// Holds: platforms/proact/mechanisms/polling.h
// Holds: platforms/proact/host_program.h
// The microbenchmark of [PROACT21] as a user runs it: what its parameters and the driver's do.
#include <map>

#include "tests/support/matchers.h"
#include "tests/support/platform_run.h"

namespace gf::test::microbenchmark_test {
namespace {

/// 1 MiB, 16 CTAs at a time: 16 waves.
PlatformRun results(const Settings& settings) {
  PlatformRun run = run_platform(
      "proact", Settings{"gpu.sms=2", "app.bytes=1 MiB", "workload=microbenchmark"} + settings);
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  return run;
}

TEST(ProactMicro, ArithmeticOfACtaSetsTheTimeOfTheKernel) {
  const Settings volta = {"system=4x_volta", "mechanism=infinite"};
  auto slow = volta, fast = volta;
  fast.emplace_back("app.cta_cycles=20000");
  slow.emplace_back("app.cta_cycles=40000");
  const double more = results(slow)["kernel_time"] - results(fast)["kernel_time"];
  EXPECT_NEAR(more / (16 * 20000 * 656e-12), 1, 0.02);
}

TEST(ProactMicro, AllOthersGetAllBytes) {
  for (const char* const mechanism : {"mechanism=memcpy", "mechanism=polling", "mechanism=cdp"})
    EXPECT_EQ(results({"system=4x_volta", mechanism})["store_bytes"], 3 << 20) << mechanism;
}

TEST(ProactMicro, CyclesOfACtaBelongToItAlone) {
  const PlatformRun run = run_platform("proact", {"workload=jacobi", "app.cta_cycles=5"});
  EXPECT_EQ(run.code, core::ExitCode::kUsage);
  EXPECT_THAT(run.reason, HasSubstr("app.cta_cycles"));
}

TEST(ProactMicro, RefusesASizeThatIsNoMultipleOf64KiB) {
  const PlatformRun run = run_platform("proact", {"workload=microbenchmark", "app.bytes=100 KiB"});
  EXPECT_EQ(run.code, core::ExitCode::kUsage);
  EXPECT_THAT(run.reason, HasSubstr("64 KiB"));
}

/// With chunks of 4 KiB the driver has 256 launches and as many completions, one after the other.
TEST(ProactMicro, FineChunksAreBoundByLaunchesAndCompletions) {
  for (const auto& [setting, child] :
       std::map<const char*, double>{{"host.sync=5 us", 5e-6},
                                     {"host.cdp_interval=10 us", 12.5e-6},
                                     {"host.cdp_completion=10 us", 12.5e-6}}) {
    const double time = results({"system=4x_kepler", "mechanism=cdp", "chunk=4 KiB", "threads=256",
                                 "app.cta_cycles=1000", setting})["time"];
    EXPECT_GT(time, 256 * child) << setting;
    EXPECT_LT(time, 256 * child + 100e-6) << setting;  // the first CTA, a launch, a copy, sync
  }
}

/// One chunk, ready with the kernel: the time from there to the end of the phase is a launch, its
/// latency, the copy and a completion, whatever the interval between launches is.
TEST(ProactMicro, ALoneChildWaitsForNoInterval) {
  const auto drain = [](const char* setting) {
    return results({"system=4x_volta", "mechanism=cdp", "chunk=1 MiB", setting})["drain_time"];
  };
  const double one = drain("host.cdp_interval=1 us");
  EXPECT_GT(one, 8e-6);  // latency
  EXPECT_DOUBLE_EQ(drain("host.cdp_interval=10 us"), one);
  EXPECT_NEAR(drain("host.cdp_completion=25 us") - one, 20e-6, 0.01e-6);
}

/// Eight CTAs fill an SM. Beside one of an agent with as many registers a thread there are seven,
/// beside one with four times as many four.
TEST(ProactMicro, AgentsTakeTheRegistersOfTheKernelsCtas) {
  const auto kernel = [](const char* registers) {
    return results({"system=4x_volta", "mechanism=polling", "threads=512", "chunk=16 KiB",
                    registers})["kernel_time"];
  };
  const double ratio = kernel("host.agent_registers=128") / kernel("host.agent_registers=32");
  EXPECT_GT(ratio, 1.4);
  EXPECT_LT(ratio, 7.0 / 4);
}

/// Producers hold all places of warps and all registers. A child takes those of the next producers,
/// so the kernel lasts longer; one with four times the registers finds no CTA that leaves enough
/// until the kernel ends, and the phase lasts longer.
TEST(ProactMicro, ChildrenTakePlacesAndRegistersOfTheKernelsCtas) {
  const auto times = [](const Settings& more) {
    Settings all = {"system=4x_volta",
                    "mechanism=cdp",
                    "threads=512",
                    "chunk=16 KiB",
                    "host.cdp_interval=100 ns",
                    "host.cdp_completion=100 ns"};
    all.insert(all.end(), more.begin(), more.end());
    return results(all);
  };
  auto without = times({"elide=transfers"}), beside = times({});
  auto greedy = times({"host.agent_registers=128"});
  EXPECT_GT(beside["kernel_time"], 1.02 * without["kernel_time"]);
  EXPECT_GT(greedy["drain_time"], 2 * beside["drain_time"]);
  EXPECT_GT(greedy["time"], beside["time"]);
}

/// Behind its parent's CTAs a child begins when the last of them has a place, and hides little.
TEST(ProactMicro, ChildrenWithoutPriorityComeBehindTheirParentsCtas) {
  const auto time = [](const char* priority) {
    return results({"system=4x_kepler", "mechanism=cdp", "threads=256", "chunk=64 KiB",
                    "app.cta_cycles=40000", priority});
  };
  auto before = time("host.agent_priority=true"), behind = time("host.agent_priority=false");
  EXPECT_GT(behind["time"], 1.1 * before["time"]);
  EXPECT_LT(behind["kernel_time"], before["kernel_time"]);
}

/// With as many as the hardware has, children go side by side; with two (their parent is one) they
/// go one after the other.
TEST(ProactMicro, ChildrenSideBySideAreBoundByGrids) {
  const auto drain = [](const char* grids) {
    return results({"system=4x_kepler", "mechanism=cdp", "threads=32", "chunk=16 KiB",
                    "host.cdp_interval=100 ns", "host.cdp_completion=100 ns", grids})["drain_time"];
  };
  EXPECT_GT(drain("dispatch.grids=2"), 3 * drain("dispatch.grids=32"));
}

TEST(ProactMicro, DefaultStreamsCopyToOneGpuAtATime) {  // PROACT-18
  const auto copies = [](const char* order) {
    return results(
        {"system=4x_pascal", "mechanism=memcpy", "app.cta_cycles=1000", order})["copy_time"];
  };
  const double ratio = copies("host.copies=default_stream") / copies("host.copies=async");
  EXPECT_GT(ratio, 2);
  EXPECT_LT(ratio, 3);  // calls and the last wait are the same
}

/// 256 threads poll on one of two SMs of a K40m.
double polling_time(const char* cost, const char* interval) {
  return results({"system=4x_kepler", "app.cta_cycles=12000", "threads=256", "mechanism=polling",
                  "chunk=16 KiB", cost, interval})["time"];
}

TEST(ProactMicro, PollsTakeIssueSlotsFromArithmetic) {
  const double few = polling_time("host.poll_cost=1000", "host.poll_interval=64");
  const double all = polling_time("host.poll_cost=1000", "host.poll_interval=1");
  EXPECT_GT(all, 1.15 * few);
}

TEST(ProactMicro, PollsOnKeplerLeaveSlotsToArithmetic) {  // PROACT-1
  const double memcpy =
      results({"system=4x_kepler", "app.cta_cycles=12000", "mechanism=memcpy"})["time"];
  const double relaxed = memcpy / polling_time("host.poll_cost=90", "host.poll_interval=9");
  EXPECT_GT(relaxed, 1.2);  // published: below 1
  EXPECT_NEAR(memcpy / polling_time("host.poll_cost=0", "host.poll_interval=9") / relaxed, 1, 0.05);
}

}  // namespace
}  // namespace gf::test::microbenchmark_test

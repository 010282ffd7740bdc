// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/row_parts.h
// Rows whose elements come from the GPU's memory.
#include "tests/support/matchers.h"
#include "tests/support/platform_run.h"

namespace gf::test::sweep_test {
namespace {

double kernel_time(const Settings& settings) {
  const PlatformRun run =
      run_platform("proact", settings + Settings{"iterations=1", "app.bytes=1 MiB"});
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  return run["kernel_time"];
}

constexpr double kRows = 65536;               // of 16 B, twice 8
constexpr double kBytes = kRows * 140.3 * 8;  // of their elements

/// At the rate of four memories of Table I; the rest is loads, arithmetic, stores and waves.
TEST(ProactRows, ComeFromMemory) {
  for (const auto& [system, rate] :
       {std::pair{"4x_kepler", 288.4e9}, {"4x_pascal", 720e9}, {"4x_volta", 920e9}}) {
    for (const std::string workload : {"jacobi", "sssp"}) {
      const double time = kernel_time(
          {std::string("system=") + system, "workload=" + workload, "mechanism=infinite"});
      EXPECT_GT(time, kBytes / (4 * rate)) << system << workload;
      EXPECT_LT(time, 2 * kBytes / (4 * rate)) << system << workload;
    }
  }
}

/// The memory is what they wait for: at half its rate they take nearly twice as long, with half of
/// the lanes little longer.
TEST(ProactRows, WaitForTheMemoryMoreThanForArithmetic) {
  const Settings whole = {"workload=jacobi", "mechanism=infinite"};
  const auto with = [&](const std::string& more) {
    Settings all = whole;
    all.push_back(more);
    return kernel_time(all);
  };
  const double time = kernel_time(whole);
  EXPECT_GT(with("gpu.memory.channel_rate=28.75 GB/s"), 1.6 * time);
  EXPECT_LT(with("app.lanes=32"), 1.3 * time);
}

TEST(ProactRows, OneGpuTakesThreeToFourTimesAsLongAsFour) {
  for (const std::string workload : {"jacobi", "sssp", "als"}) {
    const Settings one = {"workload=" + workload, "mechanism=infinite", "gpus=1"};
    const Settings four = {"workload=" + workload, "mechanism=infinite", "gpus=4"};
    const double times = kernel_time(one) / kernel_time(four);
    EXPECT_GT(times, 3) << workload;
    EXPECT_LT(times, 4.2) << workload;
  }
}

TEST(ProactRows, OnlyLanesAreOfApplicationsWithArithmeticOfTheirOwn) {
  const PlatformRun run = run_platform("proact", {"workload=microbenchmark", "app.lanes=32"});
  EXPECT_EQ(run.code, core::ExitCode::kUsage);
  EXPECT_THAT(run.reason, HasSubstr("app.lanes"));
  const PlatformRun other = run_platform("proact", {"workload=sssp", "size=large"});
  EXPECT_EQ(other.code, core::ExitCode::kUsage);
  EXPECT_THAT(other.reason, HasSubstr("small, published"));
}

}  // namespace
}  // namespace gf::test::sweep_test

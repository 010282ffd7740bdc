// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/row_parts.h workloads/shared/sweep.h
// Rows whose elements come from the GPU's memory.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::proact_rows_test {
namespace {

using testing::HasSubstr;

Captured run_proact(const Words& settings) {
  Words words = {"run", "proact", "--quiet", "--json"};
  for (const std::string& setting : settings) words.insert(words.end(), {"-p", setting});
  return program(words);
}

double result(Words settings, const std::string& name) {
  settings.insert(settings.end(), {"iterations=1", "app.bytes=1 MiB"});
  const Captured run = run_proact(settings);
  EXPECT_EQ(run.code, 0) << run.err;
  return core::parse_json(run.out)["results"][name]["value"];
}
double kernel_time(const Words& settings) { return result(settings, "kernel_time"); }

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
  const Words whole = {"workload=jacobi", "mechanism=infinite"};
  const auto with = [&](const std::string& more) {
    Words all = whole;
    all.push_back(more);
    return kernel_time(all);
  };
  const double time = kernel_time(whole);
  EXPECT_GT(with("gpu.memory.channel_rate=28.75 GB/s"), 1.6 * time);
  EXPECT_LT(with("app.lanes=32"), 1.3 * time);
}

TEST(ProactRows, OneGpuTakesThreeToFourTimesAsLongAsFour) {
  for (const std::string workload : {"jacobi", "sssp", "als"}) {
    const Words one = {"workload=" + workload, "mechanism=infinite", "gpus=1"};
    const Words four = {"workload=" + workload, "mechanism=infinite", "gpus=4"};
    const double times = kernel_time(one) / kernel_time(four);
    EXPECT_GT(times, 3) << workload;
    EXPECT_LT(times, 4.2) << workload;
  }
}

TEST(ProactRows, OnlyLanesAreOfApplicationsWithArithmeticOfTheirOwn) {
  const Captured run = run_proact({"workload=microbenchmark", "app.lanes=32"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("app.lanes"));
  const Captured other = run_proact({"workload=sssp", "size=large"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("small, published"));
}

}  // namespace
}  // namespace gf::test::proact_rows_test

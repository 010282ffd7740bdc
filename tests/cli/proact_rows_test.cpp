// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/work/shared/row_parts.h tlm_models/work/shared/app_options.h
// Rows that last as long as those of the published matrices.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>

#include "core/json.h"
#include "tests/support/program.h"

namespace gf::test::proact_rows_test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

Captured run_proact(const Words& settings) {
  Words words = {"run", "proact", "--quiet", "--json"};
  for (const std::string& setting : settings) words.insert(words.end(), {"-p", setting});
  return program(words);
}

double kernel_time(Words settings, const std::string& workload = "jacobi") {
  settings.insert(settings.end(), {"workload=" + workload, "mechanism=infinite", "iterations=1"});
  const Captured run = run_proact(settings);
  EXPECT_EQ(run.code, 0) << run.err;
  return core::parse_json(run.out)["results"]["kernel_time"]["value"];
}

/// Jacobi's 61,440 rows lack 134.4 elements of 16 B each: at four times the memory's rate.
TEST(ProactRows, OfThePublishedMatrixComeFromMemory) {
  const double bytes = (140.3 * 61440 - 361471) * 16;
  for (const auto& [system, rate] :
       {std::pair{"4x_kepler", 288.4e9}, {"4x_pascal", 720e9}, {"4x_volta", 920e9}}) {
    const double time = kernel_time({std::string("system=") + system, "app.rows=published"});
    EXPECT_GT(time, bytes / (4 * rate)) << system;
    EXPECT_LT(time, 1.25 * bytes / (4 * rate)) << system;  // loads, stores, waves
  }
}

/// Jacobi's large input, 491,520 rows of 15.1 elements: those that they lack of 140.3.
TEST(ProactRows, OfTheLargeInputComeFromMemoryToo) {
  const double bytes = (140.3 * 491520 - 7423349) * 16;
  for (const unsigned gpus : {1u, 4u}) {
    const double time =
        kernel_time({"size=large", "app.rows=published", fmt::format("gpus={}", gpus)});
    EXPECT_GT(time, bytes / (gpus * 920e9)) << gpus;
    EXPECT_LT(time, 1.25 * bytes / (gpus * 920e9)) << gpus;
  }
}

/// Of as many rows, the large input has more elements and lacks fewer: they last alike.
TEST(ProactRows, LastAlikeInBothInputsOnOneGpuAndOnFour) {
  for (const std::string workload : {"jacobi", "sssp", "als"}) {
    std::map<std::string, double> times;
    for (const std::string gpus : {"gpus=1", "gpus=4"})
      for (const std::string size : {"size=small", "size=large"})
        times[gpus + size] =
            kernel_time({"app.rows=published", "app.bytes=1 MiB", gpus, size}, workload);
    for (const std::string gpus : {"gpus=1", "gpus=4"})
      EXPECT_NEAR(times[gpus + "size=large"] / times[gpus + "size=small"], 1, 0.05)
          << workload << ", " << gpus;
    EXPECT_GT(times["gpus=1size=large"] / times["gpus=4size=large"], 3) << workload;
  }
}

TEST(ProactRows, WorkScalesThem) {
  const double once = kernel_time({"app.rows=published", "work=2"});
  const double twice = kernel_time({"app.rows=published", "work=4"});
  EXPECT_NEAR(twice / once, 2, 0.1);
}

/// 65,536 rows of jacobi and of sssp at the rate of four memories of Table I; the rest is loads,
/// arithmetic, stores and waves.
TEST(ProactRows, ThatAreStreamedTakeTheMemoryTheirBytesTime) {
  const double bytes = 140.3 * 65536 * 8;
  for (const auto& [system, rate] : {std::pair{"4x_kepler", 288.4e9}, {"4x_volta", 920e9}})
    for (const std::string workload : {"jacobi", "sssp"}) {
      const double time = kernel_time(
          {std::string("system=") + system, "app.rows=streamed", "app.bytes=1 MiB"}, workload);
      EXPECT_GT(time, bytes / (4 * rate)) << system << workload;
      EXPECT_LT(time, 2 * bytes / (4 * rate)) << system << workload;
    }
}

/// They load it: at half its rate they take nearly twice as long, and with half the lanes little
/// longer.
TEST(ProactRows, ThatAreStreamedLoadTheMemory) {
  const auto time = [](const std::string& rows, const std::string& more) {
    return kernel_time({"app.bytes=1 MiB", "app.rows=" + rows, more});
  };
  const double whole = time("streamed", "gpus=4");
  EXPECT_GT(time("streamed", "gpu.memory.channel_rate=28.75 GB/s"), 1.6 * whole);
  EXPECT_LT(time("streamed", "app.lanes=32"), 1.3 * whole);
}

TEST(ProactRows, LanesAreOfThoseThatAreStreamed) {
  const Captured run = run_proact({"workload=jacobi", "app.lanes=32"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("app.lanes"));
}

TEST(ProactRows, BelongToApplicationsWithAMatrix) {
  for (const char* const workload : {"workload=microbenchmark", "workload=xray_ct"}) {
    const Captured run = run_proact({workload, "app.rows=published"});
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr("app.rows"));
  }
  const Captured other = run_proact({"workload=sssp", "app.rows=real"});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("generated, published, streamed"));
}

}  // namespace
}  // namespace gf::test::proact_rows_test

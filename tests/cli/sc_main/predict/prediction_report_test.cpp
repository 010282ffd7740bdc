// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/prediction_report.h"

#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"

namespace gf::test::prediction_report_test {
namespace {

using machine_runs::kFour;
using machine_runs::predict;

TEST(PredictionReport, SummaryIsATable) {
  const ScratchDirectory scratch;
  write_file(scratch / "four.ini", kFour);
  const Captured run =
      exits(0, predict({scratch / "four.ini", "--bytes", "64 KiB", "--reduce-bytes", "64 KiB"}));
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("simulated: copies of 64 KiB by copy engines\n"),
                    HasSubstr("one copy                        PIX   gpu0 -> gpu1"),
                    HasSubstr("all to all, each GPU"), HasSubstr("all-reduce of 64 KiB, busbw")));
}

TEST(PredictionReport, AStoreIsACopyWithoutItsCall) {
  const ScratchDirectory scratch;
  const auto first_row = [&](const std::string& text, const std::string& setup) {
    write_file(scratch / "m.ini", text + "[parameters]\n" + setup + "\n");
    const Captured run = exits(
        0, predict({scratch / "m.ini", "--bytes", "64 KiB", "--reduce-bytes", "64 KiB", "--json"}));
    return core::parse_json(run.out)["tests"][0]["values"][0];
  };
  const auto endpoints = first_row(kFour, "*.copy_engine.setup = 3 us");
  EXPECT_NEAR(endpoints["latency"].get<double>() - endpoints["store"].get<double>(), 3e-6, 1e-12);
  const std::string bridge = "[gpu0]\nlinks = gpu1 nvlink2\n";
  const auto slow = first_row(kFour + bridge, "gpu.memory.copy.setup = 3 us");
  const auto quick = first_row(kFour + bridge, "gpu.memory.copy.setup = 1 us");
  EXPECT_DOUBLE_EQ(slow["store"].get<double>(), quick["store"].get<double>());
  EXPECT_LT(slow["store"].get<double>(), 2e-6) << "no launch of its kernel";
}

TEST(PredictionReport, WithoutPeerAccessThereAreNoStores) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", "p2p = off 0-1\n" + kFour + "[rc]\nmemory = 76.8 GB/s 90 ns\n");
  const Captured run = exits(
      0, predict({scratch / "m.ini", "--bytes", "64 KiB", "--reduce-bytes", "64 KiB", "--json"}));
  for (const auto& row : core::parse_json(run.out)["tests"]) {
    if (row["test"] != "one copy") continue;
    EXPECT_EQ(row["values"][0]["store"].is_null(), row["from_to"] == "gpu0 -> gpu1")
        << row["from_to"];
  }
}

TEST(PredictionReport, DoubtStandsBehindEachNumber) {
  const ScratchDirectory scratch;
  write_file(scratch / "four.ini", kFour);
  const Captured run =
      exits(0, predict({scratch / "four.ini", "--bytes", "64 KiB", "--reduce-bytes", "64 KiB",
                        "--with-doubt", "--samples", "4"}));
  EXPECT_THAT(run.out, AllOf(HasSubstr("5 % to 95 % of 4 samples of what is assumed"),
                             ContainsRegex("gpu0 -> gpu1 +[0-9]+ +[0-9.]+ \\([0-9.]+ \\.\\.\\. "
                                           "[0-9.]+\\) +[0-9.]+ \\([0-9.]+ \\.\\.\\. [0-9.]+\\)")));
}

}  // namespace
}  // namespace gf::test::prediction_report_test

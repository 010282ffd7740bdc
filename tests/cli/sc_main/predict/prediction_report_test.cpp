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
      predict({scratch / "four.ini", "--bytes", "64 KiB", "--reduce-bytes", "64 KiB"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("simulated: copies of 64 KiB by copy engines\n"),
                    HasSubstr("one copy                        PIX   gpu0 -> gpu1"),
                    HasSubstr("all to all, each GPU"), HasSubstr("all-reduce of 64 KiB, busbw")));
}

TEST(PredictionReport, DoubtStandsBehindEachNumber) {
  const ScratchDirectory scratch;
  write_file(scratch / "four.ini", kFour);
  const Captured run = predict({scratch / "four.ini", "--bytes", "64 KiB", "--reduce-bytes",
                                "64 KiB", "--with-doubt", "--samples", "4"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("5 % to 95 % of 4 samples of what is assumed"),
                             ContainsRegex("gpu0 -> gpu1 +[0-9]+ +[0-9.]+ \\([0-9.]+ \\.\\.\\. "
                                           "[0-9.]+\\) +[0-9.]+ \\([0-9.]+ \\.\\.\\. [0-9.]+\\)")));
}

}  // namespace
}  // namespace gf::test::prediction_report_test

// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/prediction_report.h"

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::prediction_report_test {
namespace {

/// Four GPUs under two switches.
const std::string kFour =
    "[rc]\nkind = root_complex\nchildren = sw[0..1] pcie gen3 x16\n[sw[0..1]]\n"
    "children = gpu[0..3] pcie gen3 x16\n[gpu[0..3]]\npreset = v100\n";

/// Runs `predict` on small copies, without a store.
Captured predict(Words words) {
  words.insert(words.begin(), "predict");
  for (const char* word : {"--store", "", "-q"}) words.emplace_back(word);
  return program(words);
}

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

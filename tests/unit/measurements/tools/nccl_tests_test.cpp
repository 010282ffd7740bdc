// SPDX-License-Identifier: Apache-2.0
// Holds: measurements/tools/nccl_output.h measurements/tools/nccl_reader.cpp
// Holds: measurements/tools/nccl_writer.cpp
#include "measurements/tools/nccl_output.h"
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::nccl_tests_test {
namespace {

using namespace test;

/// github.com/NVIDIA/nccl-tests/issues/128, reduce-scatter on eight GPUs of two nodes: two rows.
const std::string kReduceScatter =
    "$ mpirun -np 8 ./build/reduce_scatter_perf -b 8 -e 128M -f 2\n"
    "#                                                              out-of-place                  "
    "     in-place          \n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time "
    "  algbw   busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us) "
    " (GB/s)  (GB/s)       \n"
    "           0             0     float     sum      -1     5.70    0.00    0.00      0     5.54 "
    "   0.00    0.00      0\n"
    "node1:2392:2401 [7] NCCL INFO comm 0x7f5780001ca0 rank 15 nranks 32 - Init COMPLETE\n"
    "         256             8     float     sum      -1    24.01    0.01    0.01      0    23.18 "
    "   0.01    0.01      0\n";

/// github.com/crickett-hpe/hpc-ai-envs/pull/30: eight MI300X; and the foot of ROCm/rccl/pull/2078.
const std::string kRccl =
    "# nThread 1 nGpus 8 minBytes 8388608 maxBytes 1073741824 step: 2(factor) warmup iters: 5 "
    "iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n"
    "rccl-tests: Version develop:83d38d9\n"
    "# Using devices\n"
    "#  Rank  0 Group  0 Pid  37300 on   g100n126 device  0 [0000:05:00] AMD Instinct MI300X\n"
    "#  Rank  7 Group  0 Pid  37300 on   g100n126 device  7 [0000:e7:00] AMD Instinct MI300X\n#\n"
    "#                                                              out-of-place                  "
    "     in-place          \n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time "
    "  algbw   busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us) "
    " (GB/s)  (GB/s)       \n"
    "     8388608       2097152     float     sum      -1    91.10   92.08  161.14      0    94.94 "
    "  88.36  154.63      0\n"
    "# Errors with asterisks indicate errors that have exceeded the maximum threshold.\n"
    "# Out of bounds values : 0 OK\n"
    "# Avg bus bandwidth    : 142.652 \n#\n"
    "# Collective test concluded: all_reduce_perf\n";

/// github.com/NVIDIA/nccl-tests/issues/44, two RTX 2080 Ti: the table of an early version.
const std::string kOld =
    "#       size         count    type     time   algbw   busbw  error     time   algbw   busbw  "
    "error\n"
    "       32768          4096   float    13.39    1.22    1.22  0e+00    11.85    1.38    1.38  "
    "0e+00\n"
    "    67108864       8388608   float   1568.3   21.40   21.40  0e+00   1560.9   21.50   21.50  "
    "0e+00\n"
    "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 6.6\n";

TEST(NcclTests, ReadsBothHalvesOfARow) {
  const MeasuredValues values = values_of(nccl_tests(), kReduceScatter);
  ASSERT_THAT(values, SizeIs(16));
  const Measured time = value_of(values, "reduce_scatter_perf in-place", quantity::kTime);
  EXPECT_EQ(time.digits, "5.54");
  EXPECT_EQ(time.setting, "0 float sum -1");
  EXPECT_EQ(values[8].bytes, 256U);
  EXPECT_EQ(values[8].digits, "24.01");
  EXPECT_EQ(values[8].tool, "nccl-tests");
}

TEST(NcclTests, TellsRcclTests) {
  const MeasuredValues values = values_of(rccl_tests(), kRccl);
  ASSERT_THAT(values, SizeIs(9));
  EXPECT_EQ(values[2].tool, "rccl-tests");
  EXPECT_EQ(values[2].test, "all_reduce_perf") << "named behind the table";
  EXPECT_EQ(values[2].quantity, quantity::kBusBw);
  EXPECT_EQ(values[2].digits, "161.14");
  EXPECT_EQ(values[2].ranks, 8U);
  EXPECT_EQ(values[8].quantity, nccl::kMean);
  EXPECT_EQ(values[8].value, 142.652);
  EXPECT_THAT(nccl_tests().read(kRccl, "f"), IsEmpty());
  EXPECT_THAT(rccl_tests().read(kRccl + kReduceScatter, "f"), SizeIs(9));
}

TEST(NcclTests, ReadsEarlyVersions) {
  const MeasuredValues values = values_of(nccl_tests(), kOld);
  ASSERT_THAT(values, SizeIs(17));
  EXPECT_EQ(values[0].test, nccl::kUnknown);
  EXPECT_EQ(values[8].digits, "1568.3");
  EXPECT_EQ(values[3].quantity, quantity::kError);
}

TEST(NcclTests, WritesWhatItReads) {
  expect_round_trip(rccl_tests(), rccl_tests().read(kRccl, "f"));
  // The mean is calculated if there is none, and read as a value.
  const MeasuredValues values = nccl_tests().read(kReduceScatter, "f");
  const std::string text = nccl_tests().write(values);
  expect_round_trip(nccl_tests(), nccl_tests().read(text, "f"));
  EXPECT_THAT(text,
              HasSubstr("         256             8     float     sum      -1    24.01    0.01 "
                        "   0.01       0    23.18    0.01    0.01       0\n"));
  EXPECT_THAT(text, HasSubstr("# Avg bus bandwidth    : 0.005 \n"));
  MeasuredValues two = nccl_tests().read(text, "f");
  for (Measured each : nccl_tests().read(text, "f")) {
    each.test.replace(0, each.test.find("_perf"), "alltoall");
    two.push_back(each);
  }
  expect_round_trip(nccl_tests(), two);
}

TEST(NcclTests, WritesAsManyDecimalsAsFit) {
  MeasuredValues values = nccl_tests().read(kReduceScatter, "f");
  values[0].value = 12345.678;  // us: seven characters
  values[1].value = 1234.5678;  // GB/s: six
  values[2].value = 12345678.9;
  values[3].value = 3;
  const std::string text = nccl_tests().write(values);
  EXPECT_THAT(text, HasSubstr("  12345.7  1234.6   1e+07       3 "));
  expect_round_trip(nccl_tests(), nccl_tests().read(text, "f"));
}

TEST(NcclTests, LeavesUncheckedElementsOut) {
  MeasuredValues values = nccl_tests().read(kReduceScatter, "f");
  values.erase(
      std::remove_if(values.begin(), values.end(),
                     [](const Measured& each) { return each.quantity == quantity::kWrong; }),
      values.end());
  const std::string text = nccl_tests().write(values);
  EXPECT_THAT(text, AllOf(HasSubstr("     N/A"), Not(HasSubstr("Out of bounds"))));
  expect_round_trip(nccl_tests(), nccl_tests().read(text, "f"));
}

TEST(NcclTests, NamesWrongLines) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = kReduceScatter;
    text.replace(text.find(from), from.size(), to);
    return reading_error(nccl_tests(), text);
  };
  EXPECT_EQ(damaged("24.01    0.01    0.01      0", "24.01"),
            "f:7: a row of 10 cells; expected 13 cells");
  EXPECT_EQ(damaged("24.01", "N/A"), "f:7: time = \"N/A\"; expected a number of 0 or more");
  EXPECT_EQ(damaged("         256", "         2k6"),
            "f:7: size = \"2k6\"; expected a whole number");
  EXPECT_THAT(damaged("algbw", "bw"), HasSubstr("f:3: unknown column \"bw\""));
  EXPECT_THAT(reading_error(rccl_tests(), kRccl.substr(0, kRccl.find("142.652"))),
              HasSubstr("f:14: a mean without a number"));
}

TEST(NcclTests, RefusesToWriteARowWithGaps) {
  MeasuredValues values = nccl_tests().read(kReduceScatter, "f");
  EXPECT_THAT(error_of([&] { nccl_tests().write({values[0]}); }), HasSubstr("no algbw"));
  values[0].setting = "float";
  EXPECT_THAT(error_of([&] { nccl_tests().write({values[0]}); }),
              HasSubstr("COUNT TYPE REDOP ROOT"));
  values[0].bytes.reset();
  EXPECT_THAT(error_of([&] { nccl_tests().write({values[0]}); }), HasSubstr("no size"));
}

}  // namespace
}  // namespace gf::papers::tools::nccl_tests_test

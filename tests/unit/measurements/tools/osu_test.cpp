// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::osu_test {
namespace {

using namespace test;
using test::error_of;

/// github.com/openucx/ucx/issues/6327, OMB 5.7: three of the rows.
const std::string kBandwidth =
    "> mpirun -np 2 ./osu_bw H D\n"
    "# OSU MPI-CUDA Bandwidth Test v5.7\n"
    "# Send Buffer on HOST (H) and Receive Buffer on DEVICE (D)\n"
    "# Size      Bandwidth (MB/s)\n"
    "1                       2.98\n"
    "262144               9511.51\n"
    "4194304              4036.15\n";

/// github.com/ofi-cray/libfabric-cray/pull/859, OMB 5.0: three of the rows.
const std::string kLatency =
    "###\n### Running: srun -n2 -N2 -t00:8:00 osu_latency\n###\n"
    "# OSU MPI Latency Test v5.0\n# Size          Latency (us)\n"
    "0                       1.84\n1024                    2.18\n4194304               497.37\n";

/// github.com/open-mpi/ompi/pull/12318, OMB 7.3 with -f: two of the rows.
const std::string kReduce =
    "\n# OSU MPI-CUDA Reduce Latency Test v7.3\n# Datatype: MPI_CHAR.\n"
    "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n"
    "1                      53.34             24.80            158.96        1000\n"
    "128                    53.91             23.22            160.13        1000\n";

/// ARCHER2's documentation, OMB 5.7, osu_allreduce; Sarus' documentation, OMB 5.3.2, osu_alltoall.
const std::string kCollectives =
    "# OSU MPI Allreduce Latency Test v5.7\n# Size       Avg Latency(us)\n"
    "4                       6.81\n1048576              2981.61\n\n"
    "2 total processes killed (some possibly by mpirun during cleanup)\n"
    "# OSU MPI All-to-All Personalized Exchange Latency Test v5.3.2\n# Size       Avg Latency(us)\n"
    "   1                       5.46\n   4194304            363.35\n";

/// A published osu_barrier, OMB 5.8, and the time behind it.
const std::string kBarrier =
    "# OSU MPI Barrier Latency Test v5.8\n# Avg Latency(us)\n             8.63\n\n"
    "real\t0m7.832s\nuser\t0m0.080s\n";

/// github.com/aws/aws-parallelcluster/pull/7035: two of the rows. The message rate of the second is
/// its rate over 4096 B, not the one printed there.
const std::string kPairs =
    "# OSU MPI Multiple Bandwidth / Message Rate Test v5.7.1\n"
    "# [ pairs: 48 ] [ window size: 64 ]\n"
    "# Size                  MB/s        Messages/s\n"
    "1                      58.09       58086503.51\n"
    "4096               168173.26       41057925.00\n";

/// github.com/ofiwg/libfabric/issues/11231: with -c, a column of words.
const std::string kChecked =
    "# OSU MPI-CUDA Bi-Directional Bandwidth Test v7.5\n# Datatype: MPI_CHAR.\n"
    "# Size      Bandwidth (MB/s)        Validation\n"
    "1                       0.32              Pass\n";

TEST(Osu, ReadsPairsOfProcesses) {
  const MeasuredValues rates = values_of(osu(), kBandwidth);
  ASSERT_THAT(rates, SizeIs(3));
  EXPECT_EQ(rates[1].test, "osu_bw");
  EXPECT_EQ(rates[1].bytes, 262144U);
  EXPECT_EQ(rates[1].digits, "9511.51");
  EXPECT_EQ(rates[1].unit, "MB/s");
  EXPECT_EQ(rates[1].setting, "CUDA, Send Buffer on HOST (H) and Receive Buffer on DEVICE (D)");
  const MeasuredValues latencies = values_of(osu(), kLatency);
  ASSERT_THAT(latencies, SizeIs(3));
  EXPECT_EQ(latencies[2].quantity, quantity::kLatency);
  EXPECT_EQ(latencies[2].value, 497.37);
  EXPECT_EQ(value_of(values_of(osu(), kPairs), "osu_mbw_mr", quantity::kMessageRate).digits,
            "58086503.51");
  EXPECT_EQ(value_of(values_of(osu(), kChecked), "osu_bibw", quantity::kRate).digits, "0.32");
}

TEST(Osu, ReadsCollectives) {
  const MeasuredValues full = values_of(osu(), kReduce);
  ASSERT_THAT(full, SizeIs(6));
  EXPECT_EQ(full[1].quantity, "time, least");
  EXPECT_EQ(full[1].iterations, 1000U);
  const MeasuredValues two = values_of(osu(), kCollectives);
  ASSERT_THAT(two, SizeIs(4));
  EXPECT_EQ(two[1].test, "osu_allreduce");
  EXPECT_EQ(two[3].test, "osu_alltoall");
  EXPECT_EQ(two[3].digits, "363.35");
  const MeasuredValues barrier = values_of(osu(), kBarrier);
  ASSERT_THAT(barrier, SizeIs(1));
  EXPECT_FALSE(barrier[0].bytes);
}

TEST(Osu, WritesWhatItReads) {
  for (const std::string& text :
       {kBandwidth, kLatency, kReduce, kCollectives, kBarrier, kPairs, kChecked, kReduce + kPairs})
    expect_round_trip(osu(), osu().read(text, "f"));
  EXPECT_THAT(osu().write(osu().read(kReduce, "f")),
              HasSubstr("# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  "
                        "Iterations\n1                      53.34             24.80            "
                        "158.96        1000\n"));
}

TEST(Osu, NamesWrongLines) {
  EXPECT_EQ(reading_error(osu(), kBandwidth, "9511.51", ""),
            "f:6: a row of 1 cells; expected 2 cells");
  EXPECT_EQ(reading_error(osu(), kBandwidth, "9511.51", "9511,51"),
            "f:6: Bandwidth (MB/s) = \"9511,51\"; expected a number of 0 or more");
  EXPECT_EQ(reading_error(osu(), kReduce, "23.22 ", ""), "f:6: a row of 4 cells; expected 5 cells");
  EXPECT_THAT(reading_error(osu(), kReduce, "Max Latency", "Most Latency"),
              HasSubstr("f:4: unknown column \"Most Latency(us)"));
}

TEST(Osu, RefusesToWriteWhatItDoesNotPrint) {
  MeasuredValues values = osu().read(kReduce, "f");
  values.pop_back();
  EXPECT_THAT(error_of([&] { osu().write(values); }), HasSubstr("2 values of one size"));
  values[0].quantity = "busbw";
  EXPECT_THAT(error_of([&] { osu().write(values); }), HasSubstr("a quantity that OSU prints"));
}

}  // namespace
}  // namespace gf::papers::tools::osu_test

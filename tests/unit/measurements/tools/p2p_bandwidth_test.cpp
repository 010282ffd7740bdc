// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::p2p_bandwidth_test {
namespace {

using namespace test;

/// github.com/NVIDIA/cuda-samples/issues/230: the latencies of four GPUs.
const std::string kLatencies =
    "P2P=Disabled Latency Matrix (us)\n"
    "   GPU     0      1      2      3\n"
    "     0   2.61  14.95  19.61  14.42\n"
    "     1  11.09   2.10  19.16  18.72\n"
    "     2  13.34  16.44   2.06  16.80\n"
    "     3  11.92  16.62  16.72   2.09\n\n"
    "   CPU     0      1      2      3\n"
    "     0   2.67   6.78   6.18   6.14\n"
    "     1   6.71   2.62   6.33   6.30\n"
    "     2   6.35   6.27   2.50   5.78\n"
    "     3   6.20   6.24   5.79   2.49\n"
    "P2P=Enabled Latency (P2P Writes) Matrix (us)\n"
    "   GPU     0      1      2      3\n"
    "     0   2.59   2.31   1.85   1.86\n"
    "     1   2.26   2.10   1.88   1.83\n"
    "     2   1.81   1.83   2.07   2.31\n"
    "     3   1.84   1.81   2.23   2.09\n\n"
    "   CPU     0      1      2      3\n"
    "     0   2.71   1.91   1.97   1.93\n"
    "     1   2.11   2.77   2.16   2.00\n"
    "     2   1.92   1.76   2.58   1.94\n"
    "     3   1.84   1.91   1.88   2.55\n";

/// github.com/NVIDIA/nccl/issues/814, six GPUs: writes and reads.
const std::string kRates =
    "# Without --sm_copy\n"
    "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n"
    "   D\\D     0      1      2      3      4      5\n"
    "     0 912.68   9.90   9.90   9.90   9.90   9.90\n"
    "     1   9.90 922.37   9.90   9.90   9.90   9.90\n"
    "     2  10.01  10.01 922.24  10.01  10.01  10.01\n"
    "     3  10.23  10.23  10.23 921.83  10.23  10.23\n"
    "     4   9.65   9.64   9.65   9.65 921.29   9.65\n"
    "     5  10.22  10.22  10.22  10.22  10.22 922.37\n"
    "Unidirectional P2P=Enabled Bandwidth (P2P Reads) Matrix (GB/s)\n"
    "   D\\D     0      1      2      3      4      5\n"
    "     0 911.08   9.90  10.01  10.22   9.64  10.22\n"
    "     1   9.90 922.37  10.01  10.22   9.64  10.22\n"
    "     2   9.90   9.90 921.17  10.22   9.64  10.21\n"
    "     3   9.95   9.95  10.45 920.20   9.95  10.21\n"
    "     4   9.95   9.95  10.45   9.95 920.74  10.21\n"
    "     5   9.95   9.95  10.46   9.95   9.95 921.29\n";

/// What stands before the tables, of another machine.
const std::string kHead =
    "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\n"
    "Device: 0, Tesla V100-SXM2-16GB, pciBusID: 5d, pciDeviceID: 0, pciDomainID:0\n"
    "Device=0 CAN Access Peer Device=1\n\n"
    "P2P Connectivity Matrix\n"
    "     D\\D     0     1\n"
    "     0\t     1     1\n"
    "     1\t     1     1\n";

TEST(P2pBandwidth, ReadsLatenciesOfGpuAndCpu) {
  const MeasuredValues values = values_of(p2p_bandwidth_latency_test(), kHead + kLatencies);
  EXPECT_THAT(values, SizeIs(4 * 16));
  const Measured one =
      value_of(values, "P2P=Enabled Latency (P2P Writes)", quantity::kLatency, "gpu 2", "gpu 3");
  EXPECT_EQ(one.digits, "2.31");
  EXPECT_EQ(one.unit, "us");
  EXPECT_EQ(value_of(values, "P2P=Disabled Latency", quantity::kHostTime, "gpu 3", "gpu 0").digits,
            "6.20");
}

TEST(P2pBandwidth, ReadsRatesInTheDirectionOfTheBytes) {
  const MeasuredValues values = values_of(p2p_bandwidth_latency_test(), kRates);
  const std::string title = "Unidirectional P2P=Enabled Bandwidth (P2P ";
  EXPECT_EQ(value_of(values, title + "Writes)", quantity::kCopy, "gpu 3", "gpu 0").digits, "10.23");
  EXPECT_EQ(value_of(values, title + "Reads)", quantity::kCopy, "gpu 3", "gpu 0").digits, "10.22");
  EXPECT_EQ(value_of(values, title + "Reads)", quantity::kLocal, "gpu 2", "gpu 2").value, 921.17);
}

TEST(P2pBandwidth, WritesWhatItReads) {
  const Tool tool = p2p_bandwidth_latency_test();
  expect_round_trip(tool, tool.read(kRates + kLatencies, "f"));
  EXPECT_THAT(tool.write(tool.read(kLatencies, "f")),
              HasSubstr("     3   1.84   1.81   2.23   2.09 \n\n   CPU     0      1      2"));
}

TEST(P2pBandwidth, NamesWrongLines) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = kRates;
    text.replace(text.find(from), from.size(), to);
    return reading_error(p2p_bandwidth_latency_test(), text);
  };
  EXPECT_EQ(damaged("   9.65   9.64", "   9.65"), "f:8: a row of 6 cells; expected 7 cells");
  EXPECT_EQ(damaged("922.24", "N/A"),
            "f:6: gpu 2 to gpu 2 = \"N/A\"; expected a number of 0 or more");
  EXPECT_EQ(damaged("   D\\D     0      1", "   D\\D     0      7"),
            "f:4: a row before the numbers of the columns; expected D\\D, GPU or CPU, and 0, 1, "
            "2, ...");
  EXPECT_EQ(
      reading_error(p2p_bandwidth_latency_test(), kRates.substr(0, kRates.find("     2  10.01"))),
      "f:5: the table ends after 2 rows; expected 6 rows");
}

TEST(P2pBandwidth, RefusesToWriteATableWithGaps) {
  MeasuredValues values = p2p_bandwidth_latency_test().read(kRates, "f");
  values.erase(values.begin() + 1);
  EXPECT_THAT(error_of([&] { p2p_bandwidth_latency_test().write(values); }),
              HasSubstr("gpu 0 and gpu 1: none"));
  values[0].test = "pairs";
  EXPECT_THAT(error_of([&] { p2p_bandwidth_latency_test().write({values[0]}); }),
              HasSubstr("test = pairs: expected words of a title"));
}

}  // namespace
}  // namespace gf::papers::tools::p2p_bandwidth_test

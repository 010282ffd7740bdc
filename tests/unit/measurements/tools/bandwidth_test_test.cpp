// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::bandwidth_test_test {
namespace {

using namespace test;
using test::error_of;

/// github.com/mpicbg-scicomp/gearshifft/pull/82: a P100 on PCIe, before CUDA 10.1.
const std::string kP100 =
    "$ numactl -m0 -N0 bandwidthTest\n"
    "[CUDA Bandwidth Test] - Starting...\nRunning on...\n\n"
    " Device 0: Tesla P100-PCIE-16GB\n Quick Mode\n\n"
    " Host to Device Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n"
    "   Transfer Size (Bytes)        Bandwidth(MB/s)\n"
    "   33554432                     12150.7\n\n"
    " Device to Host Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n"
    "   Transfer Size (Bytes)        Bandwidth(MB/s)\n"
    "   33554432                     12890.6\n\n"
    " Device to Device Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n"
    "   Transfer Size (Bytes)        Bandwidth(MB/s)\n"
    "   33554432                     443837.7\n\n";

/// github.com/router-gao/cuda-demo, cuda-samples/02-cuda-bandwidth.md: an A100.
const std::string kA100 =
    "[CUDA Bandwidth Test] - Starting...\nRunning on...\n\n"
    " Device 0: NVIDIA A100-SXM4-40GB\n Quick Mode\n\n"
    " Host to Device Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n"
    "   Transfer Size (Bytes)\tBandwidth(GB/s)\n   32000000\t\t\t12.3\n\n"
    " Device to Device Bandwidth, 1 Device(s)\n PINNED Memory Transfers\n"
    "   Transfer Size (Bytes)\tBandwidth(GB/s)\n   32000000\t\t\t1157.5\n\nResult = PASS\n";

/// github.com/microsoft/superbenchmark, tests of its cuda_memory_bw benchmark: a V100, --csv.
const std::string kCsv =
    "[CUDA Bandwidth Test] - Starting...\n Device 0: Tesla V100-PCIE-32GB\n Shmoo Mode\n\n.......\n"
    "bandwidthTest-H2D-Pinned, Bandwidth = 0.4 GB/s, Time = 0.00000 s, Size = 1000 bytes, "
    "NumDevsUsed = 1\n"
    "bandwidthTest-H2D-Pinned, Bandwidth = 0.7 GB/s, Time = 0.00000 s, Size = 2000 bytes, "
    "NumDevsUsed = 1\n";

TEST(BandwidthTest, ReadsTables) {
  const MeasuredValues values = values_of(bandwidth_test(), kA100);
  ASSERT_THAT(values, SizeIs(2));
  EXPECT_EQ(values[0].from, "host");
  EXPECT_EQ(values[0].to, "gpu 0");
  EXPECT_EQ(values[0].bytes, 32'000'000U);
  EXPECT_EQ(values[0].setting, "PINNED");
  EXPECT_EQ(values[1].quantity, quantity::kLocal);
  EXPECT_EQ(values[1].digits, "1157.5");
}

TEST(BandwidthTest, KnowsOldMegabytes) {
  const MeasuredValues values = values_of(bandwidth_test(), kP100);
  ASSERT_THAT(values, SizeIs(3));
  EXPECT_EQ(values[1].test, "Device to Host");
  EXPECT_EQ(values[1].digits, "12890.6");
  EXPECT_EQ(values[1].unit, "1024 kB/s");
}

TEST(BandwidthTest, ReadsCsv) {
  const MeasuredValues values = values_of(bandwidth_test(), kCsv);
  ASSERT_THAT(values, SizeIs(2));
  EXPECT_EQ(values[1].bytes, 2000U);
  EXPECT_EQ(values[1].digits, "0.7");
  EXPECT_EQ(values[1].setting, "PINNED");
}

TEST(BandwidthTest, WritesWhatItReads) {
  for (const std::string& text : {kP100, kA100, kCsv})
    expect_round_trip(bandwidth_test(), bandwidth_test().read(text, "f"));
  MeasuredValues values = bandwidth_test().read(kA100, "f");
  for (Measured& each : values) each.setting = "PAGEABLE, write-combined";
  values[1].ranks = 8;
  values[1].from = values[1].to = "all";
  expect_round_trip(bandwidth_test(), values);
}

TEST(BandwidthTest, NamesWrongLines) {
  EXPECT_EQ(reading_error(bandwidth_test(), kA100, "12.3", ""),
            "f:10: a row of 1 cells; expected 2 cells");
  EXPECT_EQ(reading_error(bandwidth_test(), kA100, "12.3", "fast"),
            "f:10: Bandwidth = \"fast\"; expected a number of 0 or more");
  EXPECT_THAT(reading_error(bandwidth_test(), kA100, "(GB/s)", "(Mb/s)"),
              HasSubstr("f:9: a head without a unit"));
  EXPECT_EQ(reading_error(bandwidth_test(), kCsv, "Size = 1000", "Size : 1000"),
            "f:6: a line without \"Size = \"; expected a line of bandwidthTest --csv");
  EXPECT_EQ(reading_error(bandwidth_test(), kCsv, "H2D", "X2Y"),
            "f:6: a line of no direction; expected H2D, D2H or D2D");
}

TEST(BandwidthTest, RefusesToWriteARateWithoutASize) {
  MeasuredValues values = bandwidth_test().read(kA100, "f");
  values[0].bytes.reset();
  EXPECT_THAT(error_of([&] { bandwidth_test().write(values); }), HasSubstr("no size"));
}

}  // namespace
}  // namespace gf::papers::tools::bandwidth_test_test

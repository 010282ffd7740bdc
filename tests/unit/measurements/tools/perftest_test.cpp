// SPDX-License-Identifier: Apache-2.0
// Holds: measurements/tools/named_columns.h
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::perftest_test {
namespace {

using namespace test;
using test::error_of;

const std::string kDashes =
    "---------------------------------------------------------------------------------------\n";

/// github.com/linux-rdma/perftest/issues/273: 8 B for 60 s.
const std::string kSmall =
    "                    RDMA_Write Post List BW Test\n"
    " Dual-port       : OFF\t\tDevice         : ib0\n"
    " Number of qps   : 1\t\tTransport type : IB\n"
    " Data ex. method : Ethernet\n" +
    kDashes +
    " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
    " 8          224958464        0.00               0.48   \t\t   7.498617\n" +
    kDashes;

/// github.com/linux-rdma/perftest/issues/65: two rows of ib_send_bw; title and warning added.
const std::string kSend =
    "                    Send BW Test\n"
    "#bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"
    "Conflicting CPU frequency values detected: 3392.6 != 1500.0. CPU Frequency is not max.\n"
    "1024       1000             0.00               5544.28\t\t   5.677340\n" +
    kDashes;

/// A published ib_read_lat and ib_read_bw on ConnectX-3, IB: the first rows.
const std::string kLatency =
    "                    RDMA_Read Latency Test\n"
    " Dual-port       : OFF    Device         : mlx4_0\n" +
    kDashes +
    " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    "
    "t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]\n"
    " 2       1000          1.70           7.97         1.74              1.76         0.05        "
    " "
    "  1.91                 7.97\n"
    " 4       1000          1.73           3.56         1.76              1.77         0.04        "
    " "
    "  1.89                 3.56\n" +
    kDashes;
const std::string kLow =
    "                    RDMA_Read BW Test\n"
    " Dual-port       : OFF    Device         : mlx4_0\n" +
    kDashes +
    " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
    " 2          1000           0.068083            0.064915            4.057164\n"
    " 4          1000             0.19               0.17               5.278197\n";

TEST(Perftest, ReadsRates) {
  const MeasuredValues small = values_of(perftest(), kSmall);
  ASSERT_THAT(small, SizeIs(3));
  EXPECT_EQ(small[1].test, "ib_write_bw");
  EXPECT_EQ(small[1].quantity, quantity::kRate);
  EXPECT_EQ(small[1].digits, "0.48");
  EXPECT_EQ(small[1].unit, "Gb/s");
  EXPECT_EQ(small[1].from, "ib0");
  EXPECT_EQ(small[1].iterations, 224958464U);
  const MeasuredValues send = values_of(perftest(), kSend);
  ASSERT_THAT(send, SizeIs(3));
  EXPECT_EQ(send[1].test, "ib_send_bw");
  EXPECT_EQ(send[1].unit, "MiB/s");
  EXPECT_EQ(send[1].bytes, 1024U);
}

TEST(Perftest, ReadsLatencies) {
  const MeasuredValues values = values_of(perftest(), kLatency);
  ASSERT_THAT(values, SizeIs(14));
  EXPECT_EQ(value_of(values, "ib_read_lat", quantity::kLatency).digits, "1.74");
  EXPECT_EQ(value_of(values, "ib_read_lat", "latency, 99.9 %").digits, "7.97");
}

TEST(Perftest, WritesWhatItReads) {
  for (const std::string& text : {kSmall, kSend, kLatency, kLow, kSmall + kLatency + kLow})
    expect_round_trip(perftest(), perftest().read(text, "f"));
  EXPECT_THAT(perftest().write(perftest().read(kLow, "f")), HasSubstr("0.064915"));
  MeasuredValues both = perftest().read(kSend, "f");
  for (Measured& each : both) each.test = "ib_send_bw, both ways";
  EXPECT_THAT(perftest().write(both), HasSubstr(" Send Bidirectional BW Test\n"));
  expect_round_trip(perftest(), both);
}

TEST(Perftest, NamesWrongLines) {
  EXPECT_EQ(reading_error(perftest(), kSmall, "7.498617", ""),
            "f:7: a row of 4 cells; expected 5 cells");
  // A negative rate: github.com/linux-rdma/perftest/issues/82.
  EXPECT_EQ(reading_error(perftest(), kSmall, "0.48", "-0.48"),
            "f:7: BW average[Gb/sec] = \"-0.48\"; expected a number of 0 or more");
  EXPECT_EQ(reading_error(perftest(), kSmall, " 8    ", " 8kB "),
            "f:7: #bytes = \"8kB\"; expected a whole number");
  EXPECT_THAT(reading_error(perftest(), kSmall, "MsgRate", "Rate"),
              HasSubstr("f:6: unknown column \"Rate[Mpps]\"; expected #bytes, "));
}

TEST(Perftest, RefusesToWriteARowWithGaps) {
  MeasuredValues values = perftest().read(kSmall, "f");
  values.pop_back();
  EXPECT_THAT(error_of([&] { perftest().write(values); }), HasSubstr("no message rate"));
  values[0].test = "ib_fetch_bw";
  EXPECT_THAT(error_of([&] { perftest().write(values); }), HasSubstr("test = ib_fetch_bw"));
}

}  // namespace
}  // namespace gf::papers::tools::perftest_test

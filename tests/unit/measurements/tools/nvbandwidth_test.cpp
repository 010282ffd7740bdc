// SPDX-License-Identifier: Apache-2.0
// Holds: measurements/tools/nvbandwidth_tests.h
#include "measurements/tools/nvbandwidth_tests.h"
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::nvbandwidth_test {
namespace {

using namespace test;

/// github.com/NVIDIA/nvbandwidth/issues/50: six A6000, version 0.8.
const std::string kA6000 =
    "nvbandwidth Version: v0.8\n"
    "Built from Git version: v0.8\n\n"
    "CUDA Runtime Version: 13000\n...\n\n"
    "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n"
    "           0         1         2         3         4         5\n"
    " 0       N/A     26.34     26.35     21.95     22.64     21.80\n"
    " 1     26.34       N/A     26.34     21.86     22.62     22.63\n"
    " 2     26.34     26.35       N/A     22.36     21.87     22.17\n"
    " 3     21.82     21.82     22.26       N/A     26.34     26.35\n"
    " 4     22.64     22.64     21.81     26.35       N/A     26.34\n"
    " 5     21.86     22.67     22.01     26.34     26.35       N/A\n\n"
    "SUM device_to_device_memcpy_read_ce 715.53\n";

/// github.com/NVIDIA/nvbandwidth/issues/15: RTX 4090, version 0.2; without its last two tables.
const std::string kRtx4090 =
    "nvbandwidth Version: v0.2\nDevice 0: NVIDIA GeForce RTX 4090\n\n"
    "Running host_to_device_memcpy_ce.\n"
    "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)\n"
    "          0         1         2         3         4         5         6         7\n"
    "0     25.50     24.26     23.90     26.30     26.28     26.38     26.09     26.31\n\n"
    "SUM host_to_device_memcpy_ce 205.04\n\n"
    "Running device_to_host_memcpy_ce.\n"
    "memcpy CE CPU(row) <- GPU(column) bandwidth (GB/s)\n"
    "          0         1         2         3         4         5         6         7\n"
    "0     26.77     26.47     26.25     26.63     27.10     27.11     27.11     26.83\n\n"
    "SUM device_to_host_memcpy_ce 214.28\n";

/// README.md of NVIDIA/nvbandwidth, eight GPUs: an early version, which had 0.00 for N/A.
const std::string kEarly =
    "Running device_to_device_memcpy_write_ce.\n"
    "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)\n"
    "          0         1         2         3         4         5         6         7\n"
    "0      0.00    276.07    276.36    276.14    276.29    276.48    276.55    276.33\n"
    "1    276.19      0.00    276.29    276.29    276.57    276.48    276.38    276.24\n"
    "2    276.33    276.29      0.00    276.38    276.50    276.50    276.29    276.31\n"
    "3    276.19    276.62    276.24      0.00    276.29    276.60    276.29    276.55\n"
    "4    276.03    276.55    276.45    276.76      0.00    276.45    276.36    276.62\n"
    "5    276.17    276.57    276.19    276.50    276.31      0.00    276.31    276.15\n"
    "6    274.89    276.41    276.38    276.67    276.41    276.26      0.00    276.33\n"
    "7    276.12    276.45    276.12    276.36    276.00    276.57    276.45      0.00\n";

TEST(Nvbandwidth, ReadsPairsWithoutThoseThatAreNotMeasured) {
  const MeasuredValues values = values_of(nvbandwidth(), kA6000);
  EXPECT_THAT(values, SizeIs(30));
  const Measured& first = values[0];
  EXPECT_EQ(first.test, "device_to_device_memcpy_read_ce");
  EXPECT_EQ(first.digits, "26.34");
  EXPECT_EQ(first.unit, "GB/s");
  // A read test copies from the peer, which is the column.
  EXPECT_EQ(first.from, "gpu 1");
  EXPECT_EQ(first.to, "gpu 0");
  EXPECT_EQ(value_of(values, first.test, quantity::kCopy, "gpu 4", "gpu 5").value, 26.35);
}

TEST(Nvbandwidth, TakesNoZeroForARateBetweenGpus) {
  const MeasuredValues values = values_of(nvbandwidth(), kEarly);
  ASSERT_THAT(values, SizeIs(56));
  // A write test copies from the GPU of the row.
  EXPECT_EQ(value_of(values, values[0].test, quantity::kCopy, "gpu 6", "gpu 0").digits, "274.89");
}

TEST(Nvbandwidth, ReadsTheHost) {
  const MeasuredValues values = values_of(nvbandwidth(), kRtx4090);
  EXPECT_THAT(values, SizeIs(16));
  EXPECT_EQ(value_of(values, "host_to_device_memcpy_ce", quantity::kCopy, "host", "gpu 2").digits,
            "23.90");
  EXPECT_EQ(value_of(values, "device_to_host_memcpy_ce", quantity::kCopy, "gpu 7", "host").digits,
            "26.83");
}

TEST(Nvbandwidth, TakesTheNameFromTheSumIfNoLineBeforeHasIt) {
  std::string one =
      "memcpy SM GPU(row) -> GPU(column) bandwidth (GB/s)\n           0         1\n"
      " 0     26.34     26.35\n\nSUM all_to_one_read_sm 52.69\n";
  const MeasuredValues values = nvbandwidth().read(kRtx4090 + one + kA6000, "f");
  ASSERT_THAT(values, SizeIs(16 + 2 + 30));
  EXPECT_EQ(value_of(values, "all_to_one_read_sm", quantity::kTotal, "all", "gpu 1").value, 26.35);
  EXPECT_EQ(values.back().test, "device_to_device_memcpy_read_ce");
}

TEST(Nvbandwidth, WritesWhatItReads) {
  for (const std::string& text : {kA6000, kRtx4090, kEarly})
    expect_round_trip(nvbandwidth(), nvbandwidth().read(text, "f"));
  EXPECT_THAT(nvbandwidth().write(nvbandwidth().read(kA6000, "f")),
              AllOf(HasSubstr(" 0       N/A     26.34     26.35     21.95     22.64     21.80\n"),
                    HasSubstr("SUM device_to_device_memcpy_read_ce 715.56\n")))
      << "the sum is that of the cells";
}

TEST(Nvbandwidth, KnowsItsTests) {
  MeasuredValues values;
  for (const NvbandwidthTest& test : nvbandwidth_tests())
    for (const std::string& part : test.parts.empty() ? std::vector<std::string>{""} : test.parts)
      for (unsigned row = 0; row < (test.is_square() ? 2U : 1U); ++row)
        for (unsigned column = 0; column < 2; ++column) {
          if (test.is_square() && row == column) continue;
          values.push_back(test.cell(part, row, column));
          values.back().value = 0.25 * static_cast<double>(values.size());
        }
  expect_round_trip(nvbandwidth(), values);
  EXPECT_EQ(value_of(values, "all_to_one_write_ce", quantity::kTotal).from, "all");
  EXPECT_EQ(value_of(values, "one_to_all_read_sm", quantity::kTotal).to, "all");
  EXPECT_EQ(value_of(values, "host_device_latency_sm", quantity::kLatency).unit, "ns");
  const std::string both = "device_to_device_bidirectional_memcpy_write_ce ";
  EXPECT_EQ(value_of(values, both + "Write1", quantity::kWithReverse).from, "gpu 0");
  EXPECT_EQ(value_of(values, both + "Write2", quantity::kWithReverse).from, "gpu 1");
  EXPECT_EQ(value_of(values, both + "Total", quantity::kBothWays).from, "gpu 0");
}

TEST(Nvbandwidth, NamesWrongLines) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = kA6000;
    text.replace(text.find(from), from.size(), to);
    return reading_error(nvbandwidth(), text);
  };
  EXPECT_EQ(damaged("22.62     22.63", "22.62"), "f:10: a row of 6 cells; expected 7 cells");
  EXPECT_EQ(damaged("22.62", "22,62"),
            "f:10: gpu 4 to gpu 1 = \"22,62\"; expected a number of 0 or more");
  EXPECT_EQ(damaged(" 3     21.82", "# x"),
            "f:12: a row of device #; expected the row of device 3");
  EXPECT_EQ(damaged("           0         1", "           0         2"),
            "f:8: a row before the numbers of the columns; expected 0, 1, 2, ...");
}

TEST(Nvbandwidth, RefusesToWriteWhatItHasNoTestFor) {
  MeasuredValues values = nvbandwidth().read(kRtx4090, "f");
  values[0].test = "host_to_devise_memcpy_ce";
  EXPECT_THAT(error_of([&] { nvbandwidth().write(values); }),
              HasSubstr("nearest: host_to_device_memcpy_ce"));
  values = nvbandwidth().read(kRtx4090, "f");
  values[0].to = "card 0";
  EXPECT_THAT(error_of([&] { nvbandwidth().write(values); }), HasSubstr("host to card 0"));
}

}  // namespace
}  // namespace gf::papers::tools::nvbandwidth_test

// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/dispatch/launch_gate_if.h workloads/kernels/reader_plan.h
// Where the pages of a workload are, on two GPUs of an NVLink node.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/csv.h"
#include "tests/support/program.h"

namespace gf::test::reader_copies_test {
namespace {

constexpr unsigned kTable = 4 * 65536;  ///< Bytes: four pages.

/// GPU 0 writes a table, both GPUs read all of it twice; then once more.
std::string shared_table(const char* stream_of_writer) {
  const std::string sum =
      "[kernel.{}]\nctas = 8\ndo = loop i 512\ndo = load 16 table[512*i + 16*lane]\ndo = end\n";
  const std::string fill =
      "[kernel.{}]\nctas = 4\ngpu = 0\nstream = {}\ndo = loop i 128\n"
      "do = store 16 table[65536*cta + 512*i + 16*lane]\ndo = end\n";
  return "[workload]\nname = shared\n[data.table]\nbytes = 256 KiB\nplacement = interleave\n" +
         fmt::format(fmt::runtime(fill), "fill", 0) + fmt::format(fmt::runtime(sum), "sum") +
         fmt::format(fmt::runtime(sum), "again") +
         fmt::format(fmt::runtime(fill), "refill", stream_of_writer) +
         fmt::format(fmt::runtime(sum), "last");
}

struct TwoGpus {
  explicit TwoGpus(const char* placement, const char* stream_of_writer = "0") {
    write_file(scratch / "shared", shared_table(stream_of_writer));
    out = program({"run", "nvlink_node", "--quiet", "-p", "gpus=2", "-p", "gpu.sms=4", "-p",
                   "workload=file:" + (scratch / "shared").string(), "-p",
                   std::string("placement=") + placement, "--outdir", scratch / "run"});
    EXPECT_EQ(out.code, 0) << out.err;
  }
  /// Of GPU 0's link.
  [[nodiscard]] double bytes_out() const {
    return std::stod(fields_of(lines_of(read_file(scratch / "run/links.csv")).at(1)).at(3));
  }
  /// -1: there is no such statistic.
  [[nodiscard]] double stat(const std::string& name) const {
    for (const std::string& line : lines_of(read_file(scratch / "run/stats.csv")))
      if (line.rfind("reader_copies," + name + ",", 0) == 0)
        return std::stod(fields_of(line).at(2));
    return -1;
  }
  [[nodiscard]] std::vector<std::string> kernel(std::size_t index) const {
    return fields_of(lines_of(read_file(scratch / "run/kernels.csv")).at(index + 1));
  }
  ScratchDirectory scratch;
  Captured out;
};

TEST(Placement, ACopyForAReaderCrossesTheLinkOnceUntilItIsWritten) {
  const TwoGpus run("replicate_each_kernel");
  EXPECT_EQ(run.stat("pages_copied"), 8) << "before `sum` and before `last`";
  EXPECT_EQ(run.stat("bytes"), 2 * kTable);
  EXPECT_EQ(run.stat("pages_dropped"), 4);
  EXPECT_EQ(run.stat("pages_loaded"), 0);
  EXPECT_EQ(run.bytes_out(), 2 * kTable) << "and nothing but copies";
}

TEST(Placement, WithFirstTouchAloneEachReaderComesOverTheLink) {
  const TwoGpus run("first_touch");
  EXPECT_EQ(run.stat("pages_copied"), -1);
  EXPECT_GE(run.bytes_out(), 3 * kTable);
}

TEST(Placement, AKernelWaitsForItsCopiesAndOneWithoutDoesNot) {
  const TwoGpus run("replicate_each_kernel");
  const auto cycle = [&](std::size_t kernel, std::size_t column) {
    return std::stod(run.kernel(kernel).at(column));
  };
  // 4 KiB take 64 cycles of half of the lanes: 256 KiB at least 4096.
  EXPECT_GT(cycle(1, 2), cycle(0, 4) + 4096) << "launched, behind the end of `fill`";
  EXPECT_EQ(cycle(2, 2), cycle(1, 4)) << "`again` has its copies";
  EXPECT_EQ(cycle(3, 2), cycle(2, 4)) << "`refill` reads nothing";
  EXPECT_EQ(cycle(1, 3), cycle(1, 2) + 1000) << "launch_latency behind the copies";
  const double before_launch = cycle(1, 2) - cycle(0, 4) + cycle(4, 2) - cycle(3, 4);
  EXPECT_NEAR(run.stat("waited"), (before_launch - 2) * 1e-9, 1e-12) << "each: the cycle after";
}

TEST(Placement, WhatIsWrittenAtAllIsNotReadOnly) {
  const TwoGpus run("replicate_read_only");
  EXPECT_EQ(run.stat("pages_copied"), 0);
  EXPECT_EQ(run.stat("pages_loaded"), 0);
  EXPECT_EQ(run.bytes_out(), TwoGpus("first_touch").bytes_out());
}

TEST(Placement, InputsThatNobodyWritesAreOnEachReader) {
  const ScratchDirectory scratch;
  const auto out_of_links = [&](const char* placement) {
    exits(0, program({"run", "nvlink_node", "--quiet", "-p", "gpus=2", "-p", "gpu.sms=4", "-p",
                      "workload=gemm", "-p", std::string("placement=") + placement, "--outdir",
                      scratch / placement}));
    const std::string links = read_file(scratch / (std::string(placement) + "/links.csv"));
    return std::stod(fields_of(lines_of(links).at(1)).at(3));
  };
  EXPECT_LT(out_of_links("replicate_read_only"), out_of_links("first_touch") / 2);
}

TEST(Placement, WhatAWriterOfAnotherStreamMayChangeStaysAtHome) {
  const TwoGpus run("replicate_each_kernel", "1");
  EXPECT_EQ(run.stat("pages_copied"), 0);
  EXPECT_GE(run.bytes_out(), kTable);
}

}  // namespace
}  // namespace gf::test::reader_copies_test

// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/workload_file.h workloads/kernels/step_text.h
// Holds: workloads/graphs/matrix_market.h
// Mutated workload files and matrices are read or refused with a UserError; the accesses of a
// workload stay within its data, and the elements of a matrix within its rows and columns.
#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>

#include "core/base/error.h"
#include "core/base/random.h"
#include "tests/support/mutations.h"
#include "workloads/graphs/matrix_market.h"
#include "workloads/kernels/workload_file.h"

namespace gf::model::workload_fuzz_test {
namespace {

constexpr int kRounds = 4000;
using Target = std::function<void(const std::string&)>;
using Words = std::vector<std::string>;

void fuzz(const std::string& name, const Words& corpus, const Words& words, const Target& target) {
  EXPECT_GT(test::fuzz(name, corpus, words, kRounds, target), kRounds / 100)
      << "nearly every mutation was refused";
}

/// The first and the last warp of each kernel.
void expect_within(const Workload& workload) {
  WarpProgram program;
  const auto inside = [&](std::uint64_t address, unsigned bytes) {
    for (const DataStructure& data : workload.data)
      if (address >= data.base && address + bytes <= data.base + data.bytes.count()) return true;
    return false;
  };
  for (const Kernel& kernel : workload.kernels)
    for (const bool last : {false, true}) {
      program.clear();
      kernel.program->warp(last ? kernel.ctas - 1 : 0, last ? kernel.warps_per_cta - 1 : 0,
                           program);
      for (const WarpInstruction& i : program.code) {
        if (i.op != WarpOp::kLoad && i.op != WarpOp::kStore && i.op != WarpOp::kAtomic) continue;
        for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
          const bool takes_part = (i.lanes >> lane & 1u) != 0;
          ASSERT_TRUE(!takes_part || inside(program.address(i, lane), i.lane_bytes)) << kernel.name;
        }
      }
    }
}

TEST(WorkloadFuzz, FilesAreReadOrRefused) {
  const Words words{"[",
                    "]",
                    "*",
                    "+",
                    "-",
                    "cta",
                    "warp",
                    "lane",
                    "i",
                    "do = ",
                    "loop j 3\n",
                    "do = end\n",
                    "load 4 ",
                    "atomic 4 counters[0]",
                    " returns",
                    " lanes 3",
                    "99999999999999999999",
                    "-1",
                    "1e9",
                    "\n",
                    "#",
                    "explicit",
                    "homes = 0\n",
                    "[data.b]\n",
                    "[kernel.k]\n",
                    "bytes = 1 GiB\n",
                    "\"",
                    "=",
                    "."};
  fuzz("workload file", {example_workload_text()}, words, [](const std::string& text) {
    std::istringstream in(text);
    expect_within(read_workload(in, "f.ini", 4));
  });
}

TEST(WorkloadFuzz, MatricesAreReadOrRefused) {
  const Words words{"%%MatrixMarket",
                    "matrix",
                    "coordinate",
                    "pattern",
                    "symmetric",
                    "general",
                    "\n",
                    "%",
                    " 1",
                    "-1",
                    "1e300",
                    "nan",
                    "99999999999",
                    "+",
                    "\r\n",
                    "\t",
                    "0"};
  fuzz("matrix market",
       {"%%MatrixMarket matrix coordinate real general\n% c\n4 4 3\n1 2 1.5\n3 3 -2\n4 1 1e-3\n",
        "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n"},
       words, [](const std::string& text) {
         std::istringstream in(text);
         const CsrMatrix matrix = read_matrix_market(in, "f.mtx");
         EXPECT_EQ(matrix.row_begin.back(), matrix.nonzeros());
         EXPECT_TRUE(std::is_sorted(matrix.row_begin.begin(), matrix.row_begin.end()));
         for (const std::uint32_t column : matrix.column) EXPECT_LT(column, matrix.columns());
       });
}

}  // namespace
}  // namespace gf::model::workload_fuzz_test

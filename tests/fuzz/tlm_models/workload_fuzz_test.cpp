// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/workload_file.h workloads/kernels/step_text.h
// Holds: workloads/graphs/matrix_market.h
// Mutated workload files and matrices are read or refused with a UserError; what is read stays
// within its data, and is written and read back to the same.
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

TEST(WorkloadFuzz, FilesReadBackOrAreRefused) {
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
    const Workload workload = read_workload(in, "f.ini", 4);
    expect_within(workload);
    std::ostringstream out, again;
    write_workload(out, workload);
    std::istringstream back(out.str());
    write_workload(again, read_workload(back, "g.ini", 4));
    EXPECT_EQ(again.str(), out.str());
  });
}

TEST(WorkloadFuzz, MatricesReadBackOrAreRefused) {
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
         if (matrix.rows() > 100'000) return;
         std::ostringstream out;
         write_matrix_market(out, matrix);
         std::istringstream back(out.str());
         const CsrMatrix same = read_matrix_market(back, "g.mtx");
         EXPECT_EQ(same.row_begin, matrix.row_begin);
         EXPECT_EQ(same.column, matrix.column);
         EXPECT_EQ(same.value, matrix.value);
       });
}

}  // namespace
}  // namespace gf::model::workload_fuzz_test

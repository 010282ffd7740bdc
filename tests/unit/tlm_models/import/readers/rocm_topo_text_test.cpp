// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/rocm_topo_text.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"

namespace gf::model::rocm_topo_text_test {
namespace {

using import_texts::example;
using import_texts::imported;
using import_texts::replaced;

TEST(RocmTopoText, LinkTypesHopsAndNumaNodes) {
  const ImportedMachine made = imported(example("rocm.txt"));
  std::vector<std::string> cells;
  for (const PathCell& cell : path_matrix(made.plan).cells) cells.push_back(to_text(cell));
  EXPECT_THAT(cells, ElementsAre("X", "XGMI1", "XGMI1", "SYS", "XGMI1", "X", "SYS", "XGMI1",
                                 "XGMI1", "SYS", "X", "XGMI1", "SYS", "XGMI1", "XGMI1", "X"));
  EXPECT_THAT(import_texts::guessed(made), Contains("pairs with xGMI: one link each"));
}

TEST(RocmTopoText, LinksOverAnotherGpuAreNone) {
  const ImportedMachine made = imported(replaced(example("rocm.txt"), "PCIE", "XGMI"));
  EXPECT_EQ(to_text(path_matrix(made.plan).at(0, 3)), "SYS") << "two hops";
}

TEST(RocmTopoText, BadTablesNameTheLine) {
  const auto refusal = [](const char* from, const char* to) {
    return test::error_of([&] { imported(replaced(example("rocm.txt"), from, to)); });
  };
  EXPECT_THAT(refusal("PCIE", "ETHER"), HasSubstr("f:20: GPU0 to GPU3 is 'ETHER'"));
  EXPECT_THAT(refusal("GPU2   XGMI ", "GPU2   PCIE "),
              HasSubstr("f:22: GPU2 to GPU0 is SYS, but GPU0 to GPU2 is XGMI1 on line 20"));
  EXPECT_THAT(refusal("GPU0   0            XGMI", "GPU0   0  0         XGMI"),
              HasSubstr("f:20: a row of 5"));
}

}  // namespace
}  // namespace gf::model::rocm_topo_text_test

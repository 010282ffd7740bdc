// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/rocm_topo_text.h"

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
  EXPECT_EQ(to_text(path_matrix(made.plan).at(0, 3)), "PHB") << "two hops";
}

TEST(RocmTopoText, BadTablesNameTheLine) {
  const auto refusal = [](const char* from, const char* to) {
    return test::error_of([&] { imported(replaced(example("rocm.txt"), from, to)); });
  };
  EXPECT_THAT(refusal("PCIE", "ETHER"), HasSubstr("f:19: GPU0 to GPU3 is 'ETHER'"));
  EXPECT_THAT(refusal("GPU3   PCIE ", "GPU3   XGMI "), HasSubstr("GPU3 to GPU0"));
  EXPECT_THAT(refusal("GPU0   0            XGMI", "GPU0   0  0         XGMI"),
              HasSubstr("f:19: a row of 5"));
}

}  // namespace
}  // namespace gf::model::rocm_topo_text_test

// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/path_matrix.h"

#include <sstream>

#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::model::path_matrix_test {
namespace {

using machine_reading::read;
using machine_reading::refusal;

/// The row of a device, as text.
std::vector<std::string> row(const std::string& machine, std::size_t device) {
  const PathMatrix matrix = path_matrix(read(machine));
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < matrix.names.size(); ++i)
    cells.push_back(to_text(matrix.at(device, i)));
  return cells;
}

const std::string kRoots =
    "[rc[0..2]]\nkind = root_complex\n[rc0]\nchildren = a\nlinks = rc1 socket, rc2 socket\n"
    "[a]\nchildren = b, c\n[b]\nchildren = gpu0, gpu1\n[c]\nchildren = gpu2\n"
    "[rc1]\nchildren = gpu3, gpu4\n[rc2]\nchildren = gpu5\n";

TEST(PathMatrix, ClassesAreThoseOfTheTree) {
  EXPECT_THAT(row(kRoots, 0), ElementsAre("X", "PIX", "PXB", "SYS", "SYS", "SYS"));
  EXPECT_THAT(row(kRoots, 3), ElementsAre("SYS", "SYS", "SYS", "X", "PHB", "SYS"));
}

TEST(PathMatrix, RootComplexesOfOneNumaNodeAreNode) {
  const std::string numa = kRoots + "[rc1]\nnuma = 1\n[rc2]\nnuma = 1\n[rc0]\nnuma = 0\n";
  EXPECT_THAT(row(numa, 3), ElementsAre("SYS", "SYS", "SYS", "X", "PHB", "NODE"));
}

TEST(PathMatrix, NvlinkCountsLinksDirectOrOverSwitches) {
  const std::string gpus =
      "[gpu[0..2]]\npreset = v100\n[rc]\nkind = root_complex\nchildren = "
      "gpu[0..2]\n";
  EXPECT_THAT(row(gpus + "[gpu0]\nlinks = gpu1 nvlink2 x2\n", 0), ElementsAre("X", "NV2", "PHB"));
  EXPECT_THAT(row(gpus + "[gpu0]\nlinks = gpu1 xgmi1 x1\n", 1), ElementsAre("XGMI1", "X", "PHB"));
  EXPECT_THAT(
      row(gpus + "[s[0..1]]\nkind = nvswitch\n[gpu0]\nlinks = s0 nvlink2 x2, s1 nvlink2 x1\n"
                 "[gpu1]\nlinks = s0 nvlink2 x1, s1 nvlink2 x2\n[gpu2]\nlinks = s1 nvlink2 x1\n",
          0),
      ElementsAre("X", "NV2", "NV1"));
  EXPECT_EQ(to_text(path_matrix(make_machine("hgx_16")).at(0, 15)), "NV6")
      << "two switches a plane";
  EXPECT_EQ(to_text(path_matrix(make_machine("dgx_h100")).at(0, 7)), "NV18");
}

TEST(PathMatrix, DevicesWithoutAPathHaveNone) {
  EXPECT_THAT(row("[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1]\n", 0),
              ElementsAre("X", "-"));
}

TEST(PathMatrix, IsWrittenAsATable) {
  std::ostringstream out;
  write_path_matrix(out, path_matrix(read("[s]\nchildren = gpu0, n\n[n]\nkind = nic\n")));
  EXPECT_EQ(out.str(), "      gpu0  n\n----  ----  ---\ngpu0  X     PIX\nn     PIX   X\n");
}

TEST(PathMatrix, NumaIsOfRootComplexesOnly) {
  EXPECT_THAT(refusal("[rc]\nkind = root_complex\nchildren = gpu0\nnuma = x\n"),
              AllOf(HasSubstr("m.ini:4: rc: numa 'x'"), HasSubstr("0 ... 1023")));
  EXPECT_THAT(refusal("[rc]\nkind = root_complex\nchildren = gpu0\n[gpu0]\nnuma = 0\n"),
              HasSubstr("m.ini:5: numa of gpu gpu0"));
}

TEST(PathMatrix, WordsAreRead) {
  EXPECT_EQ(path_class("PXB"), PathClass::kPxb);
  EXPECT_FALSE(path_class("pix"));
}

}  // namespace
}  // namespace gf::model::path_matrix_test

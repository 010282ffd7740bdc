// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/pcie_automorphisms.h"

#include <gtest/gtest.h>
#include <numeric>

#include "core/base/error.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::pcie_automorphisms_test {
namespace {

TEST(PcieAutomorphisms, CountIsTheProductOfTheSwaps) {
  EXPECT_EQ(pcie_automorphisms(pcie_tree_t1()).size(), 384u);  // 4! boards, 2 GPUs each
  EXPECT_EQ(pcie_automorphisms(pcie_tree_t2()).size(), 128u);  // 2^7 pairs of children
  EXPECT_EQ(pcie_automorphisms(pcie_tree_t2_first4()).size(), 8u);
  EXPECT_EQ(pcie_automorphisms(pcie_tree_t2_even4()).size(), 8u);
  EXPECT_EQ(pcie_automorphisms(pcie_tree_chain(3)).size(), 2u);
}

TEST(PcieAutomorphisms, IdentityComesFirst) {
  std::vector<unsigned> identity(8);
  std::iota(identity.begin(), identity.end(), 0u);
  EXPECT_EQ(pcie_automorphisms(pcie_tree_t2()).front(), identity);
}

TEST(PcieAutomorphisms, LargeTreesAreRefused) {
  EXPECT_THROW(pcie_automorphisms(make_pcie_tree("rc:3,3")), core::UserError);
}

}  // namespace
}  // namespace gf::model::pcie_automorphisms_test

// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/pcie_generation.h"

#include <gtest/gtest.h>

namespace gf::model::pcie_generation_test {
namespace {

/// GB/s of one lane, one direction, by the tables that the PCI-SIG prints, rounded as there.
struct Printed {
  unsigned generation;
  double lane;
};

TEST(PcieGeneration, LanesCarryWhatThePciSigPrints) {
  for (const Printed& of : {Printed{1, 0.250}, {2, 0.500}, {3, 0.985}, {4, 1.969}, {5, 3.938}})
    EXPECT_NEAR(pcie_rate(of.generation, 1).bytes_per_second() / 1e9, of.lane, 0.0005);
}

TEST(PcieGeneration, RateIsTransfersTimesLanesTimesEncoding) {
  EXPECT_DOUBLE_EQ(pcie_rate(1, 16).bytes_per_second(), 2.5e9 * 16 / 10);  // 8 of 10 bits, 8 a byte
  EXPECT_DOUBLE_EQ(pcie_rate(2, 8).bytes_per_second(), 5e9 * 8 / 10);
  EXPECT_DOUBLE_EQ(pcie_rate(3, 16).bytes_per_second(), 8e9 * 16 * 128 / 130 / 8);
  EXPECT_DOUBLE_EQ(pcie_rate(4, 4).bytes_per_second(), 16e9 * 4 * 128 / 130 / 8);
  EXPECT_DOUBLE_EQ(pcie_rate(5, 32).bytes_per_second(), 32e9 * 32 * 128 / 130 / 8);
  for (const unsigned lanes : kPcieWidths)
    for (unsigned generation = 1; generation <= 5; ++generation)
      EXPECT_DOUBLE_EQ(pcie_rate(generation, lanes).bytes_per_second(),
                       lanes * pcie_rate(generation, 1).bytes_per_second());
}

TEST(PcieGeneration, SaysWhereTheRateIsFrom) {
  EXPECT_EQ(pcie_rate_source(3, 16), "PCIe 3.0: 16 x 8 GT/s, 128b/130b");
  EXPECT_EQ(pcie_rate_source(1, 4), "PCIe 1.0: 4 x 2.5 GT/s, 8b/10b");
}

}  // namespace
}  // namespace gf::model::pcie_generation_test

// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/pcie_generation.h"

#include <fmt/format.h>

namespace gf::model {

core::ByteRate pcie_rate(unsigned generation, unsigned lanes) {
  const PcieGeneration& of = kPcieGenerations.at(generation - 1);
  const double bits = of.gigatransfers * 1e9 * lanes * of.data_bits / of.line_bits;
  return core::ByteRate(bits / 8);
}

std::string pcie_rate_source(unsigned generation, unsigned lanes) {
  const PcieGeneration& of = kPcieGenerations.at(generation - 1);
  return fmt::format("PCIe {}.0: {} x {} GT/s, {}b/{}b", generation, lanes, of.gigatransfers,
                     of.data_bits, of.line_bits);
}

}  // namespace gf::model

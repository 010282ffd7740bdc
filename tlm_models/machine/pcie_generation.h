// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "core/base/units.h"

namespace gf::model {

/// Properties of a PCIe generation.
struct PcieGeneration {
  unsigned number;
  double gigatransfers;  ///< 1e9 transfers per second on each lane, in each direction.
  unsigned data_bits;    ///< Data bits among the `line_bits` that cross a lane.
  unsigned line_bits;
  unsigned max_payload;       ///< Bytes of a write or a completion; usual firmware setting.
  unsigned max_read_request;  ///< Bytes of a read request; value after reset.
  unsigned tags;              ///< Outstanding reads of a requester.
};

/// Rates and encodings: PCI Express Base Specification 1.1 to 5.0, section 4.2. Payloads: all
/// devices must accept 128 B (3.0, 7.8.4); 256 B is assumed, as accepted by root ports of servers.
/// Reads: 512 B after reset (3.0, 7.8.4). Tags: 5 bits; from 4.0 on 10 bits, with 768 usable values
/// (2.2.6.2). Generation 6 sends flits of fixed size, which are not modelled.
inline constexpr std::array<PcieGeneration, 5> kPcieGenerations{{
    {1, 2.5, 8, 10, 128, 512, 32},
    {2, 5.0, 8, 10, 256, 512, 32},
    {3, 8.0, 128, 130, 256, 512, 32},
    {4, 16.0, 128, 130, 256, 512, 768},
    {5, 32.0, 128, 130, 256, 512, 768},
}};

/// Legal numbers of lanes of a link.
inline constexpr std::array<unsigned, 6> kPcieWidths{1, 2, 4, 8, 16, 32};

/// Raw rate of one direction: transfers x lanes x efficiency of the encoding. Preconditions:
/// 1 <= generation <= 5; `lanes` is one of kPcieWidths.
core::ByteRate pcie_rate(unsigned generation, unsigned lanes);
/// Source of that rate: "PCIe 3.0: 16 x 8 GT/s, 128b/130b".
std::string pcie_rate_source(unsigned generation, unsigned lanes);

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace gf::model {

/// Packet formats whose goodput has a closed form.
enum class StoreFormat {
  kPcie,    ///< TLPs with a 64-bit address, no ECRC: 24 B around up to 256 B [P].
  kNvlink,  ///< 16 B flits: header, byte enables where a flit is not whole, up to 256 B [N].
};
/// Parses "pcie" or "nvlink"; throws UserError for anything else.
StoreFormat parse_store_format(const std::string& text);

/// Bytes on the wire, in one direction, of one store of `bytes` that begins at a multiple of 256.
/// It is split into as many packets as needed; acknowledgements and flow control are not counted.
/// [P] PCI Express 3.0: STP token 4 B, header of 4 DW 16 B, LCRC 4 B (2.2.1, 4.2.2).
/// [N] Hot Chips 28 (2016), notes on NVLink 1: header flit, optional byte-enable flit, 0 to 16 data
///     flits of 16 B.
std::uint64_t store_wire_bytes(StoreFormat format, std::uint64_t bytes);

/// Payload divided by bytes on the wire, 0 ... 1 ([PROACT21], Fig. 2: 8 % and 14 % at 4 B).
double store_goodput(StoreFormat format, std::uint64_t bytes);

}  // namespace gf::model

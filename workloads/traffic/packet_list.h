// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::model {

/// A packet that a network is asked to send.
struct ListedPacket {
  std::uint64_t cycle = 0;  ///< Cycle in which it is generated.
  unsigned src = 0;         ///< Node.
  unsigned dst = 0;         ///< Node.
  unsigned flits = 1;
};

/// Reads a CSV file with the header "cycle,src,dst,flits" and one packet per line. Lines that are
/// empty or begin with # are skipped. The result is sorted by cycle; packets of the same cycle keep
/// the order of the file.
/// Throws UserError with file:line for a field that is not a number, a node outside 0 ... `nodes` -
/// 1, or flits outside 1 ... `most_flits`.
std::vector<ListedPacket> read_packet_list(const std::string& file, unsigned nodes,
                                           unsigned most_flits);

}  // namespace gf::model

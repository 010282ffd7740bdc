// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::model {

/// A packet that somebody wants sent.
struct ListedPacket {
  std::uint64_t cycle = 0;  ///< When it is generated.
  unsigned src = 0;         ///< Node.
  unsigned dst = 0;         ///< Node.
  unsigned flits = 1;
};

/// Reads a CSV with the header "cycle,src,dst,flits" and a packet a line; lines that are empty or
/// begin with # are skipped. Sorted by cycle; packets of a cycle stay in the order of the file.
/// Throws UserError with file:line for a field that is no number, a node that there is not (0 ...
/// `nodes` - 1), flits outside 1 ... `most_flits`.
std::vector<ListedPacket> read_packet_list(const std::string& file, unsigned nodes,
                                           unsigned most_flits);

}  // namespace gf::model

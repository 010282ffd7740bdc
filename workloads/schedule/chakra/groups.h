// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/schedule/chakra/trace.h"

namespace gf::model {

/// A node of several traces: number `node` of rank `rank`.
struct ChakraPlace {
  unsigned rank, node;
};

/// Throws UserError(kBadInput), "<file>: node <id>: <cause>; expected <expected>".
[[noreturn]] void fail_chakra(const std::vector<ChakraTrace>& traces, const ChakraPlace& at,
                              const std::string& cause, const std::string& expected);

/// Ranks that do collectives together, and these.
struct ChakraGroup {
  std::string name;
  std::vector<unsigned> ranks;
  std::vector<std::vector<ChakraPlace>> places;  ///< By rank's place: its collectives, in order.
};

/// The groups of all collectives, in the order of rank 0's trace, then of rank 1's, ...; each rank
/// of a group has as many as the others. Throws what chakra_schedule() says of ranks and groups.
std::vector<ChakraGroup> chakra_groups(const std::vector<ChakraTrace>& traces);

}  // namespace gf::model

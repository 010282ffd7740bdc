// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/schedule/chakra/trace.h"

namespace gf::model {

/// Identifies node number `node` of rank `rank`.
struct ChakraPlace {
  unsigned rank, node;
};

/// Throws UserError(kBadInput), "<file>: node <id>: <cause>; expected <expected>".
[[noreturn]] void fail_chakra(const std::vector<ChakraTrace>& traces, const ChakraPlace& at,
                              const std::string& cause, const std::string& expected);

/// Ranks that perform collectives together, and their collectives.
struct ChakraGroup {
  std::string name;
  std::vector<unsigned> ranks;
  /// The collectives of each rank, in order.
  std::vector<std::vector<ChakraPlace>> places;
};

/// Returns the groups of all collectives, in the order of rank 0's trace, then of rank 1's, ... All
/// ranks of a group have the same number of collectives. Throws the errors of chakra_schedule()
/// about ranks and groups.
std::vector<ChakraGroup> chakra_groups(const std::vector<ChakraTrace>& traces);

}  // namespace gf::model

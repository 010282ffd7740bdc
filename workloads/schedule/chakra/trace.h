// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gf::model {

/// A node of a Chakra execution trace, with everything that the model uses.
struct ChakraNode {
  enum class Kind : std::uint8_t {
    kNothing,  ///< Takes no time: a node that waits for it waits for its dependencies.
    kCompute,
    kMemory,
    kSend,
    kReceive,
    kCollective,
  };
  std::uint64_t id = 0;
  Kind kind = Kind::kNothing;
  std::uint64_t micros = 0;      ///< Duration; 0: not in the trace.
  std::uint64_t operations = 0;  ///< num_ops of a node without duration.
  bool stores = false;           ///< For kMemory: it writes.
  std::uint64_t bytes = 0;       ///< tensor_size, or comm_size: what a rank contributes.
  unsigned peer = 0;             ///< For kSend and kReceive: the other rank.
  std::uint64_t tag = 0;         ///< For kSend and kReceive.
  std::string collective{};      ///< "allreduce", the name that `--workload` uses.
  unsigned root = 0;             ///< For a collective with a root: its index in the group.
  std::string group{};           ///< pg_name; empty: all ranks.
  /// Ids of the nodes of its trace that must end before it starts.
  std::vector<std::uint64_t> waits{};
  std::size_t controls = 0;  ///< Number of ctrl_deps, the first entries of `waits`.
};

/// The trace of a rank.
struct ChakraTrace {
  std::string file;
  std::vector<ChakraNode> nodes;
  /// Ranks of the process groups that a metadata node declares, by group name.
  std::map<std::string, std::vector<unsigned>> groups{};
};

/// Number of occurrences of everything in traces that is not modelled, by description.
using ChakraLeftOut = std::map<std::string, std::uint64_t>;

}  // namespace gf::model

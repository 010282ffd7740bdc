// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gf::model {

/// A node of a Chakra execution trace, as far as anything depends on it.
struct ChakraNode {
  enum class Kind : std::uint8_t {
    kNothing,  ///< Takes no time: who waits for it waits for what it waits for.
    kCompute,
    kMemory,
    kSend,
    kReceive,
    kCollective,
  };
  std::uint64_t id = 0;
  Kind kind = Kind::kNothing;
  std::uint64_t micros = 0;            ///< How long it took; 0: the trace does not say.
  std::uint64_t operations = 0;        ///< num_ops, of one that does not say how long it took.
  bool stores = false;                 ///< Of kMemory: it writes.
  std::uint64_t bytes = 0;             ///< tensor_size, or comm_size: what a rank gives.
  unsigned peer = 0;                   ///< Of a send, a receive: the other rank.
  std::uint64_t tag = 0;               ///< Of a send, a receive.
  std::string collective{};            ///< "allreduce", as `--workload` calls it.
  unsigned root = 0;                   ///< Of a collective with one: a place in the group.
  std::string group{};                 ///< pg_name; empty: all ranks.
  std::vector<std::uint64_t> waits{};  ///< Ids of the nodes of its trace that end before it starts.
  std::size_t controls = 0;  ///< How many of `waits`, from the first, are ctrl_deps.
};

/// The trace of a rank.
struct ChakraTrace {
  std::string file;
  std::vector<ChakraNode> nodes;
  /// Ranks of the process groups that a metadata node declares, by name.
  std::map<std::string, std::vector<unsigned>> groups{};
};

/// What traces hold and the model does not, in words, and how often.
using ChakraLeftOut = std::map<std::string, std::uint64_t>;

}  // namespace gf::model

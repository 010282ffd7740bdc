// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tlm_models/machine/machine_plan.h"
#include "workloads/schedule/collectives/channel_program.h"

namespace gf::model {

/// A step of a thread block: it takes elements from a buffer of its rank, receives others, or both,
/// combines them, and puts the result into a buffer, sends it, or both.
struct MscclStep {
  bool receives = false;
  bool takes = false;    ///< It takes the elements at `from`.
  bool reduces = false;  ///< It combines those at `from` with those at `to`.
  bool puts = false;     ///< The result goes to `to`.
  bool sends = false;
  RankBuffer from = RankBuffer::kInput;
  RankBuffer to = RankBuffer::kOutput;
  std::uint64_t from_chunk = 0;
  std::uint64_t to_chunk = 0;
  std::uint64_t count = 0;                             ///< Chunks; 0: nothing, it only waits.
  std::optional<std::pair<unsigned, unsigned>> after;  ///< Block of this rank, and its step.
  FilePlace place;
};

/// A thread block. It has at most one peer of each kind; `channel` names the connections to them.
struct MscclBlock {
  std::optional<unsigned> sends_to;
  std::optional<unsigned> receives_from;
  unsigned channel = 0;
  std::vector<MscclStep> steps;
};

/// A program of thread blocks for a collective, as compilers of collectives write it for MSCCL and
/// RCCL. The vector is cut into `chunks` equal parts; steps name chunks of buffers.
struct MscclFile {
  std::string name;
  std::string collective;  ///< "allreduce" or "alltoall".
  ChannelProtocol protocol = kSimple;
  unsigned chunks = 1;
  bool in_place = true;                         ///< It may be used in place ...
  bool out_of_place = true;                     ///< ... or not.
  std::vector<std::uint64_t> scratch;           ///< Chunks of it, by rank.
  std::vector<std::vector<MscclBlock>> blocks;  ///< By rank.
  FilePlace place;

  /// Reads an <algo> of MSCCL's XML. Throws UserError (exit 5) with file:line for anything that
  /// cannot be run: unknown words, steps without the peer that they need, chunks that no buffer
  /// has, blocks and steps that do not exist.
  static MscclFile read(const std::string& file);
};

}  // namespace gf::model

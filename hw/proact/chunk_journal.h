// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "core/base/active.h"
#include "core/base/ticks.h"
#include "core/text/numbered_names.h"

namespace gf::hw::proact {

/// The state of a chunk of an armed region.
enum class ChunkStage : std::uint8_t {
  kWritten,   ///< From its first store to its last one before the counter is zero.
  kCounter,   ///< From the last store until the counter is zero: CTAs end, updates wait.
  kAgent,     ///< Waits for the agent, which is busy with others.
  kFetch,     ///< Its descriptors are being fetched, or earlier chunks are being read.
  kRead,      ///< The agent reads it from its own memory, or waits for buffer space.
  kTransfer,  ///< Packets of it are in flight to peers.
  // Stages of software agents, instead of kAgent, kFetch and kRead.
  kFlag,     ///< Polling: the store of its flag is in flight to the level 2 cache.
  kPoll,     ///< Polling: no warp has read its flag yet.
  kDriver,   ///< Child kernels: the driver is busy with other launches of this GPU.
  kLaunch,   ///< Child kernels: its launch, until the kernel may start.
  kHandOut,  ///< Child kernels: the kernel waits for a slot on an SM.
  kCopy,     ///< The agent reads and stores it; nothing has arrived yet.
};
inline constexpr std::size_t kChunkStages = 12;
/// Returns whether chunks moved by software or by hardware have this stage. The two kinds share
/// only the first two stages and kTransfer.
constexpr bool is_stage_of(bool software, ChunkStage stage) {
  if (stage <= ChunkStage::kCounter || stage == ChunkStage::kTransfer) return true;
  return software == (stage > ChunkStage::kTransfer);
}

/// A chunk in one phase, from its first store until it is at all destinations.
struct ChunkHistory {
  /// "chunk 7 of gpu_0", or "... #2" in the second phase in which it is written.
  std::string name;
  unsigned gpu = 0;
  bool software = false;  ///< Its agent is a kernel.
  core::Ticks first_store = 0;
  core::Ticks last_store = 0;
  core::Ticks zero = core::kNever;  ///< When its counter reached zero; kNever: not yet.
  core::Ticks sent = core::kNever;  ///< kNever: not yet.
  bool moves = false;               ///< The agent is reading or sending it now.
  unsigned transfers = 0;           ///< More than one if it was flushed, or written again.
  /// Time by ChunkStage. For a sent chunk the sum is exactly sent - first_store.
  std::array<core::Ticks, kChunkStages> spent{};
  [[nodiscard]] core::Ticks of(ChunkStage stage) const {
    return spent[static_cast<std::size_t>(stage)];
  }
};

/// Collects the histories of chunks from PROACT units. As with core::HopJournal, there is at most
/// one, found by active(), and without one a model pays only a pointer check. `unit` and `chunk`
/// are keys of the caller. Times are those of the calls, which must be in the order of time.
class ChunkJournal : public core::Active<ChunkJournal> {
 public:
  /// Returns the written chunks, in the order of their first stores.
  [[nodiscard]] const std::deque<ChunkHistory>& chunks() const { return histories_; }

  /// A store by an SM of `gpu` has passed. `chunk` is numbered among all regions of the GPU.
  /// `software`: a kernel, not the GPU's hardware, moves the chunk.
  void written(const void* unit, unsigned chunk, unsigned gpu, core::Ticks at,
               bool software = false);
  void counted_down(const void* unit, unsigned chunk, core::Ticks at);  ///< To zero.
  void enters(const void* unit, unsigned chunk, ChunkStage stage, core::Ticks at);
  void packet_read(const void* unit, unsigned chunk, core::Ticks at);  ///< It will now be written.
  /// It is at all destinations.
  void packet_there(const void* unit, unsigned chunk, core::Ticks at);
  /// It may not be the last transfer.
  void transfer_done(const void* unit, unsigned chunk, core::Ticks at);
  void sent(const void* unit, unsigned chunk, core::Ticks at);

 private:
  struct Open {
    ChunkHistory* history = nullptr;
    ChunkStage stage = ChunkStage::kWritten;
    core::Ticks since = 0;
    unsigned to_peers = 0;  ///< Packets in flight to peers.
  };
  using Key = std::pair<const void*, unsigned>;
  /// Null: not written in this phase.
  Open* find(const void* unit, unsigned chunk);
  static void leave(Open& open, core::Ticks at);

  std::map<Key, Open> open_;
  core::NumberedNames names_;
  std::deque<ChunkHistory> histories_;
};

}  // namespace gf::hw::proact

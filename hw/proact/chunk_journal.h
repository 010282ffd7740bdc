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

/// What a chunk of an armed region is doing.
enum class ChunkStage : std::uint8_t {
  kWritten,   ///< From a store to its last one before the counter is zero.
  kCounter,   ///< From there until the counter is zero: CTAs end, updates wait.
  kAgent,     ///< Waits for the agent, which has others.
  kFetch,     ///< Its descriptors are fetched, and chunks before it are read.
  kRead,      ///< The agent reads it from its own memory, or waits for its buffer.
  kTransfer,  ///< Packets of it are on their way to peers.
  // Of agents in software, in the place of kAgent, kFetch and kRead.
  kFlag,     ///< Polling: the store of its flag is on its way to the level 2 cache.
  kPoll,     ///< Polling: no warp has looked at its flag yet.
  kDriver,   ///< Child kernels: the driver has other launches of this GPU before it.
  kLaunch,   ///< Child kernels: its launch, until the kernel may start.
  kHandOut,  ///< Child kernels: the kernel waits for a place on an SM.
  kCopy,     ///< The agent reads it, and stores; nothing of it is there yet.
};
inline constexpr std::size_t kChunkStages = 12;
/// Stages of chunks that software moves are not those of chunks that hardware moves, but for the
/// first two and kTransfer.
constexpr bool is_stage_of(bool software, ChunkStage stage) {
  if (stage <= ChunkStage::kCounter || stage == ChunkStage::kTransfer) return true;
  return software == (stage > ChunkStage::kTransfer);
}

/// A chunk of one phase, from its first store until it is at all destinations.
struct ChunkHistory {
  std::string name;  ///< "chunk 7 of gpu_0", or "... #2" in the second phase that wrote it.
  unsigned gpu = 0;
  bool software = false;  ///< Its agent is a kernel.
  core::Ticks first_store = 0;
  core::Ticks last_store = 0;
  core::Ticks zero = core::kNever;  ///< Its counter; kNever: it has not been.
  core::Ticks sent = core::kNever;  ///< kNever: it has not been.
  bool moves = false;               ///< Now: the agent reads it or sends it.
  unsigned transfers = 0;           ///< More than one: it was flushed, or written again.
  /// By ChunkStage. Of a chunk that was sent the sum is exactly sent - first_store.
  std::array<core::Ticks, kChunkStages> spent{};
  [[nodiscard]] core::Ticks of(ChunkStage stage) const {
    return spent[static_cast<std::size_t>(stage)];
  }
};

/// Where PROACT units say what becomes of chunks. As with core::HopJournal, there is one at a time,
/// found by active(), and a model pays one pointer check when there is none. `unit` and `chunk` are
/// the caller's own; dates are those of its calls, which come in the order of time.
class ChunkJournal : public core::Active<ChunkJournal> {
 public:
  /// Those that have been written, in that order.
  [[nodiscard]] const std::deque<ChunkHistory>& chunks() const { return histories_; }

  /// A store of an SM of `gpu` passes; `number` of the chunk among all regions of the GPU.
  /// `software`: what moves the chunk is not its GPU's hardware.
  void written(const void* unit, unsigned chunk, unsigned gpu, core::Ticks at,
               bool software = false);
  void counted_down(const void* unit, unsigned chunk, core::Ticks at);  ///< To zero.
  void enters(const void* unit, unsigned chunk, ChunkStage stage, core::Ticks at);
  void packet_read(const void* unit, unsigned chunk, core::Ticks at);    ///< And now written.
  void packet_there(const void* unit, unsigned chunk, core::Ticks at);   ///< At all destinations.
  void transfer_done(const void* unit, unsigned chunk, core::Ticks at);  ///< Perhaps not the last.
  void sent(const void* unit, unsigned chunk, core::Ticks at);

 private:
  struct Open {
    ChunkHistory* history = nullptr;
    ChunkStage stage = ChunkStage::kWritten;
    core::Ticks since = 0;
    unsigned to_peers = 0;  ///< Packets.
  };
  using Key = std::pair<const void*, unsigned>;
  /// Null: nobody has written it in this phase.
  Open* find(const void* unit, unsigned chunk);
  static void leave(Open& open, core::Ticks at);

  std::map<Key, Open> open_;
  core::NumberedNames names_;
  std::deque<ChunkHistory> histories_;
};

}  // namespace gf::hw::proact

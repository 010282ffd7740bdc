// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/clock_domain.h"
#include "core/hop_journal.h"

namespace gf::hw::router {

/// What a journal of hops knows of a flit. It goes beside the flit, which has no room for it:
/// the flits of a virtual channel stay in order, so a queue of notes at its receiving end is
/// enough.
struct FlitNote {
  static constexpr std::uint64_t kFlits = 64;  ///< A packet has no more.

  std::uint64_t key = 0;  ///< kFlits times the packet's number, and the flit's from 0.
  core::HopJournal::Number flow = core::HopJournal::kNone;

  [[nodiscard]] bool head() const { return key % kFlits == 0; }
  [[nodiscard]] std::uint64_t packet() const { return key - key % kFlits; }  ///< Key of its head.
};

/// The receiving end of a channel, for the journal: of a router's input port, of a node.
class JournalEnd {
 public:
  virtual ~JournalEnd() = default;
  /// A flit has left for `port`; its last bit is there in cycle `at`. In the order of the flits of
  /// the virtual channel.
  virtual void note_comes(unsigned port, unsigned vc, const FlitNote& note, bool tail,
                          core::Cycle at) = 0;
  /// The flow of the first flit in the buffer, or kNone: it is empty.
  [[nodiscard]] virtual core::HopJournal::Number first_flow(unsigned port, unsigned vc) const = 0;
  /// "router 3", "node 17".
  [[nodiscard]] virtual std::string title(unsigned port) const = 0;
};

/// Why what is first in its queue stays there from a cycle on.
struct Block {
  const char* cause = nullptr;  ///< One of the below; null: nothing is in its way.
  core::HopJournal::Number behind = core::HopJournal::kNone;
};
inline constexpr const char* kNoCreditCause = "no credit";
inline constexpr const char* kArbitrationCause = "lost arbitration";
inline constexpr const char* kHeldCause = "virtual channel held";  ///< By another packet.
inline constexpr const char* kChannelCause = "channel busy";       ///< Flits of several cycles.
inline constexpr const char* kOutputFullCause = "output queue full";
inline constexpr const char* kOutputCause = "output queue";  ///< It has won the switch.
inline constexpr const char* kReplayCause = "replay";

/// What the first flit of a queue waits for, and what those before it did.
class FrontWaits {
 public:
  using Wait = core::HopJournal::Wait;

  /// From cycle `at` on it waits because of `block`.
  void blocked(core::Cycle at, const Block& block, core::Ticks period);
  /// It is the first from `since` on.
  void first_from(core::Cycle since) { since_ = since; }
  [[nodiscard]] core::Cycle since() const { return since_; }
  /// It leaves the queue in cycle `at`, and could have in `arrived`. Spans of its own wait; where
  /// it `counts` those of the flits that were before it, too, in front: its whole wait. In a
  /// network that is full they are as many as there were flits in the queue.
  [[nodiscard]] std::vector<Wait> leaves(core::Cycle arrived, core::Cycle at,
                                         core::HopJournal::Number flow, bool counts,
                                         core::Ticks period);

 private:
  void end(core::Cycle at, core::Ticks period);
  [[nodiscard]] std::vector<Wait> in_queue(core::Ticks from, core::Ticks ready) const;
  void keep(const Wait& wait);

  core::Cycle since_ = 0;
  std::vector<Wait> waits_;
  std::deque<Wait> before_;  ///< Of earlier flits, as those see them who were behind.
  core::Cycle noted_ = 0;
  Block block_;
};

/// Fills in `waited` and, where the hop counts, `waits`, which stay the caller's, checks that they
/// are the whole time, and reports.
void report(core::HopJournal& journal, core::HopJournal::Hop hop,
            const std::vector<core::HopJournal::Wait>& waits);

}  // namespace gf::hw::router

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "core/trace/hop_journal.h"

namespace gf::hw::router {

/// What a journal of hops knows of a flit. It goes beside the flit, which has no room for it:
/// the flits of a virtual channel stay in order, so a queue of notes at its receiving end is
/// enough.
struct FlitNote {
  static constexpr std::uint64_t kFlits = 8192;  ///< A packet has no more.

  std::uint64_t key = 0;  ///< kFlits times the packet's number, and the flit's from 0.
  core::HopJournal::Number flow = core::HopJournal::kNone;

  [[nodiscard]] bool head() const { return key % kFlits == 0; }
  [[nodiscard]] std::uint64_t packet() const { return key - key % kFlits; }  ///< Key of its head.
};

class FrontWaits;

/// A queue behind a channel, which the sender has credits for.
struct Buffer {
  const FrontWaits* front = nullptr;  ///< Null: never full.
  core::Cycle back = 0;  ///< From when a flit leaves it until the sender knows of the place.
};

/// The receiving end of a channel, for the journal: of a router's input port, of a node.
class JournalEnd {
 public:
  virtual ~JournalEnd() = default;
  /// A flit has left for `port`; its last bit is there in cycle `at`. In the order of the flits of
  /// the virtual channel.
  virtual void note_comes(unsigned port, unsigned vc, const FlitNote& note, bool tail,
                          core::Cycle at) = 0;
  [[nodiscard]] virtual Buffer buffer(unsigned port, unsigned vc) const = 0;
  /// "router 3", "node 17".
  [[nodiscard]] virtual std::string title(unsigned port) const = 0;
};

/// Why what is first in its queue stays there from a cycle on.
struct Block {
  const char* cause = nullptr;  ///< One of the below; null: nothing is in its way.
  core::HopJournal::Number behind = core::HopJournal::kNone;
  Buffer queue = {};  ///< What its first flit waits for is behind this: the full buffer, or where
                      ///< flits of the packet come from that holds the virtual channel.
};
inline constexpr const char* kNoCreditCause = "no credit";
inline constexpr const char* kArbitrationCause = "lost arbitration";
inline constexpr const char* kHeldCause = "virtual channel held";  ///< By another packet.
inline constexpr const char* kChannelCause = "channel busy";       ///< Flits of several cycles.
inline constexpr const char* kOutputFullCause = "output queue full";
inline constexpr const char* kOutputCause = "output queue";  ///< It has won the switch.
inline constexpr const char* kReplayCause = "replay";
inline constexpr const char* kMovesCause = "";  ///< Flits leave the queue, in turn.

/// What the first flit of a queue waits for, and what those before it did.
///
/// While there is no credit the buffer at the other end is full: what its first flit waited for, as
/// long before as its credit took to come back, is the cause behind, and so on; while a packet
/// holds the virtual channel, what its next flit waits for. What that queue cannot say (its flits,
/// or the credit, were on their way) has no cause behind.
class FrontWaits {
 public:
  using Number = core::HopJournal::Number;
  using Wait = core::HopJournal::Wait;
  /// Of a flit.
  struct Front {
    Number flow = core::HopJournal::kNone;
    Number queue = core::HopJournal::kNone;
    Number link = core::HopJournal::kNone;  ///< By which it is to leave.
  };

  /// From cycle `at` on the first flit waits because of `block`.
  void blocked(core::Cycle at, const Front& front, const Block& block, core::Ticks period);
  /// It is the first from `since` on.
  void first_from(core::Cycle since) { since_ = since; }
  [[nodiscard]] core::Cycle since() const { return since_; }
  /// One of `front` has left in cycle `at`, and the next one is the first a cycle later.
  void moves(core::Cycle at, const Front& front, core::Ticks period);
  /// It leaves the queue in cycle `at`, and its place is known to be free in cycle `known`: the
  /// spans of its own wait.
  [[nodiscard]] std::vector<Wait> leaves(core::Cycle at, core::Cycle known, core::Ticks period);

 private:
  struct Span : Wait {
    Front front;
  };
  struct Left : Span {
    core::Cycle known;  ///< Who had no credit has looked then.
  };
  using Spans = std::vector<Span>;
  /// Cycles after which what is behind a wait that goes on is asked for: not in each one.
  static constexpr core::Cycle kLater = 64;
  void end(core::Cycle at, core::Ticks period);
  /// Appends what the first flits waited for within [from, until), with gaps. `depth`: queues that
  /// were asked for it, one by the other.
  void append(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
              unsigned depth) const;
  void append_block(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
                    unsigned depth) const;
  void append_behind(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
                     unsigned depth) const;

  core::Cycle since_ = 0;
  std::deque<Left> left_;          ///< Of flits that have left.
  std::deque<core::Cycle> known_;  ///< When places that they gave back are known to be free,
  core::Cycle asked_ = 0;          ///< and were, at last.
  Spans waits_;                    ///< Of the first one, until `noted_`,
  core::Cycle noted_ = 0;
  Block block_;  ///< and from then on.
  Front front_;
};

/// Fills in `waited` and, where the hop counts, `waits`, which stay the caller's, checks that they
/// are the whole time from `ready` on, and reports.
void report(core::HopJournal& journal, core::HopJournal::Hop hop,
            const std::vector<core::HopJournal::Wait>& waits);

}  // namespace gf::hw::router

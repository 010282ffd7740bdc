// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "core/trace/hop_journal.h"

namespace gf::hw::router {

/// The hop journal's data about a flit. The flit has no room for it, so it travels in parallel.
/// Flits of a virtual channel stay in order, so a queue of notes at the receiving end is enough.
struct FlitNote {
  static constexpr std::uint64_t kFlits = 8192;  ///< Upper bound of the flits of a packet.

  std::uint64_t key = 0;  ///< kFlits * packet number + index of the flit in its packet.
  core::HopJournal::Number flow = core::HopJournal::kNone;

  [[nodiscard]] bool head() const { return key % kFlits == 0; }
  [[nodiscard]] std::uint64_t packet() const { return key - key % kFlits; }  ///< Key of its head.
};

class FrontWaits;
class OutputPort;

/// A queue behind a channel, for which the sender has credits.
struct ReceiveBuffer {
  const FrontWaits* front = nullptr;  ///< Null: never full.
  core::Cycle back = 0;  ///< From a flit's departure until the sender knows of the free space.
};

/// Receiving end of a channel, for the journal: a router's input port or a node.
class JournalEnd {
 public:
  virtual ~JournalEnd() = default;
  /// Notes that a flit has left for `port`, where its last bit arrives in cycle `at`. Calls follow
  /// the order of the flits of the virtual channel.
  virtual void note_comes(unsigned port, unsigned vc, const FlitNote& note, bool tail,
                          core::Cycle at) = 0;
  [[nodiscard]] virtual ReceiveBuffer buffer(unsigned port, unsigned vc) const = 0;
  /// Returns a name such as "router 3" or "node 17".
  [[nodiscard]] virtual std::string title(unsigned port) const = 0;
};

/// Why the first flit of a queue stays there from a cycle on.
struct Block {
  const char* cause = nullptr;  ///< One of the causes below; null: nothing blocks it.
  core::HopJournal::Number behind = core::HopJournal::kNone;
  /// Queue whose first flit explains the wait: the full buffer at the other end, or the source of
  /// the packet that holds the virtual channel.
  ReceiveBuffer queue = {};
};
inline constexpr const char* kNoCreditCause = "no credit";
inline constexpr const char* kArbitrationCause = "lost arbitration";
inline constexpr const char* kHeldCause = "virtual channel held";  ///< By another packet.
inline constexpr const char* kChannelCause = "channel busy";       ///< Flits of several cycles.
inline constexpr const char* kOutputFullCause = "output queue full";
inline constexpr const char* kOutputCause = "output queue";  ///< It has won the switch.
inline constexpr const char* kReplayCause = "replay";
inline constexpr const char* kQueueAdvancesCause = "";  ///< Flits leave the queue in turn.

/// Records what the first flit of a queue waits for, and what earlier first flits waited for.
/// A missing credit means that the buffer at the other end is full. The cause behind it is then
/// what the first flit of that buffer waited for, earlier by the time its credit took to come back;
/// and so on. If a packet holds the virtual channel, the cause behind is what that packet's next
/// flit waits for. Periods that the other queue cannot explain, because its flits or the credit
/// were under way, have no cause behind.
class FrontWaits {
 public:
  using Number = core::HopJournal::Number;
  using Wait = core::HopJournal::Wait;
  /// Flow, queue and link of the first flit.
  struct Front {
    Number flow = core::HopJournal::kNone;
    Number queue = core::HopJournal::kNone;
    Number link = core::HopJournal::kNone;  ///< The link by which it leaves.
  };

  /// Records that the first flit waits because of `block` from cycle `at` on.
  void blocked(core::Cycle at, const Front& front, const Block& block, core::Ticks period);
  /// Sets the cycle from which on the flit is the first.
  void first_from(core::Cycle since) { since_ = since; }
  [[nodiscard]] core::Cycle since() const { return since_; }
  /// Records that a flit has left in cycle `at`. The next flit, described by `front`, is the first
  /// one cycle later.
  void moves(core::Cycle at, const Front& front, core::Ticks period);
  /// Records that the first flit leaves the queue in cycle `at` and that its space is known to be
  /// free in cycle `known`. Returns the spans of its own wait.
  [[nodiscard]] std::vector<Wait> leaves(core::Cycle at, core::Cycle known, core::Ticks period);

 private:
  struct Span : Wait {
    Front front;
  };
  struct Left : Span {
    core::Cycle known;  ///< When a sender without credit looked again.
  };
  using Spans = std::vector<Span>;
  /// A wait that goes on follows the causes behind it only once per kLater cycles.
  static constexpr core::Cycle kLater = 64;
  void end(core::Cycle at, core::Ticks period);
  /// Appends what first flits waited for within [from, until), with gaps. `depth` is the number of
  /// queues followed so far.
  void append(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
              unsigned depth) const;
  void append_block(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
                    unsigned depth) const;
  void append_behind(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
                     unsigned depth) const;

  core::Cycle since_ = 0;
  std::deque<Left> left_;          ///< Waits of flits that have left.
  std::deque<core::Cycle> known_;  ///< When their space becomes known to be free.
  core::Cycle asked_ = 0;          ///< The latest of these times that has passed.
  Spans waits_;                    ///< Of the current first flit, until `noted_`.
  core::Cycle noted_ = 0;
  Block block_;  ///< The current wait, from `noted_` on.
  Front front_;
};

/// Fills in `waited` and, if the hop counts, `waits` (which the caller keeps), and reports the hop.
/// Checks that the waits cover the whole time since `ready`.
void report(core::HopJournal& journal, core::HopJournal::Hop hop,
            const std::vector<core::HopJournal::Wait>& waits);

/// The front of a queue in which packets begin: a node's, or a card's. Reports to the hop journal
/// how their flits leave by the queue's channel.
class SourceFront : public FrontWaits {
 public:
  /// Names of the source in the network, and of its queue.
  SourceFront(OutputPort& output, core::Ticks period, std::string name, std::string queue)
      : output_(output), period_(period), name_(std::move(name)), queue_(std::move(queue)) {}

  /// Returns what blocks a flit for `vc` once the channel is free.
  [[nodiscard]] Block why_not(unsigned vc) const;
  /// Notes that a flit of the front packet leaves in cycle `now`. `source`: number of the source in
  /// the network. `hop` has the flow, the kind, the virtual channel and the times up to `ready`;
  /// the rest is filled in. Returns the flit's note, for send_note().
  FlitNote sends(core::HopJournal::Hop hop, unsigned source, bool head, core::Cycle now);
  /// Sends the note of a flit that leaves in cycle `now` to the other end of the channel.
  void send_note(const FlitNote& note, unsigned vc, bool tail, core::Cycle now);

 private:
  OutputPort& output_;
  const core::Ticks period_;
  const std::string name_;
  const std::string queue_;
  std::uint64_t packets_ = 0;  ///< Sent, or being sent.
  std::uint64_t flit_ = 0;     ///< Index of the next flit of the front packet.
};

/// The end of channels at which packets end.
class SinkJournal : public JournalEnd {
 public:
  explicit SinkJournal(core::Ticks period) : period_(period) {}
  void note_comes(unsigned port, unsigned vc, const FlitNote& note, bool tail,
                  core::Cycle at) final;
  [[nodiscard]] ReceiveBuffer buffer(unsigned, unsigned) const final { return {}; }

 protected:
  const core::Ticks period_;
};

}  // namespace gf::hw::router

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "core/base/ring.h"
#include "core/base/ticks.h"
#include "hw/nic/segment.h"

namespace gf::hw::nic {

/// Both halves of one end of a reliable connection: what this card has asked for, and what it does
/// for its peer. The sender's and the receiver's common ground.
struct QueuePair {
  /// An entry of the send queue: it takes `segments` sequence numbers from `first` on.
  struct Work {
    model::WorkRequest request;
    Psn first = 0;
    std::uint64_t segments = 0;  ///< 0: not numbered yet.
    std::uint64_t received = 0;  ///< Of a read: responses taken.
    std::uint64_t landed = 0;    ///< Of a read: responses written to memory.
    core::Ticks since = 0;       ///< When it was on the card.
    [[nodiscard]] Psn end() const { return first + segments; }
    [[nodiscard]] bool is_read() const { return request.kind == model::WorkKind::kRead; }
    /// Not all answers of a read have been taken.
    [[nodiscard]] bool awaits_data() const { return is_read() && received < segments; }
  };
  /// A request that was taken in order, until it has been written.
  struct Landing {
    Psn end = 0;  ///< Behind its own sequence numbers.
    bool landed = false;
    bool read = false;
    bool told = false;  ///< `completion` goes to this host when it has landed.
    model::WorkCompletion completion;
    std::uint32_t copy = ~0u;  ///< That the completion tells of, for who keeps a journal.
  };
  /// A read that the peer has asked for, in answers.
  struct Answer {
    Psn psn = 0;  ///< Of the next response.
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;  ///< Still to be read.
  };

  model::QueuePairNumber number = 0;
  std::uint32_t peer = 0;                 ///< Number of the card over there.
  model::QueuePairNumber peer_queue = 0;  ///< Its end.
  bool connected = false;

  // What the driver has handed over, its doorbell to come.
  core::Ring<model::WorkRequest> posted;
  core::Ring<model::ReceiveRequest> posted_receives;

  // What this card asks for.
  core::Ring<Work> work;       ///< Not complete; front: oldest.
  std::size_t at = 0;          ///< Index in `work` of the one that `next` belongs to.
  Psn next = 0;                ///< To be sent next.
  Psn end = 0;                 ///< Behind all of `work`.
  Psn told = 0;                ///< The peer has written, or read, all below.
  Psn acked = 0;               ///< And of these all that was to come back has come.
  Psn highest = 0;             ///< Behind all that was ever sent: what is below is sent again.
  core::Ticks progress = 0;    ///< When `acked` moved, or the first after a silence was sent.
  core::Ticks not_before = 0;  ///< The peer was not ready.
  unsigned retries = 0;        ///< Since the last progress.
  bool gap_seen = false;       ///< Among the responses; it has been asked for again.
  bool failed = false;         ///< Nothing is sent any more.

  // What it does for its peer.
  Psn expected = 0;              ///< The next request in order.
  Psn written = 0;               ///< All below have been written.
  bool gap_told = false;         ///< Until what is expected comes.
  bool not_ready = false;        ///< The gap is a send without a buffer.
  bool owes_ack = false;         ///< An acknowledgement waits to leave.
  bool owes_gap = false;         ///< A negative one does.
  bool in_acks = false;          ///< It has its turn among those that owe one.
  core::Ring<Landing> landings;  ///< In order.
  std::uint64_t landings_gone = 0;
  core::Ring<Answer> answers;
  core::Ring<model::ReceiveRequest> receives;
  std::uint64_t filled = 0;  ///< Bytes of the front receive that have come.
  bool too_long = false;     ///< They are more than it holds.

  [[nodiscard]] bool outstanding() const { return next > acked; }
};

/// The queue pairs of a card, by number. They stay where they are.
using QueuePairs = std::deque<QueuePair>;

}  // namespace gf::hw::nic

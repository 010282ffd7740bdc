// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "core/base/ring.h"
#include "core/base/ticks.h"
#include "hw/nic/segment.h"

namespace gf::hw::nic {

/// One end of a reliable connection: the requests of this card, and its work for the peer. Shared
/// by the sender and the receiver.
struct QueuePair {
  /// An entry of the send queue. It takes `segments` sequence numbers, starting at `first`.
  struct Work {
    model::WorkRequest request;
    Psn first = 0;
    std::uint64_t segments = 0;  ///< 0: not numbered yet.
    std::uint64_t received = 0;  ///< For a read: responses accepted.
    std::uint64_t landed = 0;    ///< For a read: responses written to memory.
    core::Ticks since = 0;       ///< When it arrived on the card.
    [[nodiscard]] Psn end() const { return first + segments; }
    [[nodiscard]] bool is_read() const { return request.kind == model::WorkKind::kRead; }
    /// Returns true while some responses of a read have not been accepted.
    [[nodiscard]] bool awaits_data() const { return is_read() && received < segments; }
  };
  /// A request accepted in order, kept until it has been written.
  struct Landing {
    Psn end = 0;  ///< After its last sequence number.
    bool landed = false;
    bool read = false;
    bool signaled = false;  ///< `completion` goes to this host when written.
    model::WorkCompletion completion;
    std::uint32_t copy = ~0u;  ///< Copy of the completion, for a journal.
  };
  /// A read requested by the peer: the responses still to be sent.
  struct Answer {
    Psn psn = 0;  ///< Of the next response.
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;  ///< Bytes still to be read.
  };

  model::QueuePairNumber number = 0;
  std::uint32_t peer = 0;                 ///< Number of the peer card.
  model::QueuePairNumber peer_queue = 0;  ///< The peer's end.
  bool connected = false;

  // Posted by the driver; the doorbell is still to come.
  core::Ring<model::WorkRequest> posted;
  core::Ring<model::ReceiveRequest> posted_receives;

  // Requests of this card.
  core::Ring<Work> work;         ///< Not complete; the front is the oldest.
  std::size_t at = 0;            ///< Index in `work` of the entry that `next` belongs to.
  Psn next = 0;                  ///< Next to be sent.
  Psn end = 0;                   ///< After all of `work`.
  Psn confirmed = 0;             ///< The peer has written, or read, all below.
  Psn acked = 0;                 ///< All below are done, including responses to reads.
  Psn highest = 0;               ///< After all that were ever sent; anything below is a repeat.
  core::Ticks progress = 0;      ///< When `acked` moved, or the first segment after a silence left.
  core::Ticks not_before = 0;    ///< End of the wait after a kNotReady.
  unsigned retries = 0;          ///< Since the last progress.
  bool gap_seen = false;         ///< A gap among responses was seen and requested again.
  bool failed = false;           ///< Nothing is sent any more.
  std::uint64_t shown_work = 0;  ///< Its part of the sender's signals.
  std::uint64_t shown_window = 0;

  // Work for its peer.
  Psn expected = 0;              ///< The next request in order.
  Psn written = 0;               ///< All below have been written.
  bool gap_told = false;         ///< A gap was reported; until `expected` comes.
  bool not_ready = false;        ///< The gap is a send without a buffer.
  bool owes_ack = false;         ///< An acknowledgement waits to leave.
  bool owes_gap = false;         ///< A negative acknowledgement waits to leave.
  bool in_acks = false;          ///< It is queued among those that owe one.
  core::Ring<Landing> landings;  ///< In order of their sequence numbers.
  std::uint64_t landings_gone = 0;
  core::Ring<Answer> answers;
  core::Ring<model::ReceiveRequest> receives;
  std::uint64_t filled = 0;  ///< Bytes received for the front receive.
  bool too_long = false;     ///< More bytes came than it can hold.

  [[nodiscard]] bool outstanding() const { return next > acked; }
};

/// The queue pairs of a card, by number. Their addresses are stable.
using QueuePairs = std::deque<QueuePair>;

}  // namespace gf::hw::nic

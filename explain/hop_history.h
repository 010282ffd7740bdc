// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// Recent reports of a journal, by queue, link and packet, for WaitWalk to read. Memory: everything
/// since forget_before(), and the paths of the packets in flight.
class HopHistory {
 public:
  using Hop = HopJournal::Hop;
  using Number = HopJournal::Number;
  /// Number of hops after which its readers call forget_before().
  static constexpr std::uint64_t kHopsBetweenCleanings = 8192;
  using PacketPath = std::vector<Hop>;  ///< A packet's hops, in order.

  /// How a packet left a queue.
  struct Departure {
    Ticks ready;  ///< See HopJournal::Hop.
    Ticks start;
    Number queue;
    Number link;
    Number flow;
    std::uint8_t credit_class;
    StallCause cause;  ///< For which it waited longest, of kNoCredit, kLaneTurning and kReplay;
                       ///< kLinkBusy: for none of them.
  };
  /// How a link carried a packet.
  struct Carried {
    Ticks start;  ///< See HopJournal::Hop.
    Ticks free;
    std::uint64_t number;
    Number flow;
  };
  /// A credit of a link that has returned.
  struct Credit {
    Ticks given = 0;                  ///< When the packet that had used it left the buffer.
    Ticks usable = 0;                 ///< When the link's sender could use it.
    Number flow = HopJournal::kNone;  ///< Flow of that packet.
  };

  /// A packet that holds a place of the buffer behind a link. It does so from when it begins to
  /// leave through that link, and uses the credit, until it gives the place back.
  struct BufferEntry {
    std::uint64_t key = 0;
    Number flow = HopJournal::kNone;
    Number queue = HopJournal::kNone;  ///< kNone: it is still there, and its queue is unknown.
    Ticks from = 0;
    Ticks ready = kNever;  ///< When it could have left.
    Ticks until = kNever;  ///< kNever: it is still there.
    Ticks on_link = 0;     ///< How long it held the link; a measure of its bytes and places.
  };
  using Residents = std::deque<BufferEntry>;

  void add(const Hop& hop);
  void add_credit(Number link, std::uint8_t credit_class, Ticks given, Ticks usable);
  /// Returns the packet's hops when it ends, and forgets it. Empty: it made none.
  PacketPath take(std::uint64_t key);
  /// Forgets what is not needed to walk back from packets created at `at` or later.
  void forget_before(Ticks at);

  /// Returns the packets that left `queue`, in the order of leaving.
  [[nodiscard]] const std::deque<Departure>& departures(Number queue) const;
  /// Returns the packets that left through `link`, in the order of leaving.
  [[nodiscard]] const std::deque<Carried>& sent(Number link) const;
  [[nodiscard]] const std::deque<Credit>& credits(Number link, std::uint8_t credit_class) const;
  /// Returns the queue at the other end of `link` for packets of a class; kNone: packets end there.
  [[nodiscard]] Number queue_behind(Number link, std::uint8_t credit_class) const;
  /// Returns the packets that have held places there, in the order of arrival, if several queues
  /// share the places; else null.
  [[nodiscard]] const Residents* sharers(Number link, std::uint8_t credit_class) const;
  [[nodiscard]] const std::unordered_map<std::uint64_t, PacketPath>& under_way() const {
    return ways_;
  }

 private:
  /// The buffer behind a link.
  struct Buffer {
    Number queue = HopJournal::kNone;  ///< The queue that a packet left last.
    bool shared = false;               ///< Whether other queues share it.
    std::map<Number, Number> queues;   ///< By flow: the queue in which it was seen last.
    Residents residents;
    Number left = HopJournal::kNone;  ///< Flow of the packet that left last.
  };
  /// A link, for packets of one credit class.
  struct Lane {
    std::deque<Number> flows;  ///< Flows of packets whose credit has not returned: first in, first
                               ///< out.
    std::deque<Credit> credits;
    Buffer behind;
  };
  struct Link {
    std::deque<Carried> carried;
    std::vector<Lane> lanes;  ///< By credit class.
  };
  Lane& lane(Number link, std::uint8_t credit_class);
  [[nodiscard]] const Lane* find(Number link, std::uint8_t credit_class) const;
  /// Returns the entry of the packet that came `by` a hop; null: it is forgotten.
  static BufferEntry* resident(Buffer& buffer, const Hop& by);
  static void enters(Buffer& buffer, const Hop& hop);
  void leaves_buffer(const Hop& hop, const Hop& before);

  std::vector<std::deque<Departure>> queues_;
  std::vector<Link> links_;
  std::unordered_map<std::uint64_t, PacketPath> ways_;
  Ticks longest_ = 0;  ///< Longest time from queue to queue, or of a returning credit: how far
                       ///< chains look back.
};

}  // namespace gf::core

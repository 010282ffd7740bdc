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

/// What a journal has told of late, by queue, link and packet: what WaitWalk reads.
/// Memory: what has happened since forget_before(), and the ways of the packets under way.
class HopHistory {
 public:
  using Hop = HopJournal::Hop;
  using Number = HopJournal::Number;
  /// After so many hops its readers call forget_before().
  static constexpr std::uint64_t kHopsBetweenCleanings = 8192;
  using Way = std::vector<Hop>;  ///< A packet's hops, in their order.

  /// Credit of a link that has come back.
  struct Credit {
    Ticks given = 0;                  ///< When the packet that had used it left the buffer.
    Ticks usable = 0;                 ///< When the link's sender could use it.
    Number flow = HopJournal::kNone;  ///< Of that packet.
  };

  /// A packet that holds a place of the buffer behind a link: from the moment that it begins to
  /// leave by that link, and uses the credit, until it gives the place back.
  struct Resident {
    std::uint64_t key = 0;
    Number flow = HopJournal::kNone;
    Number queue = HopJournal::kNone;  ///< kNone: it has not left it, and nobody knows which.
    Ticks from = 0;
    Ticks ready = kNever;  ///< When it could have left.
    Ticks until = kNever;  ///< kNever: it is still there.
    Ticks on_link = 0;     ///< For so long it held the link: as its bytes, and its places.
  };
  using Residents = std::deque<Resident>;

  void add(const Hop& hop);
  void add_credit(Number link, std::uint8_t credit_class, Ticks given, Ticks usable);
  /// The packet's hops, once it ends; what was kept of it is gone. Empty: it made none.
  Way take(std::uint64_t key);
  /// Forgets what nobody asks for who walks back from packets that were made at `at` or later.
  void forget_before(Ticks at);

  /// Packets that left `queue`, in the order of their leaving.
  [[nodiscard]] const std::deque<Hop>& departures(Number queue) const;
  /// Packets that left by `link`, in the order of their leaving.
  [[nodiscard]] const std::deque<Hop>& sent(Number link) const;
  [[nodiscard]] const std::deque<Credit>& credits(Number link, std::uint8_t credit_class) const;
  /// The queue at the other end of `link` for packets of a class; kNone: what comes there ends.
  [[nodiscard]] Number queue_behind(Number link, std::uint8_t credit_class) const;
  /// Who has held places there, in the order in which they came, if several queues share them; else
  /// null.
  [[nodiscard]] const Residents* sharers(Number link, std::uint8_t credit_class) const;
  [[nodiscard]] const std::unordered_map<std::uint64_t, Way>& under_way() const { return ways_; }

 private:
  using Lane = std::pair<Number, std::uint8_t>;  ///< Link and credit class.
  struct Lent {
    std::deque<Number> flows;  ///< Of packets whose credit is not back: first in, first out.
    std::deque<Credit> credits;
  };

  std::vector<std::deque<Hop>> queues_;
  std::vector<std::deque<Hop>> links_;
  std::map<Lane, Lent> lanes_;
  /// The buffer behind a link.
  struct Buffer {
    Number queue = HopJournal::kNone;  ///< The one that was left last.
    bool shared = false;               ///< By another queue, too.
    std::map<Number, Number> queues;   ///< By flow, the one that it was seen in last.
    Residents residents;
    Number left = HopJournal::kNone;  ///< Flow of the packet that left last.
  };
  /// Of the packet that came `by` a hop; null: it is forgotten.
  static Resident* resident(Buffer& buffer, const Hop& by);
  void enters(const Hop& hop);
  void leaves_buffer(const Hop& hop, const Hop& before);

  std::map<Lane, Buffer> behind_;
  std::unordered_map<std::uint64_t, Way> ways_;
  Ticks longest_ = 0;  ///< Of a way from queue to queue, or of a credit back: how far chains look.
};

}  // namespace gf::core

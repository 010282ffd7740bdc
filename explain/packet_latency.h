// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/trace/hop_journal.h"
#include "explain/queue_waits.h"

namespace gf::core {

/// Properties by which `why` selects packets.
struct PacketFacts {
  HopJournal::Number flow = HopJournal::kNone;
  std::string kind;                  ///< Kind of its last hop: "minimal".
  unsigned channels = 0;             ///< Number of channels between routers.
  std::uint8_t virtual_channel = 0;  ///< The one through which it left its first router.
};

/// Where packets waited, and what was in their way.
struct PacketWait {
  HopJournal::Number queue = HopJournal::kNone;
  HopJournal::Number link = HopJournal::kNone;
  HopJournal::Number behind = HopJournal::kNone;
  std::string cause;  ///< See HopJournal::Wait.
  bool in_queue =
      false;  ///< A packet of `behind` was first in the queue, and `cause` is why it could
              ///< not leave through `link`; empty: packets left one after the other.
  HopJournal::Number chain = HopJournal::kNone;   ///< See HopJournal::Wait.
  HopJournal::Number at_end = HopJournal::kNone;  ///< See HopJournal::Wait.
  bool operator<(const PacketWait& other) const {
    const auto all = [](const PacketWait& wait) {
      return std::tie(wait.queue, wait.link, wait.in_queue, wait.cause, wait.behind, wait.chain,
                      wait.at_end);
    };
    return all(*this) < all(other);
  }
};

/// Times of packets: `latency` is exactly `transit` + `flits` + the sum of `waits`.
struct PacketTimes {
  std::uint64_t packets = 0;
  Ticks latency = 0;  ///< From creation to the last bit at the destination.
  Ticks transit = 0;  ///< Path of one flit: sources, channels, routers.
  Ticks flits = 0;    ///< Flits of the packet that follow each other.
  Ticks idle = 0;     ///< Latency on an idle network: transit, and all its flits at the rate of the
                      ///< slowest channel on its path.
  std::map<PacketWait, Ticks> waits;
  [[nodiscard]] Ticks waited() const;
};

/// Explains the latency of packets in networks whose models report spans of waits.
///
/// A packet has arrived when its last flit has. The walk goes back from there. A flit that left as
/// soon as the one before it had left could have gone no earlier, so the walk continues with the
/// flit before. Otherwise its wait at its queue counts, then its path from the previous hop. All
/// time is thus counted once.
/// Memory: the hops of the packets in flight, and the waits of the first packet of each queue since
/// the oldest of them arrived.
class PacketLatency final : public HopJournal::Sink {
 public:
  using Wanted = std::function<bool(const PacketFacts&)>;
  enum class Flows {
    kKept,    ///< Waits are distinguished by the flow in the way.
    kJoined,  ///< They are not: many packets have many flows.
  };
  /// Sums up the packets whose latencies the run reports and that `wanted` accepts.
  explicit PacketLatency(Wanted wanted, Flows flows = Flows::kKept)
      : wanted_(std::move(wanted)), flows_apart_(flows == Flows::kKept) {}

  /// Call it when the run is over, before times() is read.
  void finish();
  /// Returns the times of the wanted packets.
  [[nodiscard]] const PacketTimes& times() const { return times_; }
  /// The activity of a sender so far, for all packets.
  struct Link {
    Ticks busy = 0;
    std::uint64_t flits = 0;
    Ticks waited = 0;  ///< By flits first in their queue, for this link.
  };
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  /// Returns the time from the beginning of the first hop to the end of the last one so far.
  [[nodiscard]] Ticks span() const { return last_ - first_; }
  /// Returns the number of packets of each class: "minimal", "vc 1", "hops 3"; flows() the same by
  /// flow.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& classes() const { return classes_; }
  [[nodiscard]] const std::map<HopJournal::Number, std::uint64_t>& flows() const { return flows_; }

  void leaves(const HopJournal::Hop& hop) override;
  void first_leaves(const HopJournal::Hop& hop) override;
  void packet_ends(std::uint64_t key, Ticks at) override;
  void sample_begins(Ticks at) override;

 private:
  struct Hop : HopJournal::Hop {
    std::vector<HopJournal::Wait> spans;
    QueueWaits::Ticket ticket;
  };
  using Flits = std::map<std::uint64_t, std::vector<Hop>>;  ///< By key; keys are in the order of
                                                            ///< the flits.
  [[nodiscard]] static PacketFacts facts(const std::vector<Hop>& head);
  void explain(const Flits& flits, Ticks at);
  void wait(const Hop& hop, Ticks from);
  void close(const Flits& flits);
  QueueWaits& queue(HopJournal::Number number);
  /// Returns a function that adds up the waits in that queue.
  [[nodiscard]] QueueWaits::Tell tell(HopJournal::Number queue);
  void add(HopJournal::Number queue, HopJournal::Number link, bool in_queue,
           const HopJournal::Wait& span, Ticks time);

  /// A PacketWait whose cause is identified by its address.
  struct Place {
    HopJournal::Number queue, link, behind, chain, at_end;
    const char* cause;
    bool in_queue;
    bool operator==(const Place& other) const {
      return queue == other.queue && link == other.link && behind == other.behind &&
             chain == other.chain && at_end == other.at_end && cause == other.cause &&
             in_queue == other.in_queue;
    }
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const;
  };

  Wanted wanted_;
  const bool flows_apart_;
  PacketTimes times_;
  /// Sums in times_.waits. Many spans have the same place, and the map compares texts, which is
  /// slow.
  std::unordered_map<Place, Ticks*, PlaceHash> sums_;
  std::vector<Link> links_;
  std::map<std::string, std::uint64_t> classes_;
  std::map<HopJournal::Number, std::uint64_t> flows_;
  std::unordered_map<std::uint64_t, Flits> under_way_;
  std::vector<QueueWaits> queues_;
  std::unordered_map<std::uint64_t, QueueWaits::Ticket> tickets_;  ///< Tickets of flits between
                                                                   ///< queue and link.
  Ticks sample_from_ = 0;
  Ticks first_ = kNever;
  Ticks last_ = 0;
};

/// Returns the classes of a packet: "minimal", "vc 1", "hops 3".
std::vector<std::string> classes_of(const PacketFacts& facts);

}  // namespace gf::core

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
  std::string kind;                  ///< Of its last hop: "minimal".
  unsigned channels = 0;             ///< Between routers.
  std::uint8_t virtual_channel = 0;  ///< By which it left its first router.
};

/// Where packets waited, and what was in their way.
struct PacketWait {
  HopJournal::Number queue = HopJournal::kNone;
  HopJournal::Number link = HopJournal::kNone;
  HopJournal::Number behind = HopJournal::kNone;
  std::string cause;  ///< See HopJournal::Wait.
  bool in_queue =
      false;  ///< A packet of `behind` was the first of the queue, and `cause` is why it
              ///< could not leave by `link`; empty: packets left, one after the other.
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

/// Time of packets: `latency` is exactly `transit` + `flits` + the sum of `waits`.
struct PacketTimes {
  std::uint64_t packets = 0;
  Ticks latency = 0;  ///< From made to the last bit at the destination.
  Ticks transit = 0;  ///< The way of one flit: sources, channels, routers.
  Ticks flits = 0;    ///< Flits of the packet, one behind the other.
  Ticks idle = 0;     ///< The latency on an idle network: transit, and all its flits at the pace of
                      ///< the slowest channel on its way.
  std::map<PacketWait, Ticks> waits;
  [[nodiscard]] Ticks waited() const;
};

/// Where the latency of packets went, in networks whose models tell spans of waits.
///
/// A packet has come when its last flit has. From there it goes back: a flit that left as soon as
/// the one before it had is followed on there, as it would have gone no earlier; else what it
/// waited for at its queue counts, and its way from the hop before. So each moment is counted once.
/// Memory: the hops of the packets that are under way, and what the first of each queue waited for
/// since the oldest of them came.
class PacketLatency final : public HopJournal::Sink {
 public:
  using Wanted = std::function<bool(const PacketFacts&)>;
  enum class Flows {
    kKept,    ///< Waits are told apart by who was in the way.
    kJoined,  ///< They are not: of many packets there are as many flows.
  };
  /// Sums up those packets that the run's latencies are of and that `wanted` says yes to.
  explicit PacketLatency(Wanted wanted, Flows flows = Flows::kKept)
      : wanted_(std::move(wanted)), flows_apart_(flows == Flows::kKept) {}

  /// Once the run is over, before times() is read.
  void finish();
  /// The wanted ones.
  [[nodiscard]] const PacketTimes& times() const { return times_; }
  /// A sender, and what it has done so far; of all packets.
  struct Link {
    Ticks busy = 0;
    std::uint64_t flits = 0;
    Ticks waited = 0;  ///< Of flits first in their queue, for this link.
  };
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  /// Begin of the first and end of the last hop so far.
  [[nodiscard]] Ticks span() const { return last_ - first_; }
  /// How many packets of each class there were: "minimal", "vc 1", "hops 3", and flows.
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
  using Flits = std::map<std::uint64_t, std::vector<Hop>>;  ///< By key, which is their order.
  [[nodiscard]] static PacketFacts facts(const std::vector<Hop>& head);
  void explain(const Flits& flits, Ticks at);
  void wait(const Hop& hop, Ticks from);
  void close(const Flits& flits);
  QueueWaits& queue(HopJournal::Number number);
  /// Who adds up what is waited in that queue.
  [[nodiscard]] QueueWaits::Tell tell(HopJournal::Number queue);
  void add(HopJournal::Number queue, HopJournal::Number link, bool in_queue,
           const HopJournal::Wait& span, Ticks time);

  /// A PacketWait whose cause is known by its address.
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
  /// Sums in times_.waits: many spans are of one place, and the map compares texts.
  std::unordered_map<Place, Ticks*, PlaceHash> sums_;
  std::vector<Link> links_;
  std::map<std::string, std::uint64_t> classes_;
  std::map<HopJournal::Number, std::uint64_t> flows_;
  std::unordered_map<std::uint64_t, Flits> under_way_;
  std::vector<QueueWaits> queues_;
  std::unordered_map<std::uint64_t, QueueWaits::Ticket> tickets_;  ///< Of flits between queue and
                                                                   ///< link.
  Ticks sample_from_ = 0;
  Ticks first_ = kNever;
  Ticks last_ = 0;
};

/// "minimal", "vc 1", "hops 3": the classes that a packet is of.
std::vector<std::string> classes_of(const PacketFacts& facts);

}  // namespace gf::core

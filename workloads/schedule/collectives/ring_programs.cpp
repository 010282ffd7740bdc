// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/ring_programs.h"

#include <algorithm>
#include <functional>

namespace gf::model {
namespace {

using Step = ChannelProgram::Step;

/// One channel: its ring, and its part of the vector or of each block.
class Ring {
 public:
  Ring(CollectiveBuilder& builder, const RingPlan& plan, unsigned channel,
       std::vector<unsigned> launches)
      : ranks_(plan.rings[channel]),
        chunk_(plan.protocol.chunk),
        channel_(channel),
        channels_(static_cast<unsigned>(plan.rings.size())),
        collective_(builder.collective()),
        protocol_(plan.protocol),
        program_(builder, channel, plan.protocol, std::move(launches)) {}

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(ranks_.size()); }
  [[nodiscard]] unsigned rank(unsigned place) const { return ranks_[place % size()]; }
  /// Returns whom the rank in that place sends to: nobody if it is alone.
  [[nodiscard]] std::vector<unsigned> next(unsigned place) const {
    return size() > 1 ? std::vector<unsigned>{rank(place + 1)} : std::vector<unsigned>();
  }
  [[nodiscard]] unsigned before(unsigned place) const { return rank(place + size() - 1); }
  [[nodiscard]] unsigned place_of(unsigned rank) const {
    return static_cast<unsigned>(std::find(ranks_.begin(), ranks_.end(), rank) - ranks_.begin());
  }
  void add(const Step& step) { program_.add(step); }

  /// Returns this channel's part of a range.
  [[nodiscard]] ElementRange part_of(const ElementRange& all) const {
    return channel_part(collective_, protocol_, all, channel_, channels_);
  }
  /// Calls `act` with consecutive parts of `all`, each of at most `parts` chunks, and with how long
  /// the chunks of that part are.
  void each_loop(const ElementRange& all, unsigned parts,
                 const std::function<void(const ElementRange&, std::uint64_t chunk)>& act) const {
    for (std::uint64_t at = all.first; at < all.end; at += parts * chunk_) {
      const std::uint64_t left = all.end - at;
      const std::uint64_t chunk =
          left < parts * chunk_ ? rounded_up((left + parts - 1) / parts, kChunkGrain) : chunk_;
      act({at, std::min(all.end, at + parts * chunk_)}, chunk);
    }
  }

 private:
  const std::vector<unsigned>& ranks_;
  const std::uint64_t chunk_;
  const unsigned channel_;
  const unsigned channels_;
  const Collective& collective_;
  const ChannelProtocol& protocol_;
  ChannelProgram program_;
};

void each_channel(CollectiveBuilder& builder, const RingPlan& plan,
                  const std::function<void(Ring&)>& act) {
  std::vector<unsigned> launches;
  for (unsigned rank = 0; rank < builder.ranks() && plan.launch.value() > 0; ++rank)
    launches.push_back(builder.launch(rank, plan.launch));
  for (unsigned channel = 0; channel < plan.rings.size(); ++channel) {
    Ring ring(builder, plan, channel, launches);
    act(ring);
  }
}

/// The parts that a step of a ring is about: part p of a loop starts at the rank in place p.
using PartOf = std::function<ElementRange(unsigned place)>;

/// Every rank sends one part, adds its own to those that come, and passes them on; the rank in
/// place p has part p of all in the end. `last`: what is done with it.
void reduce_around(Ring& ring, const PartOf& part, bool last_is_sent, bool direct) {
  const unsigned n = ring.size();
  for (unsigned step = 0; step < n; ++step)
    for (unsigned place = 0; place < n; ++place) {
      Step one;
      one.rank = ring.rank(place);
      one.range = part((place + 2 * n - 1 - step) % n);
      one.adds = true;
      if (step > 0) one.from.assign(1, ring.before(place));
      one.keeps = step == n - 1;
      if (step < n - 1 || last_is_sent) one.to = ring.next(place);
      one.sends_direct = direct && step == n - 1;
      ring.add(one);
    }
}

/// Every rank receives the other parts in turn and passes on all but the last one. The rank in
/// place p has sent part p before.
void gather_around(Ring& ring, const PartOf& part, bool direct) {
  const unsigned n = ring.size();
  for (unsigned step = 1; step < n; ++step)
    for (unsigned place = 0; place < n; ++place) {
      Step one;
      one.rank = ring.rank(place);
      one.range = part((place + n - step) % n);
      one.from.assign(1, ring.before(place));
      one.keeps = true;
      if (step < n - 1) one.to = ring.next(place);
      one.received_direct = one.sends_direct = direct;
      ring.add(one);
    }
}

}  // namespace

void all_reduce_on_rings(CollectiveBuilder& builder, const RingPlan& plan) {
  each_channel(builder, plan, [&](Ring& ring) {
    const ElementRange mine = ring.part_of({0, builder.collective().elements});
    ring.each_loop(mine, ring.size(), [&](const ElementRange& loop, std::uint64_t chunk) {
      const PartOf part = [&](unsigned place) {
        const std::uint64_t first = std::min(loop.first + place * chunk, loop.end);
        return ElementRange{first, std::min(first + chunk, loop.end)};
      };
      reduce_around(ring, part, true, plan.sends_direct());
      gather_around(ring, part, plan.sends_direct());
    });
  });
}

namespace {

/// Calls `act` with the parts of all blocks that a loop moves: blocks may differ by an element.
void each_block_loop(const Collective& collective, Ring& ring,
                     const std::function<void(const PartOf&)>& act) {
  const auto block_of = [&](unsigned place) {
    const unsigned block = ring.rank(place);
    return ring.part_of({collective.block(block), collective.block(block + 1)});
  };
  std::uint64_t longest = 0;
  for (unsigned place = 0; place < ring.size(); ++place)
    longest = std::max(longest, block_of(place).count());
  ring.each_loop({0, longest}, 1, [&](const ElementRange& loop, std::uint64_t) {
    act([&](unsigned place) {
      const ElementRange block = block_of(place);
      return ElementRange{std::min(block.first + loop.first, block.end),
                          std::min(block.first + loop.end, block.end)};
    });
  });
}

}  // namespace

void all_gather_on_rings(CollectiveBuilder& builder, const RingPlan& plan) {
  each_channel(builder, plan, [&](Ring& ring) {
    each_block_loop(builder.collective(), ring, [&](const PartOf& part) {
      for (unsigned place = 0; place < ring.size(); ++place) {
        Step own;
        own.rank = ring.rank(place);
        own.range = part(place);
        own.adds = true;
        own.keeps = !builder.collective().in_place;
        own.to = ring.next(place);
        own.sends_direct = plan.sends_direct();
        ring.add(own);
      }
      gather_around(ring, part, plan.sends_direct());
    });
  });
}

void reduce_scatter_on_rings(CollectiveBuilder& builder, const RingPlan& plan) {
  each_channel(builder, plan, [&](Ring& ring) {
    each_block_loop(builder.collective(), ring,
                    [&](const PartOf& part) { reduce_around(ring, part, false, false); });
  });
}

void broadcast_on_rings(CollectiveBuilder& builder, const RingPlan& plan) {
  const Collective& collective = builder.collective();
  each_channel(builder, plan, [&](Ring& ring) {
    const unsigned root = ring.place_of(collective.root), n = ring.size();
    const ElementRange mine = ring.part_of({0, collective.elements});
    ring.each_loop(mine, 1, [&](const ElementRange& loop, std::uint64_t) {
      for (unsigned step = 0; step < n; ++step) {
        Step one;
        one.rank = ring.rank(root + step);
        one.range = loop;
        one.adds = step == 0;
        one.keeps = step > 0 || !collective.in_place;
        if (step > 0) one.from.assign(1, ring.before(root + step));
        if (step < n - 1) one.to = ring.next(root + step);
        one.received_direct = step > 0 && plan.sends_direct();
        one.sends_direct = plan.sends_direct();
        ring.add(one);
      }
    });
  });
}

void reduce_on_rings(CollectiveBuilder& builder, const RingPlan& plan) {
  const Collective& collective = builder.collective();
  each_channel(builder, plan, [&](Ring& ring) {
    const unsigned root = ring.place_of(collective.root), n = ring.size();
    const ElementRange mine = ring.part_of({0, collective.elements});
    ring.each_loop(mine, 1, [&](const ElementRange& loop, std::uint64_t) {
      for (unsigned step = 1; step <= n; ++step) {
        Step one;
        one.rank = ring.rank(root + step);
        one.range = loop;
        one.adds = true;
        one.keeps = step == n;
        if (step > 1) one.from.assign(1, ring.before(root + step));
        if (step < n) one.to = ring.next(root + step);
        ring.add(one);
      }
    });
  });
}

}  // namespace gf::model

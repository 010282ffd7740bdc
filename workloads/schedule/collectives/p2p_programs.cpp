// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/p2p_programs.h"

#include <algorithm>
#include <numeric>

namespace gf::model {
namespace {

using Step = ChannelProgram::Step;

constexpr unsigned kRoundsAtOnce = 8;  // NCCL_MAX_DEV_WORK_P2P_PER_BATCH
constexpr std::uint64_t kPartGrain = 4096;
constexpr unsigned kLongPart = 32;  // chunks of a part, at which a transfer gets more channels

std::uint64_t quotient_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// Returns the first channel of a round: neighbouring rounds are far apart.
unsigned first_channel(unsigned round, const P2pPlan& plan, unsigned group) {
  unsigned base = round;
  if (plan.nodes > 1)
    base = round / group * static_cast<unsigned>(quotient_up(group, kRoundsAtOnce)) +
           round % group / kRoundsAtOnce;
  unsigned reversed = 0;
  for (unsigned bit = 1, other = plan.channels / 2; other > 0; bit *= 2, other /= 2)
    if ((base & bit) != 0) reversed |= other;
  return reversed;
}

unsigned group_size(unsigned ranks, unsigned nodes) {
  return nodes == 1 ? ranks : std::gcd(kRoundsAtOnce, ranks / nodes);
}

/// A transfer in a round.
struct Work {
  unsigned from, to;
  Collective::Transfer transfer;
  unsigned parts = 0;
};

/// The works of all rounds, and those that share a block.
class Rounds {
 public:
  Rounds(const Collective& collective, const P2pPlan& plan)
      : plan_(plan), ranks_(collective.ranks), group_(group_size(ranks_, plan.nodes)) {
    for (const std::vector<unsigned>& peers : p2p_rounds(ranks_, plan.nodes)) {
      std::vector<Work>& works = all_.emplace_back();
      for (unsigned from = 0; from < ranks_; ++from) {
        Work work{from, peers[from], collective.transfer(from, peers[from])};
        const std::uint64_t bytes = work.transfer.count * kElementBytes;
        if (bytes > 0) work.parts = plan.parts_of(bytes, ranks_);
        works.push_back(work);
      }
    }
  }
  [[nodiscard]] const std::vector<std::vector<Work>>& all() const { return all_; }
  [[nodiscard]] unsigned channel(unsigned round, unsigned part) const {
    return (first_channel(round, plan_, group_) + part) % plan_.channels;
  }

  /// The place of a round among those that a block works on at once, and how many these are.
  struct Share {
    unsigned place = 0;
    unsigned works = 0;
  };
  [[nodiscard]] Share share(unsigned round, unsigned rank, unsigned channel) const {
    Share share;
    const unsigned first = round / kRoundsAtOnce * kRoundsAtOnce;
    const auto end = std::min<std::size_t>(first + kRoundsAtOnce, all_.size());
    for (unsigned other = first; other < end; ++other) {
      if (!has(other, rank, channel)) continue;
      if (other < round) ++share.place;
      ++share.works;
    }
    return share;
  }

 private:
  /// Whether the block of a channel sends or receives anything in a round.
  [[nodiscard]] bool has(unsigned round, unsigned rank, unsigned channel) const {
    unsigned parts = all_[round][rank].parts;
    for (const Work& work : all_[round])
      if (work.to == rank) parts = std::max(parts, work.parts);
    const unsigned part =
        (channel + plan_.channels - first_channel(round, plan_, group_)) % plan_.channels;
    return part < parts;
  }

  const P2pPlan& plan_;
  const unsigned ranks_, group_;
  std::vector<std::vector<Work>> all_;  ///< By round.
};

/// The warps of a block that send, receive or copy in one round.
struct Warps {
  explicit Warps(const Rounds::Share& share) : group(2 * share.place) {
    const unsigned all = kMostBlockWarps / share.works;
    receive = all <= 4 ? all / 2 : (all - 1) / 2;
    send = all <= 4 ? receive : receive + 1;
  }
  unsigned group;
  unsigned send, receive;
};

/// Adds a part of a transfer, chunk by chunk, to its channel's programs.
void add_part(std::vector<ChannelProgram>& programs, const ChannelProtocol& protocol,
              const Work& work, const Collective::Transfer& part, const Rounds& rounds,
              unsigned round, unsigned channel, bool direct) {
  const bool ll = protocol.wire != protocol.data;
  ChannelProgram& program = programs[2 * channel + (ll ? 1 : 0)];
  const Warps sender(rounds.share(round, work.from, channel));
  const Warps receiver(rounds.share(round, work.to, channel));
  const bool itself = work.from == work.to;
  for (std::uint64_t at = 0; at < part.count; at += protocol.chunk) {
    const std::uint64_t end = std::min(at + protocol.chunk, part.count);
    Step give;
    give.rank = work.from;
    give.range = {part.given + at, part.given + end};
    give.shift = static_cast<std::int64_t>(part.taken) - static_cast<std::int64_t>(part.given);
    give.adds = true;
    give.keeps = itself;
    if (!itself) give.to.assign(1, work.to);
    give.sends_direct = direct && !ll;
    give.group = sender.group;
    give.threads = kWarpThreads * (sender.send + (itself ? sender.receive : 0));
    program.add(give);
    if (itself) continue;
    Step take;
    take.rank = work.to;
    take.range = {part.taken + at, part.taken + end};
    take.from.assign(1, work.from);
    take.keeps = true;
    take.received_direct = give.sends_direct;
    take.group = receiver.group + 1;
    take.threads = kWarpThreads * receiver.receive;
    program.add(take);
  }
}

}  // namespace

unsigned power_of_two(unsigned least) {
  unsigned power = 1;
  while (power < least) power *= 2;
  return power;
}

unsigned P2pPlan::parts_of(std::uint64_t bytes, unsigned ranks) const {
  if (parts > 0) return std::min(parts, channels);
  unsigned least = per_peer;
  while (least * ranks > channels && least > 1) least /= 2;
  const std::uint64_t shortest = nodes > 1 ? chunk / 2 : chunk / 8;
  const std::uint64_t longest = nodes > 1 ? chunk : chunk * kLongPart;
  auto count = static_cast<unsigned>(std::min<std::uint64_t>(least, quotient_up(bytes, shortest)));
  std::uint64_t part = std::max(shortest, quotient_up(bytes, count));
  while (part > longest && count <= per_peer / 2) {
    count *= 2;
    part = quotient_up(bytes, count);
  }
  return count;
}

ChannelProtocol P2pPlan::protocol_of(std::uint64_t bytes, unsigned parts, bool same_node) const {
  if (same_node && bytes <= parts * ll_bytes) return ll;
  ChannelProtocol simple = kSimpleSteps.with_buffer(chunk * kSimpleSteps.window);
  if (!same_node && bytes < 8 * chunk) simple.chunk /= bytes < chunk ? 4 : 2;
  return simple;
}

std::vector<std::vector<unsigned>> p2p_rounds(unsigned ranks, unsigned nodes) {
  const unsigned size = group_size(ranks, nodes), groups = ranks / size;
  const unsigned all = power_of_two(groups);
  std::vector<std::vector<unsigned>> rounds;
  for (unsigned step = 0, distance = 0; step < all; ++step, distance = (distance + step) % all) {
    if (distance >= groups) continue;
    for (unsigned local = 0; local < size; ++local) {
      std::vector<unsigned>& round = rounds.emplace_back();
      for (unsigned rank = 0; rank < ranks; ++rank)
        round.push_back((rank / size + distance) % groups * size + (rank % size + local) % size);
    }
  }
  return rounds;
}

void transfer_all(CollectiveBuilder& builder, const P2pPlan& plan) {
  const Collective& collective = builder.collective();
  const std::vector<unsigned> launches = add_launches(builder, plan.launch);
  const unsigned per_node = collective.ranks / plan.nodes;
  const Rounds rounds(collective, plan);
  std::vector<ChannelProgram> programs;  // by channel: of Simple, of LL
  for (unsigned channel = 0; channel < plan.channels; ++channel)
    for (const ChannelProtocol& each :
         {kSimpleSteps.with_buffer(plan.chunk * kSimpleSteps.window), plan.ll})
      programs.emplace_back(builder, channel, each, launches);
  for (unsigned round = 0; round < rounds.all().size(); ++round)
    for (const Work& work : rounds.all()[round]) {
      const std::uint64_t bytes = work.transfer.count * kElementBytes;
      if (bytes == 0 || (collective.in_place && work.from == work.to)) continue;
      const ChannelProtocol protocol =
          plan.protocol_of(bytes, work.parts, work.from / per_node == work.to / per_node);
      const std::uint64_t each =
          rounded_up(quotient_up(bytes, work.parts), kPartGrain) / kElementBytes;
      for (unsigned part = 0; part < work.parts; ++part) {
        Collective::Transfer piece = work.transfer;
        const std::uint64_t first = std::min(part * each, piece.count);
        piece.given += first;
        piece.taken += first;
        piece.count = std::min(each, piece.count - first);
        add_part(programs, protocol, work, piece, rounds, round, rounds.channel(round, part),
                 plan.direct);
      }
    }
}

}  // namespace gf::model

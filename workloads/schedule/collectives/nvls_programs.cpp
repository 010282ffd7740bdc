// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/nvls_programs.h"

#include <algorithm>
#include <vector>

#include "workloads/schedule/collectives/channel_program.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;

// NCCL 2.30, src/include/device.h and src/device/all_reduce.h.
constexpr unsigned kSteps = 8;                                  // of a buffer
constexpr unsigned kCopyWarps = 8;                              // all-gather, reduce-scatter
constexpr std::uint64_t kLastGrain = 16384;                     // elements are divided by 4 B
constexpr std::uint64_t kMostChunk = 128 << 10;                 // bytes
constexpr std::uint64_t kDirectChunk = (4 << 20) / kSteps;      // without all-reduce
enum Group : unsigned { kScatter, kGather, kThroughSwitches };  // of a block's warps

unsigned reduce_warps(unsigned ranks, bool direct) {
  if (direct) return kMostBlockWarps - 2;
  return ranks <= 6 ? 7 : 5;
}

unsigned heads_of(const Collective& collective) {
  return collective.kind == Kind::kAllReduce ? std::min(collective.ranks, kMostHeads)
                                             : collective.ranks;
}

/// Tasks of a loop: by head, and within it in the order of their making.
using Tasks = std::vector<std::vector<unsigned>>;

/// The blocks of one channel on all ranks.
class Channel {
 public:
  Channel(CollectiveBuilder& builder, const NvlsPlan& plan, unsigned channel,
          const std::vector<unsigned>& launches)
      : builder_(builder),
        plan_(plan),
        channel_(channel),
        ranks_(builder.ranks()),
        heads_(heads_of(builder.collective())),
        chunk_(nvls_chunk(builder.collective(), plan)),
        launches_(launches),
        begun_(std::size_t{3} * ranks_) {
    if (plan.direct) return;
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      operands_ = builder.scratch(rank, kSteps * heads_ * chunk_).first;
      results_ = builder.scratch(rank, kSteps * heads_ * chunk_).first;
    }
  }

  void all_reduce() {
    const ElementRange mine = part_of({0, builder_.collective().elements});
    for (std::uint64_t at = mine.first; at < mine.end; at += heads_ * chunk_) {
      const ElementRange loop{at, std::min(mine.end, at + heads_ * chunk_)};
      reduce_loop(loop, loop.count() < heads_ * chunk_ ? last_chunk(loop.count()) : chunk_);
    }
  }

  /// Calls `act` with the parts of all ranks' blocks that each loop moves.
  template <class Act>
  void each_block_loop(const Act& act) {
    std::vector<ElementRange> blocks;
    std::uint64_t longest = 0;
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      const Collective& all = builder_.collective();
      blocks.push_back(part_of({all.block(rank), all.block(rank + 1)}));
      longest = std::max(longest, blocks.back().count());
    }
    for (std::uint64_t at = 0; at < longest; at += chunk_) {
      std::vector<ElementRange> parts;
      for (const ElementRange& block : blocks)
        parts.push_back({std::min(block.first + at, block.end),
                         std::min(block.first + at + chunk_, block.end)});
      act(parts);
    }
  }

  /// Every rank stores a part of its block to all.
  void gather_loop(const std::vector<ElementRange>& parts) {
    Tasks stored(ranks_), gathered(ranks_);
    for (unsigned head = 0; head < ranks_; ++head) {
      const ElementRange& part = parts[head];
      if (part.count() == 0) continue;
      Slice slice = slice_of(kThroughSwitches, kMostBlockWarps - copy_warps());
      slice.switches_copy = true;
      slice.move.reads.assign(1, builder_.input(head, part.first, part.end));
      slice.move.writes = plan_.direct ? outputs(head, part) : all_at(results_, head, 0, part);
      stored[head] = {
          add(head, std::move(slice), plan_.direct ? arrivals() : before(gathered_, head))};
    }
    for (unsigned rank = 0; !plan_.direct && rank < ranks_; ++rank)
      for (unsigned head = 0; head < ranks_; ++head) {
        const ElementRange& part = parts[head];
        if (part.count() == 0 || (builder_.collective().in_place && head == rank)) continue;
        Slice slice = slice_of(kGather, kCopyWarps);
        slice.tells_own = true;
        slice.move.reads.assign(1, at(results_, rank, head * chunk_, part.count()));
        slice.move.writes.assign(1, builder_.output(rank, part.first, part.end));
        gathered[head].push_back(add(rank, std::move(slice), stored[head]));
      }
    gathered_.push_back(gathered);
  }

  /// Every rank gets its part of the sum.
  void scatter_loop(const std::vector<ElementRange>& parts) {
    Tasks scattered(ranks_), reduced(ranks_);
    for (unsigned rank = 0; !plan_.direct && rank < ranks_; ++rank)
      for (unsigned head = 0; head < ranks_; ++head) {
        const ElementRange& part = parts[head];
        if (part.count() == 0) continue;
        Slice slice = slice_of(kScatter, kCopyWarps);
        slice.tells_own = true;
        slice.move.reads.assign(1, builder_.input(rank, part.first, part.end));
        slice.move.writes.assign(1, at(operands_, rank, head * chunk_, part.count()));
        scattered[head].push_back(add(rank, std::move(slice), before(reduced_, head)));
      }
    for (unsigned head = 0; head < ranks_; ++head) {
      const ElementRange& part = parts[head];
      if (part.count() == 0) continue;
      Slice slice = slice_of(kThroughSwitches, kMostBlockWarps - copy_warps());
      slice.switches_reduce = true;
      slice.move.reads = plan_.direct ? inputs(head, part) : all_at(operands_, head, 0, part);
      slice.move.writes.assign(1, builder_.output(head, part.first, part.end));
      reduced[head] = {add(head, std::move(slice), plan_.direct ? arrivals() : scattered[head])};
    }
    reduced_.push_back(reduced);
  }

 private:
  [[nodiscard]] ElementRange part_of(const ElementRange& all) const {
    return part_of_channel(builder_.collective(), kSimple, all, channel_, plan_.channels);
  }
  /// Returns the chunk of the last loop, of `left` elements.
  [[nodiscard]] std::uint64_t last_chunk(std::uint64_t left) const {
    return rounded_up((left + heads_ - 1) / heads_, kLastGrain / kElementBytes);
  }
  [[nodiscard]] unsigned copy_warps() const {
    return plan_.direct ? (4 * heads_ + 31) / 32 : kCopyWarps;
  }

  void reduce_loop(const ElementRange& loop, std::uint64_t chunk) {
    const unsigned reduce = reduce_warps(ranks_, plan_.direct), copy = kMostBlockWarps - reduce;
    std::vector<unsigned> scattered = arrivals();
    if (!plan_.direct) scattered.clear();
    for (unsigned rank = 0; !plan_.direct && rank < ranks_; ++rank) {
      Slice slice = slice_of(kScatter, (copy + 1) / 2);
      slice.tells_own = true;
      slice.move.reads.assign(1, builder_.input(rank, loop.first, loop.end));
      slice.move.writes.assign(1, at(operands_, rank, 0, loop.count()));
      scattered.push_back(add(rank, std::move(slice), before(reduced_, 0)));
    }
    std::vector<unsigned> reduced;
    for (unsigned head = 0; head < heads_; ++head) {
      const std::uint64_t first = std::min(loop.first + head * chunk, loop.end);
      const ElementRange part{first, std::min(first + chunk, loop.end)};
      if (part.count() == 0) break;
      Slice slice = slice_of(kThroughSwitches, reduce);
      slice.switches_reduce = slice.switches_copy = true;
      const std::uint64_t offset = part.first - loop.first;
      slice.move.reads = plan_.direct ? inputs(head, part) : all_at(operands_, head, offset, part);
      slice.move.writes = plan_.direct ? outputs(head, part) : all_at(results_, head, offset, part);
      std::vector<unsigned> after = before(gathered_, 0);
      after.insert(after.end(), scattered.begin(), scattered.end());
      reduced.push_back(add(head, std::move(slice), std::move(after)));
    }
    std::vector<unsigned> gathered;
    for (unsigned rank = 0; !plan_.direct && rank < ranks_; ++rank) {
      Slice slice = slice_of(kGather, copy / 2);
      slice.tells_own = true;
      slice.move.reads.assign(1, at(results_, rank, 0, loop.count()));
      slice.move.writes.assign(1, builder_.output(rank, loop.first, loop.end));
      gathered.push_back(add(rank, std::move(slice), reduced));
    }
    reduced_.push_back({reduced});
    gathered_.push_back({gathered});
  }

  [[nodiscard]] Slice slice_of(Group group, unsigned warps) const {
    Slice slice;
    slice.channel = channel_;
    slice.group = group;
    slice.threads = warps * kWarpThreads;
    return slice;
  }
  unsigned add(unsigned rank, Slice slice, std::vector<unsigned> after) {
    const std::size_t warps = slice.group * std::size_t{ranks_} + rank;
    if (!begun_[warps] && !launches_.empty()) after.push_back(launches_[rank]);
    begun_[warps] = true;
    return builder_.add(std::move(slice), std::move(after));
  }
  /// Returns the tasks of that head that have emptied the places that the next loop fills.
  [[nodiscard]] std::vector<unsigned> before(const std::vector<Tasks>& loops, unsigned head) const {
    if (plan_.direct || loops.size() < kSteps) return {};
    return loops[loops.size() - kSteps][head];
  }
  /// Returns the launches of all ranks: before, their memory may not be read or written.
  [[nodiscard]] std::vector<unsigned> arrivals() const { return launches_; }

  /// Returns `count` elements from `offset` on in the step that the current loop uses of a buffer.
  [[nodiscard]] Elements at(std::uint64_t buffer, unsigned rank, std::uint64_t offset,
                            std::uint64_t count) const {
    const std::size_t step = std::max(reduced_.size(), gathered_.size()) % kSteps;
    return {rank, RankBuffer::kScratch, buffer + step * heads_ * chunk_ + offset, count};
  }
  /// Returns the same elements of all ranks, the head's first.
  template <class Of>
  [[nodiscard]] std::vector<Elements> of_all(unsigned head, const Of& of) const {
    std::vector<Elements> all{of(head)};
    for (unsigned rank = 0; rank < ranks_; ++rank)
      if (rank != head) all.push_back(of(rank));
    return all;
  }
  [[nodiscard]] std::vector<Elements> inputs(unsigned head, const ElementRange& part) const {
    return of_all(head, [&](unsigned rank) { return builder_.input(rank, part.first, part.end); });
  }
  [[nodiscard]] std::vector<Elements> outputs(unsigned head, const ElementRange& part) const {
    return of_all(head, [&](unsigned rank) { return builder_.output(rank, part.first, part.end); });
  }
  [[nodiscard]] std::vector<Elements> all_at(std::uint64_t buffer, unsigned head,
                                             std::uint64_t offset, const ElementRange& part) const {
    const bool blocks = builder_.collective().kind != Kind::kAllReduce;
    return of_all(head, [&](unsigned rank) {
      return at(buffer, rank, blocks ? head * chunk_ : offset, part.count());
    });
  }

  CollectiveBuilder& builder_;
  const NvlsPlan plan_;
  const unsigned channel_;
  const unsigned ranks_;
  const unsigned heads_;
  const std::uint64_t chunk_;  ///< In elements.
  const std::vector<unsigned>& launches_;
  std::vector<bool> begun_;                   ///< By group of warps and rank.
  std::uint64_t operands_ = 0, results_ = 0;  ///< Where the buffers of all ranks begin.
  std::vector<Tasks> reduced_, gathered_;     ///< By loop.
};

template <class Act>
void each_channel(CollectiveBuilder& builder, const NvlsPlan& plan, const Act& act) {
  const std::vector<unsigned> launches = add_launches(builder, plan.launch);
  for (unsigned number = 0; number < plan.channels; ++number) {
    Channel channel(builder, plan, number, launches);
    act(channel);
  }
}

}  // namespace

std::uint64_t nvls_chunk(const Collective& collective, const NvlsPlan& plan) {
  if (plan.direct && collective.kind != Kind::kAllReduce) return kDirectChunk / kElementBytes;
  const std::uint64_t bytes = collective.size().count();
  const std::uint64_t at_once = std::uint64_t{plan.channels} * heads_of(collective);
  std::uint64_t chunk = kMostChunk;
  if (bytes < 64 * at_once * chunk) chunk = 64 << 10;
  if (bytes < 8 * at_once * chunk) chunk = 32 << 10;
  if (bytes < 2 * at_once * chunk) chunk = 16 << 10;
  return chunk / kElementBytes;
}

void all_reduce_by_switches(CollectiveBuilder& builder, const NvlsPlan& plan) {
  each_channel(builder, plan, [](Channel& channel) { channel.all_reduce(); });
}

void all_gather_by_switches(CollectiveBuilder& builder, const NvlsPlan& plan) {
  each_channel(builder, plan, [](Channel& channel) {
    channel.each_block_loop([&](const auto& parts) { channel.gather_loop(parts); });
  });
}

void reduce_scatter_by_switches(CollectiveBuilder& builder, const NvlsPlan& plan) {
  each_channel(builder, plan, [](Channel& channel) {
    channel.each_block_loop([&](const auto& parts) { channel.scatter_loop(parts); });
  });
}

}  // namespace gf::model

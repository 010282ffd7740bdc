// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/all_reduce.h"

#include <numeric>

#include "workloads/schedule/collectives/rings.h"

namespace gf::model {
namespace {

/// Elements of the vector; a rank processes fewer of them from step to step.
struct Span {
  std::uint64_t first, end;
  [[nodiscard]] std::uint64_t half() const { return first + (end - first) / 2; }
  [[nodiscard]] Span lower() const { return {first, half()}; }
  [[nodiscard]] Span upper() const { return {half(), end}; }
};

Elements of(unsigned rank, RankBuffer buffer, const Span& span) {
  return {rank, buffer, span.first, span.end - span.first};
}

/// Halving and doubling over a power-of-two number of ranks; `has` is the buffer in which each rank
/// holds its partial result.
class Halving {
 public:
  Halving(CollectiveBuilder& builder, unsigned ranks, std::vector<RankBuffer> has)
      : builder_(builder),
        ranks_(ranks),
        has_(std::move(has)),
        spans_(ranks, Span{0, builder.collective().elements}) {}

  void run() {
    for (unsigned distance = ranks_ / 2; distance > 0; distance /= 2) halve(distance);
    for (unsigned distance = 1; distance < ranks_; distance *= 2) double_up(distance);
  }

 private:
  void halve(unsigned distance) {
    std::vector<Span> kept(ranks_);
    std::vector<Elements> come(ranks_);
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      const bool keeps_lower = (rank & distance) == 0;
      kept[rank] = keeps_lower ? spans_[rank].lower() : spans_[rank].upper();
      const Span given = keeps_lower ? spans_[rank].upper() : spans_[rank].lower();
      const unsigned partner = rank ^ distance;
      come[partner] = builder_.scratch(partner, given.end - given.first);
      builder_.copy(of(rank, has_[rank], given), come[partner]);
    }
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      builder_.reduce(come[rank], of(rank, has_[rank], kept[rank]),
                      of(rank, RankBuffer::kOutput, kept[rank]));
      has_[rank] = RankBuffer::kOutput;
    }
    spans_ = kept;
  }

  void double_up(unsigned distance) {
    const std::vector<Span> before = spans_;
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      const unsigned partner = rank ^ distance;
      builder_.copy(of(rank, RankBuffer::kOutput, before[rank]),
                    of(partner, RankBuffer::kOutput, before[rank]));
      spans_[rank] = {std::min(before[rank].first, before[partner].first),
                      std::max(before[rank].end, before[partner].end)};
    }
  }

  CollectiveBuilder& builder_;
  const unsigned ranks_;
  std::vector<RankBuffer> has_;
  std::vector<Span> spans_;  ///< By rank: the elements it processes.
};

}  // namespace

void ring_all_reduce(CollectiveBuilder& builder) {
  RankRing ring{std::vector<unsigned>(builder.ranks()), 0, builder.collective().elements};
  std::iota(ring.ranks.begin(), ring.ranks.end(), 0u);
  reduce_scatter(builder, ring, RankBuffer::kInput);
  all_gather(builder, ring);
}

void halving_doubling_all_reduce(CollectiveBuilder& builder) {
  const unsigned n = builder.ranks();
  const Span all{0, builder.collective().elements};
  if (n == 1) return builder.copy(of(0, RankBuffer::kInput, all), of(0, RankBuffer::kOutput, all));
  unsigned power = 1;
  while (power * 2 <= n) power *= 2;
  std::vector<RankBuffer> has(power, RankBuffer::kInput);
  for (unsigned above = power; above < n; ++above) {
    const unsigned taker = above - power;
    const Elements come = builder.scratch(taker, all.end);
    builder.copy(of(above, RankBuffer::kInput, all), come);
    builder.reduce(come, of(taker, RankBuffer::kInput, all), of(taker, RankBuffer::kOutput, all));
    has[taker] = RankBuffer::kOutput;
  }
  Halving(builder, power, std::move(has)).run();
  for (unsigned above = power; above < n; ++above)
    builder.copy(of(above - power, RankBuffer::kOutput, all), of(above, RankBuffer::kOutput, all));
}

void two_level_all_reduce(CollectiveBuilder& builder, unsigned per_node) {
  const unsigned nodes = builder.ranks() / per_node;
  const std::uint64_t elements = builder.collective().elements;
  std::vector<RankRing> inside(nodes, RankRing{std::vector<unsigned>(per_node), 0, elements});
  for (unsigned node = 0; node < nodes; ++node) {
    std::iota(inside[node].ranks.begin(), inside[node].ranks.end(), node * per_node);
    reduce_scatter(builder, inside[node], RankBuffer::kInput);
  }
  for (unsigned member = 0; nodes > 1 && member < per_node; ++member) {
    RankRing across{{}, inside[0].part(member), inside[0].part(member + 1)};
    for (unsigned node = 0; node < nodes; ++node) across.ranks.push_back(node * per_node + member);
    reduce_scatter(builder, across, RankBuffer::kOutput);
    all_gather(builder, across);
  }
  for (const RankRing& ring : inside) all_gather(builder, ring);
}

}  // namespace gf::model

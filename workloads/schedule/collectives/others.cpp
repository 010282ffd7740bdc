// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/others.h"

#include <numeric>

#include "workloads/schedule/collectives/rings.h"

namespace gf::model {
namespace {

RankRing ring_of_all(const CollectiveBuilder& builder) {
  RankRing ring{std::vector<unsigned>(builder.ranks()), 0, builder.collective().elements};
  std::iota(ring.ranks.begin(), ring.ranks.end(), 0u);
  return ring;
}

}  // namespace

void ring_all_gather(CollectiveBuilder& builder) {
  const Collective& all = builder.collective();
  for (unsigned rank = 0; rank < all.ranks; ++rank)
    builder.copy(builder.input(rank, all.block(rank), all.block(rank + 1)),
                 builder.output(rank, all.block(rank), all.block(rank + 1)));
  all_gather(builder, ring_of_all(builder));
}

void ring_reduce_scatter(CollectiveBuilder& builder) {
  reduce_scatter(builder, ring_of_all(builder), RankBuffer::kInput);
}

void rotated_all_to_all(CollectiveBuilder& builder) {
  const Collective& all = builder.collective();
  for (unsigned step = 0; step < all.ranks; ++step) {
    for (unsigned from = 0; from < all.ranks; ++from) {
      const unsigned to = (from + step) % all.ranks;
      const Collective::Transfer transfer = all.transfer(from, to);
      builder.copy({from, RankBuffer::kInput, transfer.given, transfer.count},
                   {to, RankBuffer::kOutput, transfer.taken, transfer.count});
    }
  }
}

void chain_broadcast(CollectiveBuilder& builder, unsigned pieces) {
  const Collective& all = builder.collective();
  for (unsigned piece = 0; piece < pieces; ++piece) {
    const std::uint64_t first = all.elements * piece / pieces;
    const std::uint64_t end = all.elements * (piece + 1) / pieces;
    builder.copy(builder.input(all.root, first, end), builder.output(all.root, first, end));
    for (unsigned step = 0; step + 1 < all.ranks; ++step) {
      const unsigned from = (all.root + step) % all.ranks, to = (from + 1) % all.ranks;
      builder.copy(step == 0 ? builder.input(from, first, end) : builder.output(from, first, end),
                   builder.output(to, first, end));
    }
  }
}

void binomial_broadcast(CollectiveBuilder& builder) {
  const Collective& all = builder.collective();
  const std::uint64_t end = all.elements;
  builder.copy(builder.input(all.root, 0, end), builder.output(all.root, 0, end));
  unsigned distance = 1;
  while (distance < all.ranks) distance *= 2;
  for (distance /= 2; distance > 0; distance /= 2) {
    for (unsigned from = 0; from + distance < all.ranks; from += 2 * distance) {
      const unsigned giver = (all.root + from) % all.ranks;
      const unsigned taker = (all.root + from + distance) % all.ranks;
      builder.copy(from == 0 ? builder.input(giver, 0, end) : builder.output(giver, 0, end),
                   builder.output(taker, 0, end));
    }
  }
}

void chain_reduce(CollectiveBuilder& builder, unsigned pieces) {
  const Collective& all = builder.collective();
  const unsigned n = all.ranks;
  for (unsigned piece = 0; piece < pieces; ++piece) {
    const std::uint64_t first = all.elements * piece / pieces;
    const std::uint64_t end = all.elements * (piece + 1) / pieces;
    Elements sum = builder.input((all.root + 1) % n, first, end);
    for (unsigned step = 2; step <= n; ++step) {
      const unsigned rank = (all.root + step) % n;
      const Elements come = builder.scratch(rank, end - first);
      builder.copy(sum, come);
      sum = rank == all.root ? builder.output(rank, first, end) : come;
      builder.reduce(come, builder.input(rank, first, end), sum);
    }
    if (n == 1) builder.copy(sum, builder.output(all.root, first, end));
  }
}

void direct_gather(CollectiveBuilder& builder) {
  const Collective& all = builder.collective();
  for (unsigned rank = 0; rank < all.ranks; ++rank)
    builder.copy(builder.input(rank, all.block(rank), all.block(rank + 1)),
                 builder.output(all.root, all.block(rank), all.block(rank + 1)));
}

void direct_scatter(CollectiveBuilder& builder) {
  const Collective& all = builder.collective();
  for (unsigned rank = 0; rank < all.ranks; ++rank)
    builder.copy(builder.input(all.root, all.block(rank), all.block(rank + 1)),
                 builder.output(rank, all.block(rank), all.block(rank + 1)));
}

void barrier(CollectiveBuilder& builder) {
  const unsigned n = builder.ranks();
  for (unsigned rank = 0; rank < n; ++rank)
    builder.copy(builder.input(rank, 0, 1), builder.output(rank, 0, 1));
  for (unsigned distance = 1; distance < n; distance *= 2) {
    std::vector<Elements> come(n);
    for (unsigned rank = 0; rank < n; ++rank) {
      const unsigned to = (rank + distance) % n;
      come[to] = builder.scratch(to, 1);
      builder.copy(builder.output(rank, 0, 1), come[to]);
    }
    for (unsigned rank = 0; rank < n; ++rank)
      builder.reduce(come[rank], builder.output(rank, 0, 1), builder.output(rank, 0, 1));
  }
}

void send_receive(CollectiveBuilder& builder) {
  const Collective& all = builder.collective();
  for (unsigned rank = 0; rank < all.ranks; ++rank)
    builder.copy(builder.input(rank, 0, all.elements),
                 builder.output((rank + 1) % all.ranks, 0, all.elements));
}

}  // namespace gf::model

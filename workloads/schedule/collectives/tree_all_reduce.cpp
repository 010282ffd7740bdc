// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "workloads/schedule/collectives/all_reduce.h"

namespace gf::model {
namespace {

/// A binary tree over all ranks; in in-order numbering every second place is a leaf.
struct Tree {
  unsigned root = 0;
  std::vector<std::vector<unsigned>> children;  ///< By rank.
};

/// Builds the tree of places [first, end) and returns its root. Even places are leaves, unless
/// there is only one place.
unsigned grow(Tree& tree, unsigned first, unsigned end, const std::vector<unsigned>& rank_at) {
  unsigned size = 1;  // of a complete tree, 2^k - 1, with at least as many places
  while (size < end - first) size = 2 * size + 1;
  const unsigned middle = first + size / 2;
  const unsigned root = rank_at[middle];
  if (first < middle) tree.children[root].push_back(grow(tree, first, middle, rank_at));
  if (middle + 1 < end) tree.children[root].push_back(grow(tree, middle + 1, end, rank_at));
  return root;
}

/// `shift`: number of ranks by which the places are rotated. With 1, the leaves of one tree are
/// inner ranks of the other, so every rank sends and receives about as much.
Tree make_tree(unsigned ranks, unsigned shift) {
  Tree tree;
  tree.children.resize(ranks);
  std::vector<unsigned> rank_at(ranks);
  for (unsigned place = 0; place < ranks; ++place) rank_at[place] = (place + shift) % ranks;
  tree.root = grow(tree, 0, ranks, rank_at);
  return tree;
}

/// Appends the ranks from the leaves to the root.
void upwards(const Tree& tree, unsigned rank, std::vector<unsigned>& order) {
  for (const unsigned child : tree.children[rank]) upwards(tree, child, order);
  order.push_back(rank);
}

void pass(CollectiveBuilder& builder, const Tree& tree, std::uint64_t first, std::uint64_t end) {
  std::vector<unsigned> order;
  upwards(tree, tree.root, order);
  std::vector<bool> reduced(builder.ranks(), false);
  const auto has = [&](unsigned rank) {
    return reduced[rank] ? builder.output(rank, first, end) : builder.input(rank, first, end);
  };
  for (const unsigned rank : order) {
    for (const unsigned child : tree.children[rank]) {
      const Elements come = builder.scratch(rank, end - first);
      builder.copy(has(child), come);
      builder.reduce(come, has(rank), builder.output(rank, first, end));
      reduced[rank] = true;
    }
  }
  builder.copy(has(tree.root), builder.output(tree.root, first, end));  // for a tree with one rank
  for (auto rank = order.rbegin(); rank != order.rend(); ++rank)
    for (const unsigned child : tree.children[*rank])
      builder.copy(builder.output(*rank, first, end), builder.output(child, first, end));
}

}  // namespace

void tree_all_reduce(CollectiveBuilder& builder, unsigned pieces) {
  const Tree trees[] = {make_tree(builder.ranks(), 0), make_tree(builder.ranks(), 1)};
  const std::uint64_t elements = builder.collective().elements, half = elements / 2;
  for (unsigned piece = 0; piece < pieces; ++piece) {
    const auto cut = [&](std::uint64_t of, unsigned at) { return of * at / pieces; };
    pass(builder, trees[0], cut(half, piece), cut(half, piece + 1));
    const std::uint64_t rest = elements - half;
    pass(builder, trees[1], half + cut(rest, piece), half + cut(rest, piece + 1));
  }
}

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "core/base/error.h"
#include "tlm_models/topology/pcie/pcie_automorphisms.h"
#include "workloads/copies/copy_generators.h"

namespace gf::model::workload {
namespace {

constexpr unsigned kMaxEdges = 7;
constexpr std::uint64_t kMaxCandidates = 1'000'000;

/// Sets of ordered pairs of at most 8 GPUs, stored as bits. The pair (src, dst) is bit src * 7 +
/// dst', where dst' is the index of dst among the GPUs other than src.
class PairSets {
 public:
  explicit PairSets(const PcieTree& tree) : count_(tree.device_count()) {
    for (const auto& image : pcie_automorphisms(tree)) {
      images_.emplace_back();
      for (unsigned bit = 0; bit < bits(); ++bit) {
        const auto [src, dst] = pair(bit);
        images_.back().push_back(bit_of(image[src], image[dst]));
      }
    }
  }

  [[nodiscard]] unsigned bits() const { return count_ * (count_ - 1); }
  [[nodiscard]] std::pair<unsigned, unsigned> pair(unsigned bit) const {
    const unsigned src = bit / (count_ - 1), rest = bit % (count_ - 1);
    return {src, rest + (rest >= src ? 1 : 0)};
  }
  /// Returns whether no automorphism maps the set to a smaller number.
  [[nodiscard]] bool canonical(std::uint64_t set) const {
    for (const auto& image : images_) {
      std::uint64_t mapped = 0;
      for (std::uint64_t rest = set; rest != 0; rest &= rest - 1)
        mapped |= std::uint64_t{1} << image[static_cast<unsigned>(__builtin_ctzll(rest))];
      if (mapped < set) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] unsigned bit_of(unsigned src, unsigned dst) const {
    return src * (count_ - 1) + dst - (dst > src ? 1 : 0);
  }

  unsigned count_;
  std::vector<std::vector<unsigned>> images_;
};

std::uint64_t candidates(unsigned pairs, unsigned max_edges) {
  std::uint64_t total = 0, choose = 1;
  for (unsigned k = 1; k <= max_edges && k <= pairs; ++k) {
    choose = choose * (pairs - k + 1) / k;
    total += choose;
  }
  return total;
}

void check_size(const PcieTree& tree, unsigned max_edges) {
  const unsigned gpus = tree.device_count();
  if (max_edges < 1 || max_edges > kMaxEdges || gpus < 2 || gpus > 8 ||
      candidates(gpus * (gpus - 1), max_edges) > kMaxCandidates)
    core::fail_config("workload exhaustive", "edges", std::to_string(max_edges),
                      "1 ... 7 on 4 GPUs, 1 ... 4 on 8 GPUs (a million candidates at most)",
                      "use fewer edges, t2_first4 or t2_even4, or random graphs");
}

/// Returns the next larger number with as many bits set (Gosper).
std::uint64_t next_set(std::uint64_t set) {
  const std::uint64_t lowest = set & (~set + 1), ripple = set + lowest;
  return (((ripple ^ set) >> 2) / lowest) | ripple;
}

}  // namespace

std::vector<Schedule> exhaustive(const PcieTree& tree, unsigned max_edges, core::Bytes bytes) {
  check_size(tree, max_edges);
  const PairSets sets(tree);
  std::vector<Schedule> graphs;
  for (unsigned edges = 1; edges <= max_edges && edges <= sets.bits(); ++edges) {
    const std::uint64_t end = std::uint64_t{1} << sets.bits();
    for (std::uint64_t set = (std::uint64_t{1} << edges) - 1; set < end; set = next_set(set)) {
      // Sets that a symmetry of the tree maps onto each other take the same times, so only one of
      // them is simulated.
      if (!sets.canonical(set)) continue;
      Schedule graph{"exhaustive_" + std::to_string(graphs.size()), {}};
      for (unsigned bit = 0; bit < sets.bits(); ++bit) {
        if ((set >> bit & 1) == 0) continue;
        const auto [src, dst] = sets.pair(bit);
        graph.tasks.push_back({src, dst, bytes, sc_core::SC_ZERO_TIME});
      }
      graphs.push_back(std::move(graph));
    }
  }
  return graphs;
}

}  // namespace gf::model::workload

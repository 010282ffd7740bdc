// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/fat_tree.h"

#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace gf::model {
namespace {

std::uint64_t power(std::uint64_t base, unsigned exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

}  // namespace

void FatTreeParams::validate() const {
  core::ParamGroup::validate("fat_tree");
  const std::uint64_t nodes = power(k, n);
  if (nodes > kMostNodes) {
    core::fail_config("fat_tree", "k^n", std::to_string(nodes),
                      "at most " + std::to_string(kMostNodes) + " nodes", "lower k or n");
  }
}

FatTree::FatTree(const FatTreeParams& params) : k_(params.k), n_(params.n), graph_(wired(params)) {
  for (unsigned level = 0; level <= n_; ++level)
    powers_[level] = static_cast<unsigned>(power(k_, level));
}

RouterGraph FatTree::wired(const FatTreeParams& params) {
  params.validate();
  const unsigned k = params.k;
  const unsigned n = params.n;
  const auto per_level = static_cast<unsigned>(power(k, n - 1));
  RouterGraph graph(n * per_level, n == 1 ? k : 2 * k, k, per_level);
  unsigned stride = 1;  // k^level: weight of digit `level`
  for (unsigned level = 0; level + 1 < n; ++level, stride *= k) {
    const ChannelType type = level + 2 == n ? ChannelType::kGlobal : ChannelType::kLocal;
    for (unsigned w = 0; w < per_level; ++w) {
      const unsigned here = w / stride % k;
      for (unsigned up = 0; up < k; ++up) {
        const unsigned there = w - here * stride + up * stride;
        graph.connect(level * per_level + w, k + up, (level + 1) * per_level + there, here, type);
      }
    }
  }
  return graph;
}

unsigned FatTree::climb(unsigned src, unsigned dst) const {
  unsigned levels = 0;
  while (src / powers_[levels + 1] != dst / powers_[levels + 1]) ++levels;
  return levels;
}

}  // namespace gf::model

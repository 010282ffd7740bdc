// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/rank_vector.h"

#include <algorithm>

namespace gf::model {
namespace {

constexpr double kDamping = 0.85;

}  // namespace

RankVector::RankVector(std::vector<std::uint32_t> degrees)
    : degrees_(std::move(degrees)),
      gifts_(degrees_.size(), 1.0 / static_cast<double>(degrees_.size())) {
  for (std::size_t v = 0; v < gifts_.size(); ++v) gifts_[v] /= parts(v);
}

std::vector<double> RankVector::sums() const {
  double held = 0;
  for (std::size_t v = 0; v < gifts_.size(); ++v) held += degrees_[v] == 0 ? gifts_[v] : 0;
  return std::vector<double>(gifts_.size(), held / static_cast<double>(gifts_.size()));
}

void RankVector::advance(const std::vector<double>& sums) {
  const auto n = static_cast<double>(gifts_.size());
  for (std::size_t v = 0; v < gifts_.size(); ++v)
    gifts_[v] = ((1 - kDamping) / n + kDamping * sums[v]) / parts(v);
}

std::vector<double> RankVector::ranks() const {
  std::vector<double> all = gifts_;
  for (std::size_t v = 0; v < all.size(); ++v) all[v] *= parts(v);
  return all;
}

double RankVector::parts(std::size_t vertex) const { return std::max(1u, degrees_[vertex]); }

}  // namespace gf::model

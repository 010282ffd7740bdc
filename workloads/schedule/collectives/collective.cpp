// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/collective.h"

#include <array>

namespace gf::model {

using Kind = Collective::Kind;

std::string_view to_text(ReduceOp op) {
  return std::array<std::string_view, 3>{"none", "sum", "max"}[static_cast<std::size_t>(op)];
}

bool Collective::has_blocks() const {
  return kind == Kind::kAllGather || kind == Kind::kReduceScatter || kind == Kind::kAllToAll ||
         kind == Kind::kGather || kind == Kind::kScatter;
}

std::uint64_t Collective::count() const {
  return has_blocks() ? (elements + ranks - 1) / ranks : elements;
}

double Collective::bus_factor() const {
  const double n = ranks;
  if (kind == Kind::kAllReduce) return 2 * (n - 1) / n;
  return has_blocks() ? (n - 1) / n : 1;
}

}  // namespace gf::model

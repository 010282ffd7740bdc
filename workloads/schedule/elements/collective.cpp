// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/collective.h"

#include <algorithm>
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
  const bool in_blocks = has_blocks() && counts.empty();
  return (in_blocks ? (elements + ranks - 1) / ranks : elements) * kElementBytes / type_bytes;
}

Collective::Transfer Collective::transfer(unsigned from, unsigned to) const {
  const auto length = [&](unsigned each) { return block(each + 1) - block(each); };
  if (!counts.empty()) {
    Transfer all;
    for (unsigned before = 0; before < to; ++before) all.given += counts[from * ranks + before];
    for (unsigned before = 0; before < from; ++before) all.taken += counts[before * ranks + to];
    all.count = counts[from * ranks + to];
    return all;
  }
  if (kind == Kind::kAllToAll) return {block(to), block(from), std::min(length(from), length(to))};
  if (kind == Kind::kGather && to == root) return {block(from), block(from), length(from)};
  if (kind == Kind::kScatter && from == root) return {block(to), block(to), length(to)};
  if (kind == Kind::kSendReceive && to == (from + 1) % ranks) return {0, 0, elements};
  return {};
}

double Collective::bus_factor() const {
  const double n = ranks;
  if (kind == Kind::kAllReduce) return 2 * (n - 1) / n;
  return has_blocks() ? (n - 1) / n : 1;
}

}  // namespace gf::model

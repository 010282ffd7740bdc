// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gf::hw::gpu {

/// Divides `whole` in proportion to `parts` so that the sum is exactly `whole`. Each part gets the
/// whole units of its share; the remaining units go to the parts with the largest remainders, the
/// first among equals first. Returns all zeros if no part is above 0.
inline std::vector<std::uint64_t> apportion(std::uint64_t whole, const std::vector<double>& parts) {
  std::vector<std::uint64_t> given(parts.size(), 0);
  const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
  if (sum <= 0) return given;
  std::vector<double> rests(parts.size());
  std::uint64_t left = whole;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double share = parts[i] / sum * static_cast<double>(whole);
    given[i] = std::min(left, static_cast<std::uint64_t>(share));
    rests[i] = share - static_cast<double>(given[i]);
    left -= given[i];
  }
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rests[a] > rests[b]; });
  // More than one unit each if `whole` has more digits than a double.
  for (std::size_t i = 0; left > 0; i = i + 1 == order.size() ? 0 : i + 1) {
    if (parts[order[i]] <= 0) continue;
    ++given[order[i]];
    --left;
  }
  return given;
}

}  // namespace gf::hw::gpu

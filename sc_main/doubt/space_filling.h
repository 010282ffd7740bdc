// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gf::core {

/// Most inputs of a space-filling design.
inline constexpr std::size_t kMostDimensions = 3600;

/// `count` points in [0, 1)^dimensions that leave no large gaps: Sobol's sequence (direction
/// numbers of Joe and Kuo, from Boost), each coordinate XORed with a number drawn from the seed.
/// The same seed gives the same points, more of them begin with those, and powers of two fill best.
/// Throws UserError(kUsage) for more than kMostDimensions.
std::vector<std::vector<double>> space_filling(std::size_t count, std::size_t dimensions,
                                               std::uint64_t seed);

}  // namespace gf::core

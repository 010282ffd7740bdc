// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gf::core {

/// Upper limit of inputs of a space-filling design.
inline constexpr std::size_t kMostDimensions = 3600;

/// Returns `count` points in [0, 1)^dimensions that leave no large gaps: a Sobol sequence
/// (direction numbers of Joe and Kuo, from Boost), each coordinate XORed with a number drawn from
/// the seed. The same seed gives the same points, and a longer design begins with a shorter one.
/// Powers of two fill best. Throws UserError(kUsage) for more than kMostDimensions.
std::vector<std::vector<double>> space_filling(std::size_t count, std::size_t dimensions,
                                               std::uint64_t seed);

}  // namespace gf::core

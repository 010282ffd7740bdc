// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// Limits of both forms of GOAL.
inline constexpr unsigned kMostGoalRanks = 65'536;
inline constexpr std::uint64_t kMostGoalBytes = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kMostGoalNs = 3'600'000'000'000;

}  // namespace gf::model

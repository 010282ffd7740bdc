// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::hw::proact {

inline constexpr unsigned kCounterBits = 16;      ///< Up to 65,535 writers of a chunk [assumed].
inline constexpr unsigned kLineCounters = 16;     ///< One sector of the level 2 cache.
inline constexpr unsigned kDescriptorBytes = 32;  ///< Source, bytes, destinations, flags [assumed].

}  // namespace gf::hw::proact

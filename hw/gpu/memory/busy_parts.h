// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::gpu {

/// Parts of a memory that have nothing to do in most of its cycles.
enum class MemoryPart : std::uint8_t { kStreams, kPeers, kServer, kBusServer, kCopies, kPorts };

/// The set of parts that hold something, whenever it is due. The others are not called in a cycle.
class BusyParts {
 public:
  /// Called by a part when it is given something.
  void add(MemoryPart part) { parts_ |= bit_of(part); }
  void remove(MemoryPart part) { parts_ &= ~bit_of(part); }
  [[nodiscard]] bool has(MemoryPart part) const { return (parts_ & bit_of(part)) != 0; }
  [[nodiscard]] bool any() const { return parts_ != 0; }

 private:
  static unsigned bit_of(MemoryPart part) { return 1u << static_cast<unsigned>(part); }

  unsigned parts_ = 0;
};

}  // namespace gf::hw::gpu

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/pcie/port/tlp.h"

namespace gf::hw::pcie {

/// Memory window of a bridge; `last` is inclusive, as in the base/limit registers.
struct AddressWindow {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// What the type-1 headers of a switch's bridges decide: which port an address or an id leaves by.
class RoutingTable {
 public:
  static constexpr int kUnsupported = -1;

  /// Port `port` leads down to these addresses and to buses first_bus ... last_bus.
  void add_downstream(unsigned port, const AddressWindow& window, unsigned first_bus,
                      unsigned last_bus);
  /// What no downstream port claims goes there; without it, it is an unsupported request.
  void set_upstream(unsigned port) { upstream_ = static_cast<int>(port); }

  /// Port for `tlp` that came in by `in_port`, or kUnsupported. Never back where it came from.
  [[nodiscard]] int port_for(const Tlp& tlp, unsigned in_port) const;
  [[nodiscard]] int port_for_address(std::uint64_t address, unsigned in_port) const;

 private:
  struct Row {
    AddressWindow window;
    unsigned first_bus;
    unsigned last_bus;
    unsigned port;
  };
  [[nodiscard]] int checked(int port, unsigned in_port) const;
  std::vector<Row> rows_;  ///< Sorted by window, which do not overlap; buses likewise.
  int upstream_ = kUnsupported;
};

}  // namespace gf::hw::pcie

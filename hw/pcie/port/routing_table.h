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

/// Maps an address or an id to the port that it leaves by, as the type-1 headers of a switch's
/// bridges define it.
class RoutingTable {
 public:
  static constexpr int kUnsupported = -1;

  /// Routes `window` and buses first_bus ... last_bus down through `port`. Windows must not
  /// overlap.
  void add_downstream(unsigned port, const AddressWindow& window, unsigned first_bus,
                      unsigned last_bus);
  /// Sets the port for TLPs that no downstream port claims. Without it they are unsupported
  /// requests.
  void set_upstream(unsigned port) { upstream_ = static_cast<int>(port); }

  /// Returns the port for `tlp`, which came in by `in_port`, or kUnsupported. Never `in_port`.
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
  std::vector<Row> rows_;  ///< Sorted by window and by bus; neither overlap.
  int upstream_ = kUnsupported;
};

}  // namespace gf::hw::pcie

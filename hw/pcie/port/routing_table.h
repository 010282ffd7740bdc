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

  /// Sends all TLPs from downstream ports up, as access control services with peer-to-peer request
  /// and completion redirect do [P1 6.12]. No effect without an upstream port.
  void redirect_up() { redirects_ = true; }
  /// For a root complex above switches that redirect: TLPs may leave by the port that they came in
  /// by, if its window claims them.
  void reflect() { reflects_ = true; }

  /// Returns the port for `tlp`, which came in by `in_port`, or kUnsupported. Never `in_port`,
  /// unless reflect() was called.
  [[nodiscard]] int port_for(const Tlp& tlp, unsigned in_port) const;
  [[nodiscard]] int port_for_address(std::uint64_t address, unsigned in_port) const;

 private:
  struct Row {
    AddressWindow window;
    unsigned first_bus;
    unsigned last_bus;
    unsigned port;
  };
  [[nodiscard]] int chosen(const Row* claiming, unsigned in_port) const;
  std::vector<Row> rows_;  ///< Sorted by window and by bus; neither overlap.
  int upstream_ = kUnsupported;
  bool redirects_ = false;
  bool reflects_ = false;
};

}  // namespace gf::hw::pcie

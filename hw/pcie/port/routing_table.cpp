// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/routing_table.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"

namespace gf::hw::pcie {

void RoutingTable::add_downstream(unsigned port, const AddressWindow& window, unsigned first_bus,
                                  unsigned last_bus) {
  const Row row{window, first_bus, last_bus, port};
  const auto position =
      std::upper_bound(rows_.begin(), rows_.end(), row,
                       [](const Row& a, const Row& b) { return a.window.first < b.window.first; });
  const auto placed = rows_.insert(position, row);
  const bool fits = (placed == rows_.begin() || (placed - 1)->window.last < window.first) &&
                    (placed + 1 == rows_.end() || window.last < (placed + 1)->window.first);
  GF_CHECK(fits, "memory windows overlap at port " + std::to_string(port));
}

int RoutingTable::port_for(const Tlp& tlp, unsigned in_port) const {
  if (class_of(tlp.type) != kCompletion) return port_for_address(tlp.address, in_port);
  // Enumeration assigns buses and windows in one walk: rows sorted by window are sorted by bus.
  const unsigned bus = bus_of(tlp.requester);
  const auto row = std::lower_bound(rows_.begin(), rows_.end(), bus,
                                    [](const Row& r, unsigned b) { return r.last_bus < b; });
  const bool claimed = row != rows_.end() && row->first_bus <= bus;
  return chosen(claimed ? &*row : nullptr, in_port);
}

int RoutingTable::port_for_address(std::uint64_t address, unsigned in_port) const {
  const auto row =
      std::lower_bound(rows_.begin(), rows_.end(), address,
                       [](const Row& r, std::uint64_t a) { return r.window.last < a; });
  const bool claimed = row != rows_.end() && row->window.first <= address;
  return chosen(claimed ? &*row : nullptr, in_port);
}

int RoutingTable::chosen(const Row* claiming, unsigned in_port) const {
  const bool from_above = static_cast<int>(in_port) == upstream_;
  if (redirects_ && upstream_ != kUnsupported && !from_above) return upstream_;
  const int port = claiming != nullptr ? static_cast<int>(claiming->port) : upstream_;
  if (reflects_ && claiming != nullptr) return port;
  // A request that nothing below claims goes up. If it came from there, it lies in a hole of this
  // switch's window and would circle forever.
  return port == static_cast<int>(in_port) ? kUnsupported : port;
}

}  // namespace gf::hw::pcie

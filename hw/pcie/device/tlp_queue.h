// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/pcie/device/device_port.h"
#include "hw/pcie/port/tlp_source.h"

namespace gf::hw::pcie {

/// A block's way out: TLPs of one class that leave in order, as a port's egress serves them.
class TlpQueue final : public TlpSource {
 public:
  explicit TlpQueue(DevicePort& port) : port_(port), input_(port.add_source(*this)) {}

  /// Sends `tlp` behind those before it, not before `ready`.
  void send(Tlp& tlp, core::Ticks ready);
  /// A posted write of `bytes` at `address`; `data` is copied, or null.
  Tlp& make_write(std::uint64_t address, const std::uint8_t* data, std::uint32_t bytes);

  Tlp& take(TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return port_.name(); }

 private:
  DevicePort& port_;
  const unsigned input_;
  model::PacketQueue<Tlp> queue_;
};

}  // namespace gf::hw::pcie

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/pcie/device/device_port.h"
#include "hw/pcie/port/tlp_source.h"

namespace gf::hw::pcie {

/// Output queue of a block: TLPs of one class leave in order, when the port's egress serves them.
class TlpQueue final : public TlpSource {
 public:
  explicit TlpQueue(DevicePort& port) : port_(port), input_(port.add_source(*this)) {}

  /// Sends `tlp` after all earlier ones and not before `ready`.
  void send(Tlp& tlp, core::Ticks ready);
  /// Makes a posted write of `bytes` bytes at `address` with a copy of `data`, which may be null.
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

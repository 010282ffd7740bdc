// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "hw/nvlink/end/nvlink_port.h"
#include "hw/pcie/device/endpoint.h"
#include "workloads/traffic/store_stream.h"

namespace gf::platforms::goodput {

/// Two ends of one link; the first end sends a stream of stores to the memory of the second.
class StoreLink {
 public:
  virtual ~StoreLink() = default;
  /// Returns the address at which the sender sees the start of the other end's memory.
  [[nodiscard]] virtual std::uint64_t base() const = 0;
  virtual void bind(model::StoreStream& stream) = 0;
  [[nodiscard]] virtual core::ByteRate rate() const = 0;  ///< Of the direction of the stores.
  [[nodiscard]] virtual const hw::link::Transmitter& wire() = 0;
  [[nodiscard]] virtual const hw::link::Transmitter& back() = 0;  ///< The other direction.
};

/// Two endpoints, one PCIe link, no switch.
class PcieStoreLink final : public StoreLink {
 public:
  PcieStoreLink(const hw::pcie::EndpointParams& params, std::uint64_t seed);

  [[nodiscard]] std::uint64_t base() const override { return b_.window().first; }
  void bind(model::StoreStream& stream) override { stream.socket.bind(a_.requester.socket); }
  [[nodiscard]] core::ByteRate rate() const override { return rate_; }
  [[nodiscard]] const hw::link::Transmitter& wire() override { return a_.egress.tx; }
  [[nodiscard]] const hw::link::Transmitter& back() override { return b_.egress.tx; }

 private:
  const core::ByteRate rate_;
  hw::pcie::TlpPool pool_;
  hw::pcie::Endpoint a_;
  hw::pcie::Endpoint b_;
};

/// Two GPU ports, one NVLink, no switch.
class NvlinkStoreLink final : public StoreLink {
 public:
  NvlinkStoreLink(const hw::nvlink::NvlinkPortParams& port, const hw::nvlink::NvlinkParams& link,
                  std::uint64_t seed);

  [[nodiscard]] std::uint64_t base() const override { return 1ull << hw::nvlink::kGpuShift; }
  void bind(model::StoreStream& stream) override { stream.socket.bind(a_.from_gpu); }
  [[nodiscard]] core::ByteRate rate() const override { return rate_; }
  [[nodiscard]] const hw::link::Transmitter& wire() override { return a_.link().tx; }
  [[nodiscard]] const hw::link::Transmitter& back() override { return b_.link().tx; }

 private:
  const core::ByteRate rate_;
  hw::nvlink::NvlinkPool pool_;
  hw::nvlink::NvlinkPort a_;
  hw::nvlink::NvlinkPort b_;
};

}  // namespace gf::platforms::goodput

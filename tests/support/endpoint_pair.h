// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>

#include "hw/pcie/device/endpoint.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/tlp_device.h"

namespace gf::hw::pcie::endpoint_pair {

inline constexpr std::uint64_t kFar = 0x40000000;  // an address beyond the link

class EndpointTest : public testing::Test {
 protected:
  void build(const EndpointParams& params) {
    endpoint_ = std::make_unique<Endpoint>("gpu", params, 1, pool_);
    endpoint_->configure(0x100, {0x80000000, 0x80000000 + params.bar.count() - 1});
    device_ = std::make_unique<test::TlpDevice>("device", params.port.link,
                                                params.port.credit_limits(), pool_);
    endpoint_->egress.tx.connect(device_->rx);
    device_->egress.tx.connect(endpoint_->rx);
  }
  void use_host(std::function<void(test::LtInitiator&)> program) {
    host_ = std::make_unique<test::LtInitiator>("host", std::move(program));
    host_->socket.bind(endpoint_->requester.socket);
  }
  /// Sends a read of the endpoint's memory.
  void read(std::uint64_t offset, std::uint32_t length, std::uint16_t tag) {
    Tlp& tlp = device_->make(TlpType::kMemoryRead, 0x80000000 + offset, length);
    tlp.tag = tag;
    tlp.requester = 0x900;
    device_->send(tlp);
  }
  /// Answers the read `request` with zeros.
  void complete(const Tlp& request) {
    Tlp& tlp = device_->make(TlpType::kCompletionData, request.address, request.length);
    tlp.tag = request.tag;
    tlp.requester = request.requester;
    tlp.last = true;
    device_->send(tlp);
  }

  TlpPool pool_;
  std::unique_ptr<Endpoint> endpoint_;
  std::unique_ptr<test::TlpDevice> device_;
  std::unique_ptr<test::LtInitiator> host_;
};

}  // namespace gf::hw::pcie::endpoint_pair

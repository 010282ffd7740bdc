// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/link/fault_params.h"
#include "hw/nic/lost_flits.h"
#include "platforms/network/network.h"

namespace gf::platforms::cluster {

/// Channels between routers that die; "router_3.out_2" is the sending port's name. The switch
/// discards a packet that is to leave by a dead port, but a packet that has begun to cross gets
/// through. Nothing is held up. Routing tables still lead to the dead port; routings that compare
/// queues see it as full and avoid it.
class DeadChannels {
 public:
  /// `ports`: of the cards, by node of the network; must outlive this object.
  DeadChannels(const hw::link::FaultParams& faults, network::Network& network,
               const std::vector<hw::nic::FlitPort*>& ports);

  /// Returns a text for each that has lost segments, in the order of routers and ports.
  [[nodiscard]] std::vector<std::string> deaths() const;

 private:
  std::vector<std::unique_ptr<hw::nic::LostFlits>> graves_;
};

}  // namespace gf::platforms::cluster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/link/fault_params.h"
#include "hw/nic/lost_flits.h"
#include "platforms/network/network.h"

namespace gf::platforms::cluster {

/// The channels between routers that die: "router_3.out_2" as its switch calls it.
/// What a switch would do: a packet that is to leave by a dead port is discarded, one that has
/// begun to cross gets through, nobody is held up. Ways that are looked up lead there all the
/// same; routings that compare queues take a dead port for a full one and go around it.
class DeadChannels {
 public:
  /// `ports`: of the cards, by node of the network; outlives this.
  DeadChannels(const hw::link::FaultParams& faults, network::Network& network,
               const std::vector<hw::nic::FlitPort*>& ports);

  /// One text for each that has lost segments, in the order of routers and ports.
  [[nodiscard]] std::vector<std::string> deaths() const;

 private:
  std::vector<std::unique_ptr<hw::nic::LostFlits>> graves_;
};

}  // namespace gf::platforms::cluster

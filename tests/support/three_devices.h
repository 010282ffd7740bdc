// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

#include "hw/pcie/switch/pcie_switch.h"
#include "tests/support/tlp_device.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::test {

/// Three devices around one switch: 0 sends, 1 and 2 receive. Device 1 has one place for posted
/// writes and one for reads.
class ThreeDevices {
 public:
  using Tlp = hw::pcie::Tlp;
  using TlpType = hw::pcie::TlpType;

  explicit ThreeDevices(const std::string& queueing) {
    const model::PcieTree tree = model::make_pcie_tree("switch:3");
    nodes_ = hw::pcie::enumerate(tree, std::vector<core::Bytes>(3, core::mebibytes(1)));
    hw::pcie::SwitchParams params;
    params.queueing = queueing;
    params.ports.resize(3);
    switch_ = std::make_unique<hw::pcie::Switch>("sw", params, -1, nodes_[0].routing, 1, pool_);
    for (unsigned i = 0; i < 3; ++i) {
      model::CreditLimitTable limits = hw::pcie::PortParams{}.credit_limits();
      if (i == 1) {
        limits[hw::pcie::kPosted] = {1, 16};
        limits[hw::pcie::kNonPosted] = {1, 0};
      }
      devices_.push_back(std::make_unique<TlpDevice>(("device_" + std::to_string(i)).c_str(),
                                                     hw::link::LinkParams{}, limits, pool_));
      devices_[i]->egress.tx.connect(switch_->ingress(i).rx);
      switch_->egress(i).tx.connect(devices_[i]->rx);
    }
  }

  void write(unsigned to, std::uint32_t payload = 256) {
    send(devices_[0]->make(TlpType::kMemoryWrite, window(to), payload));
  }
  void read(unsigned to) { send(devices_[0]->make(TlpType::kMemoryRead, window(to), 64)); }
  void completion(unsigned to) {
    Tlp& tlp = devices_[0]->make(TlpType::kCompletionData, 0, 64);
    tlp.requester = nodes_[to + 1].id;
    send(tlp);
  }
  void send(Tlp& tlp) {
    // One after the other on the wire, whatever their classes.
    devices_[0]->send(tlp, core::now_ticks() + (sent_++) * interval_);
  }
  [[nodiscard]] std::uint64_t window(unsigned device) const {
    return nodes_[device + 1].window.first;
  }
  [[nodiscard]] std::vector<hw::pcie::TlpClass> classes_at(unsigned device) const {
    std::vector<hw::pcie::TlpClass> classes;
    for (const auto& seen : devices_[device]->seen) {
      classes.push_back(hw::pcie::class_of(seen.tlp.type));
    }
    return classes;
  }
  /// Device 1 gives back what it keeps, until all has gone and every credit is home.
  void drain() {
    for (int round = 0; round < 20; ++round) {
      devices_[1]->release_kept();
      sc_core::sc_start();
    }
    EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
    EXPECT_EQ(pool_.in_use(), 0u);
  }

 protected:
  hw::pcie::TlpPool pool_;
  std::vector<hw::pcie::NodeConfiguration> nodes_;
  std::unique_ptr<hw::pcie::Switch> switch_;
  std::vector<std::unique_ptr<TlpDevice>> devices_;
  unsigned sent_ = 0;
  core::Ticks interval_ = sc_core::sc_time(30, sc_core::SC_NS).value();
};

}  // namespace gf::test

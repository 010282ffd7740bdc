// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

#include "core/quiescence.h"
#include "hw/apenet/node.h"
#include "tlm_models/host/rdma_host.h"

namespace gf::test {

/// Nodes with APEnet+ cards and their software; one node is looped back. Set the parameters, then
/// call build().
class ApenetBench : public model::RdmaHost::Program {
 public:
  hw::apenet::NodeParams params;
  model::RdmaHostParams host_params;
  bool bytes = false;

  void build() {
    node_ = std::make_unique<hw::apenet::Node>("node", params, 0, 1, packets, bytes);
    host_ = std::make_unique<model::RdmaHost>(
        "software", host_params, 0, node_->card(), node_->host().window().first,
        node_->gpu().port.window().first + hw::apenet::GpuWindow::kBar1);
    host_->pcie.socket.bind(node_->host().requester.socket);
    host_->set_program(*this);
    node_->card().attach_host(node_->host().window().first, *host_);
    node_->card().loop_back();
  }
  hw::apenet::Node& node() { return *node_; }
  hw::apenet::Card& card() { return node_->card(); }
  model::RdmaHost& host() { return *host_; }

  /// A registered buffer.
  std::uint64_t buffer(std::uint64_t size, bool gpu) {
    const std::uint64_t address = host_->allocate(size, gpu ? 0 : model::kHostBuffer);
    host_->register_buffer(address, size);
    return address;
  }
  /// Runs until nothing happens; every module has to be idle then.
  void run() {
    sc_core::sc_start();
    const std::vector<core::Wait> waits = core::pending_waits();
    EXPECT_TRUE(waits.empty()) << core::explain(waits);
    EXPECT_EQ(packets.in_use(), 0u);
    EXPECT_EQ(node_->tlps().in_use(), 0u);
  }

  void event(const model::RdmaEvent& event) override {
    events.push_back({event, sc_core::sc_time_stamp()});
    if (on_event) on_event(event);
  }
  struct Seen {
    model::RdmaEvent event;
    sc_core::sc_time at;
  };
  [[nodiscard]] std::vector<Seen> events_of(model::RdmaEventKind kind) const {
    std::vector<Seen> found;
    for (const Seen& seen : events) {
      if (seen.event.kind == kind) found.push_back(seen);
    }
    return found;
  }

  hw::apenet::PacketPool packets;
  std::vector<Seen> events;
  std::function<void(const model::RdmaEvent&)> on_event;

 private:
  std::unique_ptr<hw::apenet::Node> node_;
  std::unique_ptr<model::RdmaHost> host_;
};

}  // namespace gf::test

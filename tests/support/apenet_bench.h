// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <functional>
#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

#include "core/time/quiescence.h"
#include "hw/apenet/network/torus_switch.h"
#include "platforms/cluster/cards/apenet_node.h"
#include "tlm_models/host/rdma_host.h"

namespace gf::test {

/// Nodes with APEnet+ cards and their software: one node looped back, or a torus. Set the
/// parameters, then call build(). With GF_NIOS_MODEL=iss in the environment the cards run firmware,
/// of GF_NIOS_PROGRAM or `list`, from on-chip memory: the cycles of its code do not depend on what
/// its caches hold.
class ApenetBench {
 public:
  ApenetBench() {
    if (const char* const model = std::getenv("GF_NIOS_MODEL")) use_model(model);
  }
  /// Of the cards' processors.
  void use_model(const std::string& model) {
    params.card.soft_core.model = model;
    const char* const program = std::getenv("GF_NIOS_PROGRAM");
    if (model != "iss") return;
    use_program(program != nullptr ? program : "list");
    params.card.soft_core.core.icache = params.card.soft_core.core.dcache = core::Bytes(0);
  }
  void use_program(const std::string& program) {
    params.card.soft_core.firmware = GF_FIRMWARE_FOLDER "/apenet_" + program + ".elf";
  }
  platforms::apenet::ApenetNodeParams params;
  hw::apenet::TorusSwitchParams torus;
  model::RdmaHostParams host_params;
  bool bytes = false;

  struct Seen {
    unsigned node;
    model::RdmaEvent event;
    sc_core::sc_time at;
  };
  std::vector<Seen> events;
  std::function<void(unsigned node, const model::RdmaEvent&)> on_event;
  std::function<void(unsigned node, std::uint64_t tag)> on_return;
  hw::apenet::PacketPool packets;

  /// No shape: one node, its card looped back.
  void build(const model::Torus& shape = {}) {
    for (unsigned i = 0; i < shape.routers(); ++i) add_node(i);
    if (shape.routers() == 1) {
      card().loop_back();
      return;
    }
    std::vector<hw::apenet::TorusSwitch*> all;
    for (unsigned i = 0; i < shape.routers(); ++i) {
      switches_.push_back(std::make_unique<hw::apenet::TorusSwitch>(
          ("switch_" + std::to_string(i)).c_str(), torus, shape, i, 1));
      all.push_back(switches_.back().get());
      card(i).connect(*all.back());
      all.back()->connect(card(i).receiver());
    }
    hw::apenet::wire(shape, all);
  }
  platforms::apenet::ApenetNode& node(unsigned i = 0) { return *nodes_[i]; }
  hw::apenet::Card& card(unsigned i = 0) { return nodes_[i]->card(); }
  hw::apenet::TorusSwitch& torus_switch(unsigned i) { return *switches_[i]; }
  model::RdmaHost& host(unsigned i = 0) { return *hosts_[i]; }

  /// A registered buffer of node `i`.
  std::uint64_t buffer(std::uint64_t size, bool gpu, unsigned i = 0) {
    const std::uint64_t address = host(i).allocate(size, gpu ? 0 : model::kHostBuffer);
    host(i).register_buffer(address, size);
    return address;
  }
  /// Runs until nothing happens; every module has to be idle then.
  void run() {
    sc_core::sc_start();
    const std::vector<core::Wait> waits = core::pending_waits();
    EXPECT_TRUE(waits.empty()) << core::explain(waits);
    EXPECT_EQ(packets.in_use(), 0u);
    for (const auto& node : nodes_) EXPECT_EQ(node->tlps().in_use(), 0u);
  }
  [[nodiscard]] std::vector<Seen> events_of(model::RdmaEventKind kind) const {
    std::vector<Seen> found;
    for (const Seen& seen : events) {
      if (seen.event.kind == kind) found.push_back(seen);
    }
    return found;
  }

 private:
  struct Program final : model::RdmaHost::Program {
    Program(ApenetBench& bench, unsigned node) : bench(bench), node(node) {}
    void event(const model::RdmaEvent& event) override {
      bench.events.push_back({node, event, sc_core::sc_time_stamp()});
      if (bench.on_event) bench.on_event(node, event);
    }
    void returned(std::uint64_t tag) override {
      if (bench.on_return) bench.on_return(node, tag);
    }
    ApenetBench& bench;
    const unsigned node;
  };
  void add_node(unsigned i) {
    const std::string number = std::to_string(i);
    nodes_.push_back(std::make_unique<platforms::apenet::ApenetNode>(("node_" + number).c_str(),
                                                                     params, i, 1, packets, bytes));
    platforms::apenet::ApenetNode& node = *nodes_.back();
    hosts_.push_back(std::make_unique<model::RdmaHost>(
        ("software_" + number).c_str(), host_params, i, node.card(), node.host().window().first,
        node.gpu().port.window().first + hw::apenet::GpuWindow::kBar1));
    hosts_.back()->set_gpu_doorbell(node.gpu().port.window().first +
                                    hw::apenet::GpuWindow::kDoorbell);
    hosts_.back()->pcie.socket.bind(node.host().requester.socket);
    programs_.push_back(std::make_unique<Program>(*this, i));
    hosts_.back()->set_program(*programs_.back());
    node.card().attach_host(node.host().window().first, *hosts_.back());
  }

  std::vector<std::unique_ptr<Program>> programs_;
  std::vector<std::unique_ptr<platforms::apenet::ApenetNode>> nodes_;
  std::vector<std::unique_ptr<model::RdmaHost>> hosts_;
  std::vector<std::unique_ptr<hw::apenet::TorusSwitch>> switches_;
};

}  // namespace gf::test

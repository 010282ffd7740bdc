// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <utility>

#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "platforms/pcie/endpoint_tree.h"
#include "tlm_models/memory/sparse_memory.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::test {

/// The value of statistic `name` of the component at `path`; fails the test if there is none.
inline double stat(const std::string& path, const std::string& name) {
  for (const core::StatRow& row : core::StatRegistry::instance().rows()) {
    if (row.path == path && row.name == name) return row.value;
  }
  ADD_FAILURE() << "no statistic " << path << "." << name;
  return 0;
}

/// Sum of statistic `name` over every component whose path ends with `ending`.
inline double stat_sum(const std::string& ending, const std::string& name) {
  double sum = 0;
  for (const core::StatRow& row : core::StatRegistry::instance().rows()) {
    const bool ends = row.path.size() >= ending.size() &&
                      row.path.compare(row.path.size() - ending.size(), ending.size(), ending) == 0;
    if (ends && row.name == name) sum += row.value;
  }
  return sum;
}

/// A PCIe tree under test: set `params`, then use machine(), which is built when first asked for.
class PcieBench {
 public:
  explicit PcieBench(const std::string& tree, std::uint64_t seed = 1)
      : PcieBench(model::make_pcie_tree(tree), seed) {}
  explicit PcieBench(model::PcieTree tree, std::uint64_t seed = 1)
      : tree_(std::move(tree)), params(tree_), seed_(seed) {}

  template <class F>
  void each_link(const F& set) {
    each_endpoint([&](hw::pcie::EndpointParams& endpoint) { set(endpoint.port.link); });
    each_bridge([&](hw::pcie::SwitchParams& bridge) {
      for (hw::pcie::PortParams& port : bridge.ports) set(port.link);
    });
  }
  template <class F>
  void each_port(const F& set) {
    each_endpoint([&](hw::pcie::EndpointParams& endpoint) { set(endpoint.port); });
    each_bridge([&](hw::pcie::SwitchParams& bridge) {
      for (hw::pcie::PortParams& port : bridge.ports) set(port);
    });
  }
  template <class F>
  void each_endpoint(const F& set) {
    for (unsigned gpu = 0; gpu < tree_.device_count(); ++gpu) set(endpoint(gpu));
  }
  template <class F>
  void each_bridge(const F& set) {
    for (std::size_t i = 0; i < tree_.nodes().size(); ++i) {
      if (tree_.nodes()[i].kind != model::PcieNodeKind::kDevice) set(params.nodes[i].bridge);
    }
  }
  hw::pcie::EndpointParams& endpoint(unsigned gpu) {
    return params.nodes[tree_.device_node(gpu)].endpoint;
  }
  hw::pcie::SwitchParams& bridge(const std::string& name) {
    return params.nodes[tree_.find(name)].bridge;
  }
  [[nodiscard]] const model::PcieTree& tree() const { return tree_; }

  platforms::pcie::EndpointTree& machine() {
    if (machine_ == nullptr) {
      machine_ = std::make_unique<platforms::pcie::EndpointTree>(tree_, params, seed_);
    }
    return *machine_;
  }
  hw::pcie::Endpoint& gpu(unsigned number) { return machine().gpu(number); }

  /// Hangs a memory with real bytes behind every GPU.
  void add_memories(const model::SparseMemoryParams& memory_params = {}) {
    for (unsigned i = 0; i < tree_.device_count(); ++i) {
      memories_.push_back(std::make_unique<model::SparseMemory>(
          ("memory_" + std::to_string(i)).c_str(), memory_params));
      gpu(i).memory.socket.bind(memories_.back()->socket);
    }
  }
  model::SparseMemory& memory(unsigned gpu) { return *memories_[gpu]; }

  /// Submits a copy now; `offset` counts from the start of the destination's window.
  hw::pcie::Flow& copy(unsigned source, unsigned destination, std::uint64_t bytes,
                       std::uint64_t offset = 0, std::uint64_t source_address = 0) {
    hw::pcie::Flow& flow = flows_.emplace_back();
    flow.source = source;
    flow.destination = destination;
    flow.bytes = bytes;
    gpu(source).copy_engine.submit({&flow, gpu(destination).window(), source_address, offset});
    return flow;
  }

  /// Nothing queued, nothing owed, every TLP back in the pool.
  void expect_quiescent() {
    const std::vector<core::Wait> waits = core::pending_waits();
    EXPECT_TRUE(waits.empty()) << core::explain(waits);
    EXPECT_EQ(machine().pool().in_use(), 0u);
  }

 private:
  const model::PcieTree tree_;

 public:
  platforms::pcie::EndpointTreeParams params;

 private:
  const std::uint64_t seed_;
  std::unique_ptr<platforms::pcie::EndpointTree> machine_;
  std::vector<std::unique_ptr<model::SparseMemory>> memories_;
  std::deque<hw::pcie::Flow> flows_;
};

}  // namespace gf::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/params.h"
#include "hw/pcie/endpoint.h"
#include "hw/pcie/enumeration.h"
#include "hw/pcie/switch.h"
#include "hw/pcie/tlp_pool.h"
#include "platforms/graph.h"
#include "tlm_models/topology/pcie_tree.h"

namespace gf::platforms::pcie {

/// Parameters of every component of a tree, by node index: the switch's or the endpoint's part of
/// an entry is used, as the node's kind says.
struct MachineParams {
  struct Node {
    hw::pcie::SwitchParams bridge;
    hw::pcie::EndpointParams endpoint;
  };
  std::vector<Node> nodes;

  explicit MachineParams(const model::PcieTree& tree);
  /// One path a component, named as in the tree: "plx_a.hop_latency", "plx_a.port_0.rate".
  void declare(const model::PcieTree& tree, const core::ParamScope& root);
};

/// The hardware of a PCIe tree, enumerated and wired: switches, root complex, GPUs. Components are
/// named as in the tree, so that statistics, probes and parameters have the same paths.
class Machine {
 public:
  enum class Gpus {
    kHere,   ///< Endpoints are made with the tree.
    kInside  ///< Devices have theirs inside: make_gpu() for each of them, then join().
  };
  Machine(const model::PcieTree& tree, const MachineParams& params, std::uint64_t seed,
          Gpus gpus = Gpus::kHere);
  /// Makes the endpoint of GPU `number` below the module that is being constructed.
  hw::pcie::Endpoint& make_gpu(unsigned number, const std::string& name);
  void join();  ///< Wires everything; with kHere the constructor has done so.

  [[nodiscard]] unsigned gpu_count() const { return tree_.gpu_count(); }
  [[nodiscard]] hw::pcie::Endpoint& gpu(unsigned number) { return *gpus_[number]; }
  /// The sending port at the other end of that GPU's link.
  [[nodiscard]] hw::pcie::Egress& to_gpu(unsigned number);
  [[nodiscard]] const model::PcieTree& tree() const { return tree_; }
  [[nodiscard]] const std::vector<hw::pcie::NodeConfiguration>& configuration() const {
    return configuration_;
  }
  [[nodiscard]] hw::pcie::TlpPool& pool() { return pool_; }
  /// Adds all of it; `gpu_name` names a GPU by its number.
  void add_to(Graph& graph, const std::function<std::string(unsigned)>& gpu_name) const;
  /// TLPs that crossed a link, all links together.
  [[nodiscard]] std::uint64_t tlp_hops() const;

 private:
  void make_switch(unsigned index);
  void connect(unsigned child);

  const model::PcieTree tree_;
  const MachineParams params_;
  const std::uint64_t seed_;
  hw::pcie::TlpPool pool_;
  std::vector<hw::pcie::NodeConfiguration> configuration_;
  std::vector<std::unique_ptr<hw::pcie::Switch>> switches_;  ///< By node index; null at GPUs.
  std::vector<std::unique_ptr<hw::pcie::Endpoint>> gpus_;    ///< By GPU number.
};

}  // namespace gf::platforms::pcie

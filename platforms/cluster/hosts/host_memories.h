// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/pcie/device_model.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::cluster {

/// Returns the model that a kDevice of a machine names. Throws UserError (exit 5) if there is none.
const pcie::DeviceModelEntry& model_of(const model::PlannedDevice& device);

/// Rates and latencies of the memories of a machine's hosts, and models of its devices from
/// outside, which copies name as further hosts. A host without the key `memory` has none here: its
/// endpoint takes and gives what comes.
struct HostMemoryParams {
  struct Host {
    std::string name;
    std::optional<model::SparseMemoryParams> memory;
    std::string source;                           ///< Place of the key.
    std::shared_ptr<pcie::DeviceModelIf> device;  ///< Null: a host.
  };
  std::vector<Host> hosts;  ///< In the order of their numbers: hosts, then devices.

  /// Throws like model_of().
  explicit HostMemoryParams(const model::MachinePlan& plan);
  /// Declares "<host>.memory.rate" and so on, and "<device>.model.<parameter of the model>".
  void declare(const core::ParamScope& root);
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(hosts.size()); }
};

/// The memories of a node's hosts, modules "<host>_memory" behind their endpoints, and the models
/// of devices from outside, below theirs.
class HostMemories {
 public:
  explicit HostMemories(const HostMemoryParams& params)
      : params_(params), made_(params.hosts.size()), devices_(params.hosts.size()) {}
  /// Makes the memory of host `number`, or the model of that device, unless it exists. `always`:
  /// also for a host without the key `memory`, with the default values of SparseMemoryParams.
  void make(unsigned number, hw::pcie::Endpoint& endpoint, const pcie::TreeHardware& tree,
            bool always);
  [[nodiscard]] unsigned size() const { return params_.size(); }
  [[nodiscard]] bool made(unsigned number) const {
    return number < made_.size() && made_[number] != nullptr;
  }
  [[nodiscard]] bool is_device(unsigned number) const {
    return params_.hosts[number].device != nullptr;
  }
  /// Returns the bytes of a memory or device. Precondition: make() made one.
  [[nodiscard]] pcie::ByteCheck::Store store(unsigned number, hw::pcie::Endpoint& endpoint);

 private:
  const HostMemoryParams params_;
  std::vector<std::unique_ptr<model::SparseMemory>> made_;    ///< By host; null: none.
  std::vector<std::unique_ptr<sc_core::sc_module>> devices_;  ///< By host; null: none.
};

}  // namespace gf::platforms::cluster

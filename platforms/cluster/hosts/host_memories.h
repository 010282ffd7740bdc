// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "hw/pcie/device/endpoint.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::cluster {

/// Rates and latencies of the memories of a machine's hosts. A host without the key `memory` has
/// none here: its endpoint takes and gives what comes.
struct HostMemoryParams {
  struct Host {
    std::string name;
    std::optional<model::SparseMemoryParams> memory;
    std::string source;  ///< Place of the key.
  };
  std::vector<Host> hosts;  ///< In the order of their numbers.

  explicit HostMemoryParams(const model::MachinePlan& plan);
  /// Declares "<host>.memory.rate" and so on.
  void declare(const core::ParamScope& root);
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(hosts.size()); }
};

/// The memories of a node's hosts, modules "<host>_memory" behind their endpoints.
class HostMemories {
 public:
  explicit HostMemories(const HostMemoryParams& params)
      : params_(params), made_(params.hosts.size()) {}
  /// Makes the memory of host `number` unless it exists. `always`: also for a host without the key
  /// `memory`, with the default values of SparseMemoryParams.
  void make(unsigned number, hw::pcie::Endpoint& endpoint, bool always);
  [[nodiscard]] unsigned size() const { return params_.size(); }
  [[nodiscard]] bool made(unsigned number) const {
    return number < made_.size() && made_[number] != nullptr;
  }
  /// Returns the bytes of a memory. Precondition: make() made one.
  [[nodiscard]] model::BytePages& pages(unsigned number) { return made_[number]->pages(); }

 private:
  const HostMemoryParams params_;
  std::vector<std::unique_ptr<model::SparseMemory>> made_;  ///< By host; null: none.
};

}  // namespace gf::platforms::cluster

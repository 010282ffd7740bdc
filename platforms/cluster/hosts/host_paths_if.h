// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "hw/pcie/device/endpoint.h"
#include "tlm_models/link/flow.h"

namespace gf::platforms::cluster {

/// A copy between a GPU and a host memory of its node, by an engine of the GPU.
struct HostLeg {
  model::Flow* flow = nullptr;  ///< Holds the length; must outlive the leg.
  unsigned gpu = 0;
  unsigned host = 0;              ///< Number of the host in the node, from 0.
  bool to_host = false;           ///< Posted writes to the host; else reads from it.
  std::uint64_t gpu_address = 0;  ///< First byte in the GPU's memory.
  std::uint64_t host_address = 0;
  bool hollow = true;  ///< The bytes are not modelled.
  std::function<void()>
      done;  ///< Called when the last byte is there. `flow` has its times by then.
};

/// The engines of GPUs that copy from and to the host memories of their node.
class HostPathsIf {
 public:
  virtual ~HostPathsIf() = default;
  [[nodiscard]] virtual unsigned hosts() const = 0;
  /// Returns whether a GPU and a host are in one node. Only then submit() copies between them.
  [[nodiscard]] virtual bool on_one_node(unsigned /*gpu*/, unsigned /*host*/) const { return true; }
  /// Returns the host nearest to a GPU, as model::near_hosts() has it.
  [[nodiscard]] virtual std::optional<unsigned> near_host(unsigned gpu) const = 0;
  /// Returns the endpoint of a host, whose module holds the unfinished copies from it.
  [[nodiscard]] virtual const hw::pcie::Endpoint& host(unsigned host) const = 0;
  /// Returns the places of the next `bytes` bytes that leave a GPU, or arrive at it.
  [[nodiscard]] virtual std::uint64_t source_place(unsigned gpu, std::uint64_t bytes) = 0;
  [[nodiscard]] virtual std::uint64_t destination_place(unsigned gpu, std::uint64_t bytes) = 0;
  virtual void submit(HostLeg leg) = 0;
};

}  // namespace gf::platforms::cluster

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ticks.h"
#include "workloads/nodes/cluster_app.h"

namespace gf::model {

/// One half of a channel's buffers: steps take them in turn.
struct AppSlot {
  unsigned channel = 0;
  unsigned half = 0;
};

/// What an application runs over: GPUs that run kernels, and a network between their memories.
class ClusterTransport {
 public:
  /// Calls come in the order of simulated time, never from within a call to the transport.
  class Client {
   public:
    virtual ~Client() = default;
    virtual void kernel_ended(unsigned rank) = 0;
    /// The receiver's host knows that the message has come.
    virtual void arrived(const AppSlot& slot) = 0;
    /// What has arrived at the rank is where its kernels read it.
    virtual void settled(unsigned rank) = 0;
  };

  virtual ~ClusterTransport() = default;
  [[nodiscard]] virtual core::Ticks now() const = 0;
  /// Starts a kernel behind those that the rank has started; the host launches it.
  virtual void kernel(unsigned rank, core::Ticks time) = 0;
  /// Sends what `message` holds from one end of its channel to the other.
  virtual void send(const AppSlot& slot, const AppMessage& message) = 0;
  /// The rank's next kernels are going to read what has arrived. True: they can at once; else
  /// Client::settled() tells when the GPU is behind it.
  virtual bool settle(unsigned) { return true; }
  /// What a message that has arrived left in the receiver's memory, and is taken from there; empty
  /// if it was sent without contents.
  virtual std::vector<std::uint8_t> contents(const AppSlot& slot) = 0;
  /// Whether the rank runs in this process; where several share out the nodes, it does in one.
  [[nodiscard]] virtual bool acts_here(unsigned /*rank*/) const { return true; }
};

}  // namespace gf::model

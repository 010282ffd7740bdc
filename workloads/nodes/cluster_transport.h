// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ticks.h"
#include "workloads/nodes/cluster_app.h"

namespace gf::model {

class ClusterRun;

/// One half of a channel's buffers; successive steps alternate between the halves.
struct AppSlot {
  unsigned channel = 0;
  unsigned half = 0;
};

/// Runs an application: GPUs that execute kernels, and a network between their memories.
class ClusterTransport {
 public:
  /// Receives the transport's events, in the order of simulated time, never from within a call to
  /// the transport.
  class Client {
   public:
    virtual ~Client() = default;
    virtual void kernel_ended(unsigned rank) = 0;
    /// The receiver's host knows that the message has arrived.
    virtual void arrived(const AppSlot& slot) = 0;
    /// The rank's kernels can read the data that has arrived.
    virtual void settled(unsigned rank) = 0;
  };

  virtual ~ClusterTransport() = default;
  /// Sets the program that it starts and tells of events.
  void attach(ClusterRun& run) { run_ = &run; }
  [[nodiscard]] virtual core::Ticks now() const = 0;
  /// Launches a kernel from the host; it runs after the kernels that the rank launched before.
  virtual void kernel(unsigned rank, core::Ticks time) = 0;
  /// Sends the contents of `message` from one end of its channel to the other.
  virtual void send(const AppSlot& slot, const AppMessage& message) = 0;
  /// Called before the rank's next kernels read the data that has arrived. Returns true if they can
  /// read it at once; otherwise Client::settled() is called when they can.
  virtual bool settle(unsigned) { return true; }
  /// Removes and returns the data that an arrived message left in the receiver's memory; empty if
  /// it was sent without contents.
  virtual std::vector<std::uint8_t> contents(const AppSlot& slot) = 0;
  /// Returns whether the rank runs in this process. If several processes share the nodes, exactly
  /// one runs it.
  [[nodiscard]] virtual bool acts_here(unsigned /*rank*/) const { return true; }
  /// Returns the number of buffers for which a card had no room: the most of any node. If it is not
  /// 0 the program does not start.
  [[nodiscard]] virtual unsigned refused() const { return 0; }

 protected:
  ClusterRun* run_ = nullptr;
};

}  // namespace gf::model

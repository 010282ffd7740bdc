// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/stats/stats.h"
#include "tlm_models/link/flow.h"
#include "workloads/schedule/device_work.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::schedule {

/// Receives notifications about copies.
class CopyClient {
 public:
  virtual ~CopyClient() = default;
  /// A copy has ended: its last byte is at the destination, now.
  virtual void copy_ended(model::Flow& flow) = 0;
  /// CopyMoverIf::ready() was false, and is true from now on.
  virtual void copies_ready() {}
};

/// Moves the copies of schedules on a fabric. A Runner knows a machine through this interface only.
class CopyMoverIf {
 public:
  virtual ~CopyMoverIf() = default;

  /// Returns the number of devices; copies go between devices 0 ... devices() - 1.
  [[nodiscard]] virtual unsigned devices() const = 0;
  /// Throws UserError(kUsage) for a copy of `schedule` that this fabric cannot make, for example
  /// because its engine does not exist or its device moves nothing. The message names the graph.
  virtual void check(const model::Schedule& schedule, const model::Task& copy) const = 0;
  /// Returns false if the machine must do something before the first copy. It then calls
  /// `client.copies_ready()` when that is done, and the first schedule begins.
  [[nodiscard]] virtual bool ready(CopyClient& /*client*/) { return true; }
  /// Returns the process that simulates `device` (core::Ranks); this process, unless the machine is
  /// divided among several. Tasks begin, and copies end, in the process of their device.
  [[nodiscard]] virtual unsigned rank_of(unsigned device) const;
  /// A schedule begins; `flows` are the records of its tasks. When a copy from another process ends
  /// here, the mover completes its record and notifies `client`.
  virtual void schedule_begins(std::vector<model::Flow>& /*flows*/, CopyClient& /*client*/) {}
  /// Starts a copy, now. `flow` has source, destination and bytes, and keeps its address. The mover
  /// sets `submitted`, counts `delivered` as bytes arrive (or when all have), sets `finished` and,
  /// if known, `first_sent`. It adds the causes in stall_causes() to `stalls`. Then it notifies
  /// `client`, which may submit more copies in that call.
  virtual void submit(model::Flow& flow, const model::Task& copy, CopyClient& client) = 0;
  /// Returns the hardware that runs the kernels and reduces of `device`, for fabrics whose devices
  /// have memory and SMs. Called while modules are made. Null: kernels and reduces only take time.
  [[nodiscard]] virtual model::ComputeIf* hardware(unsigned /*device*/) { return nullptr; }
  /// Returns the memory bandwidth of a device without hardware; `usual`: the machine's parameter.
  [[nodiscard]] virtual core::ByteRate memory_rate(unsigned /*device*/,
                                                   core::ByteRate usual) const {
    return usual;
  }
  /// True if that hardware also runs workloads.
  [[nodiscard]] virtual bool runs_workloads(unsigned /*device*/) const { return false; }
  /// Returns whether the threads of one device can access the memory of another.
  [[nodiscard]] virtual bool reaches(unsigned /*from*/, unsigned /*to*/) const { return true; }
  /// Returns the name of the module that holds the unfinished copies of `source`, for deadlock
  /// reports.
  [[nodiscard]] virtual std::string holder(unsigned source) const = 0;
  /// All tasks of a schedule have ended, and the records of its copies will not be written again.
  virtual void schedule_ended() {}
  /// Returns the causes for which a copy may wait, in the order of file columns. Empty: not
  /// recorded.
  [[nodiscard]] virtual const std::vector<core::StallCause>& stall_causes() const {
    static const std::vector<core::StallCause> none;
    return none;
  }
};

/// Throws UserError(kUsage) if the engine of `copy` is not in `has`; `why` tells which engines make
/// the fabric's copies.
void refuse_other_engines(const model::Schedule& schedule, const model::Task& copy,
                          const std::vector<model::CopyMeans>& has, const std::string& why);

}  // namespace gf::platforms::schedule

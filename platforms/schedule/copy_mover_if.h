// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/stats/stats.h"
#include "tlm_models/link/flow.h"
#include "workloads/schedule/device_work.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::schedule {

/// Who is told that a copy has ended: its last byte is at the destination, now.
class CopyClient {
 public:
  virtual ~CopyClient() = default;
  virtual void copy_ended(model::Flow& flow) = 0;
  /// CopyMoverIf::ready() was false, and is true from now on.
  virtual void copies_ready() {}
};

/// What moves the copies of schedules on a fabric: all that a Runner knows of a machine.
class CopyMoverIf {
 public:
  virtual ~CopyMoverIf() = default;

  /// Copies go between devices 0 ... devices() - 1.
  [[nodiscard]] virtual unsigned devices() const = 0;
  /// Throws UserError(kUsage) for a copy of `schedule` that this fabric cannot make, by name:
  /// an engine that it does not have, a device that moves nothing.
  virtual void check(const model::Schedule& schedule, const model::Task& copy) const = 0;
  /// False: the machine has something to do before the first copy, and will tell `client` when that
  /// is done. The first schedule begins then.
  [[nodiscard]] virtual bool ready(CopyClient& /*client*/) { return true; }
  /// Which process simulates `device` (core::Ranks): tasks begin, and copies end, in that of their
  /// device. This one, unless several share out the machine.
  [[nodiscard]] virtual unsigned rank_of(unsigned device) const;
  /// A schedule begins, whose tasks have these records: a copy that another process has submitted
  /// ends here by its record, which `client` is told of.
  virtual void schedule_begins(std::vector<model::Flow>& /*flows*/, CopyClient& /*client*/) {}
  /// Takes a copy, now. `flow` has source, destination and bytes, and stays where it is; the mover
  /// sets `submitted`, counts `delivered` as bytes come, or when all have, dates `finished` and, if
  /// it knows, `first_sent`, adds to `stalls` what stall_causes() promises, and then tells
  /// `client`, which may submit more in that call.
  virtual void submit(model::Flow& flow, const model::Task& copy, CopyClient& client) = 0;
  /// What does the kernels and reduces of `device`, where the fabric's devices have memory and SMs:
  /// asked for while modules are made. Null: they take a time alone.
  [[nodiscard]] virtual model::ComputeIf* hardware(unsigned /*device*/) { return nullptr; }
  /// Whether that runs workloads, too.
  [[nodiscard]] virtual bool runs_workloads() const { return false; }
  /// Who has the copies of `source` that have not ended, for reports of deadlocks.
  [[nodiscard]] virtual std::string holder(unsigned source) const = 0;
  /// All tasks of a schedule have ended, and the records of its copies will not be written again.
  virtual void schedule_ended() {}
  /// Why a copy may wait, in the order of columns of files. Empty: the fabric does not tell.
  [[nodiscard]] virtual const std::vector<core::StallCause>& stall_causes() const {
    static const std::vector<core::StallCause> none;
    return none;
  }
};

/// Throws UserError(kUsage) for a copy that wants another engine than `has`; `why` says what the
/// fabric's copies are made by.
void refuse_other_engines(const model::Schedule& schedule, const model::Task& copy,
                          const std::vector<model::CopyMeans>& has, const std::string& why);

}  // namespace gf::platforms::schedule

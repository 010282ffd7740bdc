// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error_list.h"
#include "core/param/params.h"
#include "core/stats/link_senders.h"
#include "platforms/graph.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/platform.h"
#include "platforms/schedule/copy_mover_if.h"
#include "platforms/schedule/schedule_part.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::cluster {

/// The machine on which a ClusterPlatform runs schedules: GPUs and all that joins them. Calls come
/// in this order: preset, declare, build, check_bytes, connect, then the others.
class SystemIf {
 public:
  virtual ~SystemIf() = default;
  /// Adds the settings of the machine's file and of the presets of its GPUs, except the file's
  /// [parameters], which have priority.
  virtual void preset(const core::ParamScope& /*root*/) const {}
  virtual void declare(const core::ParamScope& root) = 0;
  /// Tells whether its GPUs have hardware for the kernels and reduces of schedules.
  [[nodiscard]] virtual schedule::Computes computes() const { return schedule::Computes::kByRate; }
  [[nodiscard]] virtual unsigned devices() const = 0;  ///< Number of GPUs.
  /// Number of host memories that copies may name.
  [[nodiscard]] virtual unsigned hosts() const { return 0; }
  /// Builds the machine for these schedules. `real_bytes`: check_bytes() will be called.
  virtual void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
                     std::uint64_t seed) = 0;
  /// Returns a check with real bytes behind every GPU, for connect(). GPUs that are only endpoints
  /// get memories with the parameters `memory`.
  [[nodiscard]] virtual std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) = 0;
  /// Returns the mover of copies between the GPUs; `byte_check` null: copies carry no bytes.
  virtual schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) = 0;

  [[nodiscard]] virtual Graph graph() const = 0;
  /// Returns the senders on its links.
  [[nodiscard]] virtual std::vector<core::LinkSender> link_senders() const {
    return core::link_senders();
  }
  /// See Platform::packet_cycle().
  [[nodiscard]] virtual core::Ticks packet_cycle() const { return 0; }
  virtual void add_results(std::vector<Result>& results) const = 0;
  /// Returns copies that will never end, and the reason; "" if there are none.
  [[nodiscard]] virtual std::string lost() const { return ""; }
  /// Returns the mistakes of programs that the hardware reports.
  [[nodiscard]] virtual core::ErrorList errors() const { return {}; }
};

}  // namespace gf::platforms::cluster

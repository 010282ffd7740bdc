// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/stats.h"

namespace gf::hw::gpu {

/// Statistics of the driver of managed pages. Each page of a fault or prefetch is counted once,
/// by its outcome.
struct UmStats : core::StatGroup {
  explicit UmStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
  using Unit = core::Unit;

  core::Counter batches{*this, "batches", Unit::kCount, "batches of faults handled"};
  core::Counter faults{*this, "faults", Unit::kCount, "faults taken from the fault buffers"};
  core::Counter prefetches{*this, "prefetches", Unit::kCount, "prefetch calls completed"};
  core::Counter populated{*this, "pages_populated", Unit::kCount,
                          "pages populated because no GPU held them"};
  core::Counter mapped{*this, "pages_mapped", Unit::kCount,
                       "pages mapped at their current location"};
  core::Counter migrated{*this, "pages_migrated", Unit::kCount, "pages moved"};
  core::Counter replicated{*this, "pages_replicated", Unit::kCount, "pages copied for a reader"};
  core::Counter collapsed{*this, "pages_collapsed", Unit::kCount,
                          "replicated pages reduced to a single copy for a writer"};
  core::Counter in_place{*this, "pages_in_place", Unit::kCount, "pages that needed no action"};
  core::Counter bytes{*this, "bytes", Unit::kBytes, "bytes moved and copied"};
  core::Counter shootdowns{*this, "shootdowns", Unit::kCount, "shootdowns sent to GPUs"};
  core::Duration busy{*this, "busy", "time that the driver was busy with faults and prefetches"};
  core::Duration software{*this, "software", "part of busy that is the driver's own time"};
  core::Duration shooting{*this, "shooting", "time that blocks waited for shootdowns, summed"};
  core::Duration copying{*this, "copying", "time that blocks waited for copy engines, summed"};
  core::Duration waited{*this, "waited", "time from a fault's page walk to its batch, summed"};
};

}  // namespace gf::hw::gpu

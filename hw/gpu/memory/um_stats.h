// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats.h"

namespace gf::hw::gpu {

/// Statistics of the driver of managed pages. A page of a fault or prefetch is counted once, by
/// what became of it.
struct UmStats : core::StatGroup {
  explicit UmStats(const sc_core::sc_object& owner) : StatGroup(owner) {}
  using Unit = core::Unit;

  core::Counter batches{*this, "batches", Unit::kCount, "of faults"};
  core::Counter faults{*this, "faults", Unit::kCount, "taken from fault buffers"};
  core::Counter prefetches{*this, "prefetches", Unit::kCount, "calls done"};
  core::Counter populated{*this, "pages_populated", Unit::kCount, "that nobody had"};
  core::Counter mapped{*this, "pages_mapped", Unit::kCount, "given a mapping to where they are"};
  core::Counter migrated{*this, "pages_migrated", Unit::kCount, "moved"};
  core::Counter replicated{*this, "pages_replicated", Unit::kCount, "copied for a reader"};
  core::Counter collapsed{*this, "pages_collapsed", Unit::kCount,
                          "whose copy became the only one, for a writer"};
  core::Counter in_place{*this, "pages_in_place", Unit::kCount, "that needed nothing"};
  core::Counter bytes{*this, "bytes", Unit::kBytes, "moved and copied"};
  core::Counter shootdowns{*this, "shootdowns", Unit::kCount, "sent to GPUs"};
  core::Duration busy{*this, "busy", "with faults and prefetches"};
  core::Duration software{*this, "software", "of that: the driver's own time"};
  core::Duration shooting{*this, "shooting", "blocks that wait for shootdowns, added up"};
  core::Duration copying{*this, "copying", "blocks that wait for copy engines, added up"};
  core::Duration waited{*this, "waited", "from a fault's walk to its batch, added up"};
};

}  // namespace gf::hw::gpu

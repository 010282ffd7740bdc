// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/dram/memory_params.h"

#include "core/base/error.h"

namespace gf::hw::gpu {

void MemoryParams::relate_members() {
  using Relation = core::ParamRelation::Kind;
  relate("slices", Relation::kMultipleOf, {"channels"});
  relate("l2", Relation::kMultipleOf, {"slices", "l2_ways"}, kLineBytes);
  relate("remote_ways", Relation::kBelow, {"l2_ways"});
  relate("tlb_entries", Relation::kMultipleOf, {"tlb_ways"});
  relate("row_open", Relation::kBelow, {"dram_latency"});
}

void MemoryParams::declare(const core::ParamScope& scope) {
  core::ParamGroup::declare(scope);
  copy.declare(scope.child("copy"));
}

void MemoryParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  const auto fail = [&](const char* field, const std::string& value, const std::string& legal,
                        const char* hint) { core::fail_config(path, field, value, legal, hint); };
  if (slices % channels != 0) {
    fail("slices", std::to_string(slices), "a multiple of channels = " + std::to_string(channels),
         "each slice belongs to one channel");
  }
  const std::uint64_t set_row = std::uint64_t{slices} * l2_ways * kLineBytes;
  if (l2.count() % set_row != 0) {
    fail("l2", core::to_text(l2),
         "a multiple of slices x l2_ways x 128 B = " + core::to_text(core::Bytes(set_row)),
         "each slice has the same number of sets");
  }
  if (remote_ways >= l2_ways) {
    fail("remote_ways", std::to_string(remote_ways),
         "less than l2_ways = " + std::to_string(l2_ways),
         "lines of this GPU's own memory need at least one");
  }
  if (tlb_entries % tlb_ways != 0) {
    fail("tlb_entries", std::to_string(tlb_entries),
         "a multiple of tlb_ways = " + std::to_string(tlb_ways), "each set is complete");
  }
  if (row_open >= dram_latency) {
    fail("row_open", core::to_text(row_open),
         "less than dram_latency = " + core::to_text(dram_latency),
         "it is the part of dram_latency that an open row saves");
  }
  copy.validate(path + ".copy");
}

}  // namespace gf::hw::gpu

// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/README.md hw/gpu/memory/paging/um_params.h hw/gpu/memory/paging/um_stats.h
// The parameter table of hw/gpu/memory/README.md agrees with what is declared.
#include <gmock/gmock.h>

#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/paging/um_params.h"
#include "tests/support/captured.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu::readme_test {
namespace {

TEST(GpuMemoryReadme, EveryParameterHasItsRow) {
  core::ParamRegistry registry;
  MemoryParams params;
  params.declare(registry.root());
  model::PageTableParams pages;
  pages.declare(registry.root().child("pages"));
  UmParams um;
  um.declare(registry.root().child("um"));
  const std::string text = test::read_file(std::string(GF_SOURCE_DIR) + "/hw/gpu/memory/README.md");
  for (const core::ParamRow& row : registry.rows())
    EXPECT_THAT(text, testing::HasSubstr("| `" + row.path + "` | " + row.default_value + " |"));
}

}  // namespace
}  // namespace gf::hw::gpu::readme_test

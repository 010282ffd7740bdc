// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/README.md hw/proact/proact_stats.h hw/proact/proact_report.cpp
// The tables of hw/proact/README.md agree with what is declared.
#include <gmock/gmock.h>

#include "tests/support/captured.h"
#include "tests/support/proact_bench.h"

namespace gf::test::readme_test {
namespace {

std::string readme() { return read_file(std::string(GF_SOURCE_DIR) + "/hw/proact/README.md"); }

TEST(ProactReadme, EveryParameterHasItsRow) {
  core::ParamRegistry registry;
  hw::proact::ProactParams params;
  params.declare(registry.root());
  const std::string text = readme();
  EXPECT_EQ(registry.rows().size(), 12u);
  for (const core::ParamRow& row : registry.rows())
    EXPECT_THAT(text, testing::HasSubstr("| `" + row.path + "` | " + row.default_value + " |"));
}

TEST(ProactReadme, EveryStatisticHasItsRow) {
  ProactBench bench;
  const std::string text = readme();
  for (const core::Stat* stat : bench.stats().stats())
    EXPECT_THAT(text, testing::HasSubstr("`" + stat->name() + "`"));
}

TEST(ProactReadme, SaysHowBigItIs) {
  ProactBenchOptions options;
  ProactBench bench(options);
  const hw::proact::ProactUnit unit("v100", {}, 0, *bench.memories[0], bench.clock, 80, 32,
                                    ProactBench::kTables, bench.pages.memory_bytes());
  const std::string text = readme();
  for (const core::Counter* bits :
       {&unit.stats().counter_bits, &unit.stats().tag_bits, &unit.stats().cta_bits,
        &unit.stats().queue_bits, &unit.stats().buffer_bits, &unit.stats().descriptor_bits})
    EXPECT_THAT(text, testing::HasSubstr("| `" + bits->name() + "` | " +
                                         std::to_string(bits->value()) + " |"));
}

}  // namespace
}  // namespace gf::test::readme_test

// SPDX-License-Identifier: Apache-2.0
// The parameter tables of the README agree with what is declared.
#include <gmock/gmock.h>

#include "hw/nvlink/link_params.h"
#include "hw/nvlink/port_params.h"
#include "hw/nvlink/switch.h"
#include "tests/support/captured.h"

namespace gf::hw::nvlink::readme_test {
namespace {

void expect_rows(const core::ParamRegistry& registry) {
  const std::string text = test::read_file(std::string(GF_SOURCE_DIR) + "/hw/nvlink/README.md");
  for (const core::ParamRow& row : registry.rows()) {
    const std::string expected =
        "| `" + row.path + "` | " + row.standard + " | " + row.meaning + " | " + row.source + " |";
    EXPECT_THAT(text, testing::HasSubstr(expected));
  }
}

template <class Params>
void expect_rows() {
  core::ParamRegistry registry;
  Params params;
  params.declare(registry.root());
  expect_rows(registry);
}

TEST(NvlinkReadme, LinkParameters) {
  core::ParamRegistry registry;
  NvlinkParams params;
  params.declare_turning(registry.root());
  params.declare(registry.root());
  expect_rows(registry);
}
TEST(NvlinkReadme, PortParameters) { expect_rows<PortParams>(); }
TEST(NvlinkReadme, SwitchParameters) { expect_rows<SwitchParams>(); }

}  // namespace
}  // namespace gf::hw::nvlink::readme_test

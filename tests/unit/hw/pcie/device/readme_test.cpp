// SPDX-License-Identifier: Apache-2.0
// Holds: hw/*/README.md hw/pcie/device/endpoint.h hw/router/router_params.h
// The parameter tables of the READMEs agree with what is declared.
#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "hw/router/router_params.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"

namespace gf::hw::readme_test {
namespace {

/// Every parameter that `declare` declares under the root has its row, with its default.
template <class Declare>
void expect_rows(const std::string& readme, const Declare& declare) {
  core::ParamRegistry registry;
  declare(registry.root());
  const std::string text = test::read_file(std::string(GF_SOURCE_DIR) + "/" + readme);
  for (const core::ParamRow& row : registry.rows()) {
    EXPECT_THAT(text, HasSubstr("| `" + row.path + "` | " + row.default_value + " |"));
  }
}

TEST(Readme, LinkParameters) {
  link::LinkParams params;
  expect_rows("hw/link/README.md", [&](const core::ParamScope& s) { params.declare(s); });
}

TEST(Readme, RouterParameters) {
  router::RouterParams params;
  expect_rows("hw/router/README.md", [&](const core::ParamScope& s) { params.declare(s); });
}

TEST(Readme, SwitchParameters) {
  pcie::SwitchParams params;
  expect_rows("hw/pcie/README.md", [&](const core::ParamScope& s) { params.declare(s); });
}

TEST(Readme, EndpointParameters) {
  // Those of the port, but for the two of its buffer, are the link's.
  pcie::EndpointParams params;
  core::ParamRegistry registry;
  params.declare(registry.root());
  core::ParamRegistry link_registry;
  params.port.link.declare(link_registry.root());
  const std::string text = test::read_file(std::string(GF_SOURCE_DIR) + "/hw/pcie/README.md");
  for (const core::ParamRow& row : registry.rows()) {
    bool of_link = false;
    for (const core::ParamRow& other : link_registry.rows()) {
      of_link = of_link || other.path == row.path;
    }
    if (of_link) continue;
    EXPECT_THAT(text, HasSubstr("| `" + row.path + "` | " + row.default_value + " |"));
  }
}

}  // namespace
}  // namespace gf::hw::readme_test

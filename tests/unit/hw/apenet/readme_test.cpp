// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/README.md hw/apenet/gpu_peer.h tlm_models/host/rdma_host.h
// The parameter tables of hw/apenet/README.md agree with what is declared.
#include <gmock/gmock.h>
#include <set>

#include "hw/apenet/network/torus_switch.h"
#include "platforms/cluster/cards/apenet_node.h"
#include "tests/support/captured.h"
#include "tlm_models/host/rdma_host.h"

namespace gf::hw::apenet::readme_test {
namespace {

/// Rows of `declare` that are not those of a port of hw/pcie or hw/link.
template <class Declare>
std::vector<core::ParamRow> own_rows(const Declare& declare) {
  core::ParamRegistry of_port;
  pcie::PortParams port;
  port.declare(of_port.root());
  std::set<std::string> names;
  for (const core::ParamRow& row : of_port.rows()) names.insert(row.path);
  core::ParamRegistry registry;
  declare(registry.root());
  std::vector<core::ParamRow> rows;
  for (const core::ParamRow& row : registry.rows()) {
    const std::string last = row.path.substr(row.path.rfind('.') + 1);
    if (names.count(last) == 0) rows.push_back(row);
  }
  return rows;
}

template <class Declare>
void expect_rows(const Declare& declare) {
  const std::string text = test::read_file(std::string(GF_SOURCE_DIR) + "/hw/apenet/README.md");
  for (const core::ParamRow& row : own_rows(declare)) {
    EXPECT_THAT(text, testing::HasSubstr("| `" + row.path + "` | " + row.default_value + " |"))
        << "| `" << row.path << "` | " << row.default_value << " | " << row.meaning << " | "
        << row.source << " |";
  }
}

TEST(ApenetReadme, CardParameters) {
  CardParams params;
  expect_rows([&](const core::ParamScope& s) { params.declare(s); });
}
TEST(ApenetReadme, GpuParameters) {
  GpuPeerParams params;
  expect_rows([&](const core::ParamScope& s) { params.declare(s.child("gpu")); });
}
TEST(ApenetReadme, TorusParameters) {
  TorusSwitchParams params;
  expect_rows([&](const core::ParamScope& s) { params.declare(s.child("switch")); });
}
TEST(ApenetReadme, SoftwareParameters) {
  model::RdmaHostParams params;
  expect_rows([&](const core::ParamScope& s) { params.declare(s.child("software")); });
}
TEST(ApenetReadme, ANodeDeclaresEachPathOnce) {
  platforms::apenet::ApenetNodeParams params;
  core::ParamRegistry registry;
  params.declare(registry.root());
  EXPECT_GT(registry.rows().size(), 60u);
}

}  // namespace
}  // namespace gf::hw::apenet::readme_test

// SPDX-License-Identifier: Apache-2.0
// Holds: hw/*/README.md hw/gpu/memory/README.md hw/router/router_params.h
// The tables of parameters in the READMEs of hw/, and in some pages, are what the structs say. A
// table follows the line
// "<!-- parameters: NAME -->"; with GF_WRITE_TABLES=1 in the environment these tests write them.
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>

#include "core/param/param_listing.h"
#include "core/system/text_file.h"
#include "hw/apenet/card/card.h"
#include "hw/apenet/gpu_peer.h"
#include "hw/apenet/network/torus_switch.h"
#include "hw/gpu/dispatch/dispatch_params.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/paging/um_params.h"
#include "hw/gpu/sm/sm_params.h"
#include "hw/nic/flit_port.h"
#include "hw/nic/nic.h"
#include "hw/nvlink/end/nvlink_port_params.h"
#include "hw/nvlink/lanes/nvlink_params.h"
#include "hw/nvlink/switch/nvlink_switch.h"
#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "hw/proact/proact_params.h"
#include "hw/riscv/hart/core_params.h"
#include "hw/router/router_params.h"
#include "platforms/gpu/fabrics/nvlink_topology.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/host/rdma_host.h"
#include "tlm_models/host/verbs_host.h"

namespace gf::docs::parameter_tables_test {
namespace {

using Declare = std::function<void(const core::ParamScope&)>;

/// A table of a page, or of the README.md of a folder. `without`: those of this group are in
/// another table.
struct Table {
  const char* page;
  const char* name;
  Declare declare;
  Declare without = [](const core::ParamScope&) {};
};

std::ostream& operator<<(std::ostream& out, const Table& table) {
  return out << table.page << ", " << table.name;
}

/// Declares a default Group, below `prefix`.
template <class Group>
Declare group(const std::string& prefix = "") {
  return [prefix](const core::ParamScope& root) {
    Group params;
    params.declare(prefix.empty() ? root : root.child(prefix));
  };
}

Declare both(const Declare& first, const Declare& second) {
  return [=](const core::ParamScope& root) {
    first(root);
    second(root);
  };
}

void link_with_turning(const core::ParamScope& root) {
  hw::nvlink::NvlinkParams params;
  params.declare_turning(root);
  params.declare(root);
}

void nvlink_topology(const core::ParamScope& root) {
  platforms::gpu::NvlinkTopologyParams params;
  params.declare_only(root, {"topology"});
  params.declare_but(root.child("nvlink"), {"topology"});
  params.planes.declare(root.child("nvlink"));
}

std::vector<Table> tables() {
  using hw::link::LinkParams;
  using hw::pcie::PortParams;
  return {
      {"hw/link", "link", group<LinkParams>()},
      {"hw/pcie", "port", group<PortParams>(), group<LinkParams>()},
      {"hw/pcie", "socket", group<hw::pcie::SocketParams>()},
      {"hw/pcie", "switch", group<hw::pcie::SwitchParams>()},
      {"hw/pcie", "endpoint", group<hw::pcie::EndpointParams>(), group<PortParams>()},
      {"hw/nvlink", "link", link_with_turning},
      {"hw/nvlink", "port", group<hw::nvlink::NvlinkPortParams>()},
      {"hw/nvlink", "switch", group<hw::nvlink::NvlinkSwitchParams>()},
      {"docs/nvlink_topologies.md", "topology", nvlink_topology},
      {"hw/router", "router", group<hw::router::RouterParams>()},
      {"hw/proact", "proact", group<hw::proact::ProactParams>()},
      {"hw/gpu", "sm", group<hw::gpu::SmParams>()},
      {"hw/gpu", "dispatcher", group<hw::gpu::DispatchParams>()},
      {"hw/gpu/memory", "memory",
       both(group<hw::gpu::MemoryParams>(),
            both(group<model::PageTableParams>("pages"), group<hw::gpu::UmParams>("um")))},
      {"hw/apenet", "card", group<hw::apenet::CardParams>(), group<PortParams>("pcie")},
      {"hw/apenet", "gpu", group<hw::apenet::GpuPeerParams>("gpu"), group<PortParams>("gpu.pcie")},
      {"hw/apenet", "torus", group<hw::apenet::TorusSwitchParams>("switch"),
       group<LinkParams>("switch.link")},
      {"hw/apenet", "software", group<model::RdmaHostParams>("software")},
      {"hw/riscv", "core", group<hw::riscv::CoreParams>()},
      {"hw/nic", "nic", group<hw::nic::NicParams>(), group<PortParams>("pcie")},
      {"hw/nic", "port", group<hw::nic::FlitPortParams>("port")},
      {"hw/nic", "software", group<model::VerbsHostParams>("software")},
  };
}

std::vector<core::ParamRow> rows_of(const Table& table) {
  core::ParamRegistry all, others;
  table.declare(all.root());
  table.without(others.root());
  std::vector<core::ParamRow> rows;
  for (const core::ParamRow& row : all.rows()) {
    const bool elsewhere = std::any_of(others.rows().begin(), others.rows().end(),
                                       [&](const auto& other) { return other.path == row.path; });
    if (!elsewhere) rows.push_back(row);
  }
  return rows;
}

std::string page_of(const Table& table) {
  const std::string page = table.page;
  const bool is_folder = page.find(".md") == std::string::npos;
  return std::string(GF_SOURCE_DIR) + "/" + page + (is_folder ? "/README.md" : "");
}

/// Where in `text` the table is: from its first line to the end of its last one.
std::pair<std::size_t, std::size_t> place_of(const Table& table, const std::string& text) {
  const std::string mark = std::string("<!-- parameters: ") + table.name + " -->\n\n";
  const std::size_t marked = text.find(mark);
  if (marked == std::string::npos) return {0, 0};
  std::size_t end = marked + mark.size();
  while (end < text.size() && text[end] == '|') end = text.find('\n', end) + 1;
  return {marked + mark.size(), end};
}

class ParameterTables : public testing::TestWithParam<Table> {};

TEST_P(ParameterTables, SayWhatTheStructsSay) {
  std::string text = core::read_text_file(page_of(GetParam()), "a page");
  const auto [begin, end] = place_of(GetParam(), text);
  ASSERT_NE(begin, 0u) << page_of(GetParam()) << " lacks the mark of " << GetParam().name;
  const std::string wanted = core::params_table(rows_of(GetParam()));
  const std::string shown = text.substr(begin, end - begin);
  if (shown != wanted && std::getenv("GF_WRITE_TABLES") != nullptr)
    std::ofstream(page_of(GetParam())) << text.replace(begin, end - begin, wanted);
  else
    EXPECT_EQ(shown, wanted) << "GF_WRITE_TABLES=1 in the environment writes it";
}
INSTANTIATE_TEST_SUITE_P(Pages, ParameterTables, testing::ValuesIn(tables()), [](const auto& info) {
  std::string name = std::string(info.param.page) + "_" + info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '.'; }, '_');
  return name;
});

}  // namespace
}  // namespace gf::docs::parameter_tables_test

// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/pcie/tree_hardware.h
#include "platforms/pcie/endpoint_tree.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::platforms::pcie::endpoint_tree_test {
namespace {

TEST(EndpointTree, HasAGpuForEveryLeafConfiguredAsEnumerated) {
  const model::PcieTree tree = model::pcie_tree_t2();
  EndpointTree machine(tree, EndpointTreeParams(tree), 1);
  ASSERT_EQ(machine.gpu_count(), 8u);
  for (unsigned gpu = 0; gpu < 8; ++gpu) {
    const auto& config = machine.configuration()[tree.device_node(gpu)];
    EXPECT_EQ(machine.gpu(gpu).id(), config.id);
    EXPECT_EQ(machine.gpu(gpu).window().first, config.window.first);
  }
}

TEST(EndpointTree, OnlyTheRootComplexSplits) {
  const model::PcieTree tree = model::pcie_tree_t2();
  const EndpointTreeParams params(tree);
  for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
    const bool root_complex = tree.nodes()[i].kind == model::PcieNodeKind::kRootComplex;
    EXPECT_EQ(params.nodes[i].bridge.split_payload.count(), root_complex ? 64u : 0u);
  }
}

TEST(EndpointTree, IdleMachineIsQuiescent) {
  const model::PcieTree tree = model::pcie_tree_t1();
  EndpointTree machine(tree, EndpointTreeParams(tree), 1);
  sc_core::sc_start();
  EXPECT_TRUE(core::pending_waits().empty());
  EXPECT_EQ(machine.tlp_hops(), 0u);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

TEST(EndpointTree, PayloadLargerThanASwitchTakesIsRefused) {
  const model::PcieTree tree = model::pcie_tree_t2();
  EndpointTreeParams params(tree);
  params.nodes[tree.device_node(5)].endpoint.copy.max_payload = core::Bytes(512);
  EXPECT_THAT(test::error_of([&] { EndpointTree(tree, params, 1); }),
              AllOf(HasSubstr("rc"), HasSubstr("max_payload"), HasSubstr("at least 512 B")));
}

TEST(EndpointTree, BufferTooSmallForAnotherGpusTlpIsRefused) {
  const model::PcieTree tree = model::pcie_tree_t2();
  EndpointTreeParams params(tree);
  auto& small = params.nodes[tree.device_node(3)].endpoint;
  small.port.data_credits = 8;
  small.copy.max_payload = small.requester.max_payload = core::Bytes(128);
  small.completer.max_payload = core::Bytes(128);
  EXPECT_THAT(test::error_of([&] { EndpointTree(tree, params, 1); }),
              AllOf(HasSubstr("gpu3"), HasSubstr("data_credits"), HasSubstr("at least 16")));
}

TEST(EndpointTree, ZeroWindowIsRefused) {
  const model::PcieTree tree = model::pcie_tree_t1();
  EndpointTreeParams params(tree);
  params.nodes[tree.device_node(0)].endpoint.bar = core::Bytes(0);
  EXPECT_THAT(test::error_of([&] { EndpointTree(tree, params, 1); }), HasSubstr("gpu0"));
}

}  // namespace
}  // namespace gf::platforms::pcie::endpoint_tree_test

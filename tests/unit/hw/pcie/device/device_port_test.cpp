// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/device_port.h"

#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/three_ports.h"

namespace gf::hw::pcie::device_port_test {
namespace {

TEST(PcieParams, WindowsAndPayloadsArePowersOfTwo) {
  const auto error_with = [](auto set) {
    EndpointParams params;
    set(params);
    return test::error_of([&] { params.validate("gpu3"); });
  };
  EXPECT_THAT(error_with([](auto& p) { p.bar = core::Bytes(3ull << 20); }),
              AllOf(HasSubstr("gpu3"), HasSubstr("bar"), HasSubstr("a power of two")));
  EXPECT_THAT(error_with([](auto& p) { p.bar = core::Bytes(0); }), HasSubstr("bar"));
  EXPECT_THAT(
      error_with([](auto& p) { p.copy.max_payload = core::Bytes(300); }),
      HasSubstr("gpu3.copy_engine.max_payload = 300 B: expected 16 B ... 4 KiB, a power of"));
  EXPECT_THAT(error_with([](auto& p) { p.requester.max_payload = core::Bytes(100); }),
              HasSubstr("requester.max_payload"));
  EXPECT_THAT(error_with([](auto& p) { p.requester.max_read_request = core::Bytes(500); }),
              HasSubstr("requester.max_read_request"));
}

TEST(PcieParams, EndpointBufferHoldsTheLargestOfItsOwnTlps) {
  EndpointParams params;
  params.port.data_credits = 32;
  params.completer.max_payload = core::Bytes(1024);
  EXPECT_THAT(test::error_of([&] { params.validate("gpu0"); }), HasSubstr("at least 64"));
}

TEST(PcieParams, ReadCompletionBoundaryIs64Or128) {
  ReadCompleterParams params;
  params.completion_boundary = core::Bytes(96);
  EXPECT_THAT(test::error_of([&] { params.validate("gpu0.completer"); }),
              AllOf(HasSubstr("gpu0.completer.completion_boundary = 96 B"),
                    HasSubstr("64 B ... 128 B, a power of two")));
}

TEST(PcieParams, DeclaredOnceEach) {
  core::ParamRegistry registry;
  EndpointParams endpoint;
  endpoint.declare(registry.root().child("gpu0"));
  SwitchParams bridge = three_ports();
  bridge.declare(registry.root().child("sw"));
  for (unsigned port = 0; port < 3; ++port) {
    bridge.ports[port].declare(registry.root().child("sw.port_" + std::to_string(port)));
  }
  for (const core::ParamRow& row : registry.rows()) {
    EXPECT_FALSE(row.meaning.empty()) << row.path;
    EXPECT_FALSE(row.source.empty()) << row.path;
  }
}

}  // namespace
}  // namespace gf::hw::pcie::device_port_test

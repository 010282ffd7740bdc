// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/port_params.h hw/pcie/device/endpoint.h hw/pcie/switch/pcie_switch.h hw/pcie/device/device_port.h
// What cannot work is refused before anything is built: object, field, value, legal range.
#include <gmock/gmock.h>

#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "tests/support/errors.h"

namespace gf::hw::pcie::params_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

SwitchParams three_ports() {
  SwitchParams params;
  params.ports.resize(3);
  return params;
}

TEST(PcieParams, DefaultsAreLegal) {
  EndpointParams{}.validate("gpu0");
  three_ports().validate("sw");
}

TEST(PcieParams, CreditsTooFewForOneTlpNameTheMinimum) {
  PortParams port;
  port.data_credits = 15;
  EXPECT_THAT(test::error_of([&] { port.validate("sw.port_1", core::Bytes(256)); }),
              AllOf(HasSubstr("sw.port_1"), HasSubstr("data_credits"), HasSubstr("15"),
                    HasSubstr("at least 16 for one TLP of 256 B")));
  port.data_credits = 16;
  port.validate("sw.port_1", core::Bytes(256));
  port.header_credits = 0;
  EXPECT_THAT(test::error_of([&] { port.validate("p", core::Bytes(256)); }),
              HasSubstr("p.header_credits = 0: expected 1 ... 65536"));
}

TEST(PcieParams, SwitchChecksEveryPort) {
  SwitchParams params = three_ports();
  params.ports[2].data_credits = 3;
  EXPECT_THAT(test::error_of([&] { params.validate("plx_a"); }), HasSubstr("plx_a.port_2"));
}

TEST(PcieParams, SwitchIsRefusedAtElaboration) {
  SwitchParams params = three_ports();
  params.ports[0].header_credits = 0;
  TlpPool pool;
  EXPECT_THAT(test::error_of([&] { Switch("sw", params, -1, RoutingTable{}, 1, pool); }),
              HasSubstr("sw.port_0"));
}

TEST(PcieParams, SplitPayloadIsAPowerOfTwo) {
  SwitchParams params = three_ports();
  for (const std::uint64_t bytes : {1ull, 8ull, 48ull, 65ull, 8192ull}) {
    params.split_payload = core::Bytes(bytes);
    EXPECT_THAT(test::error_of([&] { params.validate("rc"); }),
                AllOf(HasSubstr("split_payload"), HasSubstr("16 B ... 4 KiB")))
        << bytes;
  }
  for (const std::uint64_t bytes : {0ull, 16ull, 64ull, 4096ull}) {
    params.split_payload = core::Bytes(bytes);
    params.validate("rc");
  }
}

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
}  // namespace gf::hw::pcie::params_test

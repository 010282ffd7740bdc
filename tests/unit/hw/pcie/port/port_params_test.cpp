// SPDX-License-Identifier: Apache-2.0
// What cannot work is refused before anything is built: object, field, value, legal range.
#include "hw/pcie/port/port_params.h"

#include "hw/pcie/device/endpoint.h"
#include "hw/pcie/switch/pcie_switch.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/three_ports.h"

namespace gf::hw::pcie::port_params_test {
namespace {

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

}  // namespace
}  // namespace gf::hw::pcie::port_params_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/requester.h"

#include <gmock/gmock.h>
#include <set>

#include "hw/pcie/device/endpoint.h"
#include "tests/support/endpoint_pair.h"
#include "tests/support/lt_initiator.h"

namespace gf::hw::pcie::requester_test {
namespace {

using namespace endpoint_pair;  // NOLINT: what these tests share

constexpr std::uint64_t kPage = 4096;

struct Cut {
  std::uint64_t address;
  std::uint32_t bytes;
};
class Cuts : public EndpointTest, public testing::WithParamInterface<Cut> {};

TEST_P(Cuts, WritesKeepToMaxPayloadAndPages) {
  build({});
  // The device does not tell the requester that its write has ended: the call does not return.
  use_host([&](test::LtInitiator& self) {
    self.write(GetParam().address, std::vector<std::uint8_t>(GetParam().bytes, 7));
  });
  sc_core::sc_start();
  std::uint64_t next = GetParam().address;
  for (const auto& seen : device_->seen) {
    EXPECT_EQ(seen.tlp.type, TlpType::kMemoryWrite);
    EXPECT_EQ(seen.tlp.address, next);
    EXPECT_LE(seen.tlp.payload_bytes, 256u);
    EXPECT_EQ(next / kPage, (next + seen.tlp.payload_bytes - 1) / kPage) << "crosses a page";
    next += seen.tlp.payload_bytes;
  }
  EXPECT_EQ(next, GetParam().address + GetParam().bytes);
}

TEST_P(Cuts, ReadRequestsKeepToTheirLimitAndPages) {
  EndpointParams params;
  params.requester.tags = 1024;
  build(params);
  std::vector<std::uint8_t> bytes(GetParam().bytes);
  use_host([&](test::LtInitiator& self) { self.read(GetParam().address, bytes); });
  sc_core::sc_start();
  std::uint64_t next = GetParam().address;
  std::set<unsigned> tags;
  for (const auto& seen : device_->seen) {
    EXPECT_EQ(seen.tlp.type, TlpType::kMemoryRead);
    EXPECT_EQ(seen.tlp.payload_bytes, 0u);
    EXPECT_EQ(seen.tlp.address, next);
    EXPECT_LE(seen.tlp.length, 512u);
    EXPECT_EQ(next / kPage, (next + seen.tlp.length - 1) / kPage) << "crosses a page";
    EXPECT_TRUE(tags.insert(seen.tlp.tag).second) << "tag in use";
    next += seen.tlp.length;
  }
  EXPECT_EQ(next, GetParam().address + GetParam().bytes);
}

INSTANTIATE_TEST_SUITE_P(Places, Cuts,
                         testing::Values(Cut{kFar, 1}, Cut{kFar, 256}, Cut{kFar, 257},
                                         Cut{kFar + 4095, 2}, Cut{kFar + 3, 4096},
                                         Cut{kFar + 4000, 9000}, Cut{kFar + 511, 1025},
                                         Cut{kFar + 65535, 65536}));

TEST_F(EndpointTest, TagsAreExhaustedAndUsedAgain) {
  EndpointParams params;
  params.requester.tags = 4;
  build(params);
  std::vector<std::uint8_t> bytes(10 * 512);
  use_host(
      [&](test::LtInitiator& self) { EXPECT_EQ(self.read(kFar, bytes), tlm::TLM_OK_RESPONSE); });
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 4u) << "as many reads as tags";
  EXPECT_FALSE(endpoint_->requester.idle());
  complete(device_->seen[2].tlp);
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 5u);
  EXPECT_EQ(device_->seen[4].tlp.tag, device_->seen[2].tlp.tag);
  std::set<std::size_t> answered = {2};
  while (answered.size() < 10) {
    for (std::size_t i = 0; i < device_->seen.size(); ++i) {
      if (answered.insert(i).second) complete(device_->seen[i].tlp);
    }
    sc_core::sc_start();
  }
  EXPECT_TRUE(host_->done);
  EXPECT_EQ(device_->seen.size(), 10u);
  EXPECT_TRUE(core::pending_waits().empty());
}

}  // namespace
}  // namespace gf::hw::pcie::requester_test

// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/device/tlp_queue.h hw/pcie/port/tlp_source.h
#include "hw/pcie/device/read_completer.h"

#include <gmock/gmock.h>
#include <map>

#include "hw/pcie/device/endpoint.h"
#include "tests/support/endpoint_pair.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/tlp_device.h"

namespace gf::hw::pcie::read_completer_test {
namespace {

using endpoint_pair::EndpointTest;

class Completions : public EndpointTest, public testing::WithParamInterface<std::uint64_t> {};

TEST_P(Completions, EndAtTheReadCompletionBoundary) {
  const std::uint64_t boundary = GetParam();
  EndpointParams params;
  params.completer.completion_boundary = core::Bytes(boundary);
  build(params);
  const std::pair<std::uint64_t, std::uint32_t> reads[] = {
      {0, 512}, {0, 64}, {1, 1}, {60, 200}, {127, 2}, {130, 512}, {4000, 96}, {100, 4096 - 100}};
  std::uint16_t tag = 0;
  for (const auto& [offset, length] : reads) read(offset, length, tag++);
  sc_core::sc_start();
  std::map<unsigned, std::uint32_t> done;
  for (const auto& seen : device_->seen) {
    const Tlp& tlp = seen.tlp;
    const auto [offset, length] = reads[tlp.tag];
    EXPECT_EQ(tlp.type, TlpType::kCompletionData);
    EXPECT_EQ(tlp.requester, 0x900u);
    EXPECT_EQ(tlp.completer, 0x100u);
    EXPECT_EQ(tlp.offset, done[tlp.tag]) << "in address order";
    EXPECT_LE(tlp.payload_bytes, 256u);
    done[tlp.tag] += tlp.payload_bytes;
    EXPECT_EQ(tlp.last, done[tlp.tag] == length);
    if (!tlp.last) {
      EXPECT_EQ((offset + done[tlp.tag]) % boundary, 0u) << "read " << tlp.tag;
    }
  }
  for (std::uint16_t t = 0; t < tag; ++t) EXPECT_EQ(done[t], reads[t].second);
  EXPECT_EQ(pool_.in_use(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Boundaries, Completions, testing::Values(64, 128));

}  // namespace
}  // namespace gf::hw::pcie::read_completer_test

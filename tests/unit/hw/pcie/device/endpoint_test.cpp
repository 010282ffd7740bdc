// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/device/requester* hw/pcie/device/tlp_queue.h hw/pcie/port/tlp_source.h hw/pcie/device/device_port.h
// How an endpoint cuts accesses into TLPs, seen by a device at the other end of its link.
#include "hw/pcie/device/endpoint.h"

#include <gmock/gmock.h>
#include <map>
#include <set>

#include "tests/support/lt_initiator.h"
#include "tests/support/tlp_device.h"

namespace gf::hw::pcie::endpoint_test {
namespace {

constexpr std::uint64_t kFar = 0x40000000;  // an address beyond the link
constexpr std::uint64_t kPage = 4096;

class EndpointTest : public testing::Test {
 protected:
  void build(const EndpointParams& params) {
    endpoint_ = std::make_unique<Endpoint>("gpu", params, 1, pool_);
    endpoint_->configure(0x100, {0x80000000, 0x80000000 + params.bar.count() - 1});
    device_ = std::make_unique<test::TlpDevice>("device", params.port.link,
                                                params.port.credit_limits(), pool_);
    endpoint_->egress.tx.connect(device_->rx);
    device_->egress.tx.connect(endpoint_->rx);
  }
  void use_host(std::function<void(test::LtInitiator&)> program) {
    host_ = std::make_unique<test::LtInitiator>("host", std::move(program));
    host_->socket.bind(endpoint_->requester.socket);
  }
  /// Sends a read of the endpoint's memory.
  void read(std::uint64_t offset, std::uint32_t length, std::uint16_t tag) {
    Tlp& tlp = device_->make(TlpType::kMemoryRead, 0x80000000 + offset, length);
    tlp.tag = tag;
    tlp.requester = 0x900;
    device_->send(tlp);
  }
  /// Answers the read `request` with zeros.
  void complete(const Tlp& request) {
    Tlp& tlp = device_->make(TlpType::kCompletionData, request.address, request.length);
    tlp.tag = request.tag;
    tlp.requester = request.requester;
    tlp.last = true;
    device_->send(tlp);
  }

  TlpPool pool_;
  std::unique_ptr<Endpoint> endpoint_;
  std::unique_ptr<test::TlpDevice> device_;
  std::unique_ptr<test::LtInitiator> host_;
};

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

TEST_F(EndpointTest, CopiesAreCutAtMultiplesOfMaxPayloadAndWrapInTheWindow) {
  build({});
  Flow flow;
  flow.bytes = 2000;
  endpoint_->copy_engine.submit({&flow, {kFar, kFar + 1023}, 0, 100});
  sc_core::sc_start();
  std::uint64_t position = 100;
  std::uint64_t sum = 0;
  for (const auto& seen : device_->seen) {
    EXPECT_EQ(seen.tlp.address, kFar + position % 1024);
    EXPECT_LE(seen.tlp.address + seen.tlp.payload_bytes, kFar + 1024) << "leaves the window";
    EXPECT_LE(seen.tlp.payload_bytes, 256u);
    position += seen.tlp.payload_bytes;
    sum += seen.tlp.payload_bytes;
    EXPECT_EQ(seen.tlp.last, sum == 2000);
  }
  EXPECT_EQ(sum, 2000u);
}

TEST_F(EndpointTest, EmptyCopyIsOneEmptyWrite) {
  build({});
  Flow flow;
  endpoint_->copy_engine.submit({&flow, {kFar, kFar + 1023}, 0, 0});
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 1u);
  EXPECT_EQ(device_->seen[0].tlp.payload_bytes, 0u);
  EXPECT_TRUE(device_->seen[0].tlp.last);
  EXPECT_TRUE(endpoint_->copy_engine.idle());
}

TEST_F(EndpointTest, CopyEngineServesFirstComeFirstServedOneAtATime) {
  build({});
  Flow flows[3];
  for (unsigned i = 0; i < 3; ++i) {
    flows[i].bytes = 1000;
    endpoint_->copy_engine.submit({&flows[i], {kFar + i * 0x10000, kFar + i * 0x10000 + 0xFFFF}});
  }
  sc_core::sc_start();
  std::uint64_t last = 0;
  for (const auto& seen : device_->seen) {
    EXPECT_GE(seen.tlp.address, last) << "mixed two copies";
    last = seen.tlp.address;
  }
  EXPECT_LT(flows[0].first_sent, flows[1].first_sent);
  EXPECT_LT(flows[1].first_sent, flows[2].first_sent);
  EXPECT_EQ(endpoint_->copy_engine.stats().copies.value(), 3u);
  EXPECT_EQ(endpoint_->copy_engine.stats().bytes.value(), 3000u);
}

TEST_F(EndpointTest, SlowLocalMemoryHoldsTheCopyEngineBack) {
  EndpointParams params;
  params.copy.rate = core::ByteRate(1e9);
  build(params);
  Flow flow;
  flow.bytes = 1024;
  endpoint_->copy_engine.submit({&flow, {kFar, kFar + 0xFFFF}});
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(device_->seen[i].tail - device_->seen[i - 1].tail,
              sc_core::sc_time(256, sc_core::SC_NS).value());
  }
}

TEST_F(EndpointTest, WindowWithoutMemoryReadsAsZero) {
  build({});
  read(0, 64, 1);
  sc_core::sc_start();
  ASSERT_EQ(device_->seen.size(), 1u);
  EXPECT_EQ(device_->seen[0].tlp.data, nullptr);
  EXPECT_EQ(device_->seen[0].tlp.status, CompletionStatus::kSuccess);
}

}  // namespace
}  // namespace gf::hw::pcie::endpoint_test

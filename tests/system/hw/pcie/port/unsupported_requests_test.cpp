// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/plug_in_bench.h"
#include "tests/support/set_access.h"

namespace gf::unsupported_requests_test {
namespace {

using namespace plug_in_bench;  // NOLINT: what these tests share
using test::AtInitiator;
using test::LtInitiator;

TEST_F(PlugIn, UnmappedAddressIsAnAddressErrorForReadAndWrite) {
  LtInitiator host("host", [](LtInitiator& self) {
    for (const std::uint64_t address : {kUnmapped, ~std::uint64_t{8191}, std::uint64_t{1} << 45}) {
      std::vector<std::uint8_t> bytes(100);
      EXPECT_EQ(self.read(address, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(self.write(address, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      bytes.resize(5000);  // several TLPs: one response
      EXPECT_EQ(self.read(address, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(self.write(address, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
  });
  plug(host, 2);
  run_to_the_end();
  EXPECT_TRUE(host.done);
  EXPECT_EQ(test::stat("gpu2.requester", "errors"), 12);
}

TEST_F(PlugIn, OnesOwnWindowIsNotReachedThroughTheFabric) {
  LtInitiator host("host", [this](LtInitiator& self) {
    std::vector<std::uint8_t> bytes(4);
    EXPECT_EQ(self.read(base(2), bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  plug(host, 2);
  run_to_the_end();
}

TEST_F(PlugIn, WhatTheMemoryRefusesComesBackAsAnAddressError) {
  LtInitiator host("host", [this](LtInitiator& self) {
    for (unsigned gpu : {1u, 2u, 3u, 4u, 5u, 6u, 7u}) {
      std::vector<std::uint8_t> bytes(3000);
      const std::uint64_t beyond = base(gpu) + kMemory;
      EXPECT_EQ(self.read(beyond, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE) << gpu;
      EXPECT_EQ(self.write(beyond, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE) << gpu;
      // The first part is inside, the last part is not.
      EXPECT_EQ(self.read(beyond - 1000, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE) << gpu;
      EXPECT_EQ(self.write(beyond - 1000, bytes), tlm::TLM_ADDRESS_ERROR_RESPONSE) << gpu;
      EXPECT_EQ(self.read(beyond - 3000, bytes), tlm::TLM_OK_RESPONSE) << gpu;
    }
  });
  plug(host, 0);
  run_to_the_end();
  EXPECT_TRUE(host.done);
}

TEST_F(PlugIn, ByteEnablesAndStreamingAreRefused) {
  LtInitiator host("host", [this](LtInitiator& self) {
    std::vector<std::uint8_t> bytes(64);
    std::uint8_t enable = 0xFF;
    tlm::tlm_generic_payload payload;
    test::set_access(payload, tlm::TLM_WRITE_COMMAND, base(5), bytes.data(), 64);
    payload.set_byte_enable_ptr(&enable);
    payload.set_byte_enable_length(1);
    EXPECT_EQ(self.transport(payload), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_streaming_width(8);
    EXPECT_EQ(self.transport(payload), tlm::TLM_BURST_ERROR_RESPONSE);
    payload.set_streaming_width(64);
    payload.set_data_length(0);
    EXPECT_EQ(self.transport(payload), tlm::TLM_BURST_ERROR_RESPONSE);
  });
  plug(host, 0);
  run_to_the_end();
  EXPECT_EQ(test::stat("gpu0.egress", "tlps"), 0);
}

TEST_F(PlugIn, RefusalsKeepToTheProtocolOfAnAtInitiator) {
  AtInitiator initiator("at");
  plug(initiator, 7);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::vector<AtInitiator::Access*> accesses;
  for (int i = 0; i < 10; ++i) {
    accesses.push_back(&initiator.issue(tlm::TLM_READ_COMMAND, kUnmapped, {1, 2, 3}));
    accesses.push_back(&initiator.issue(tlm::TLM_WRITE_COMMAND, base(0), {1, 2, 3}));
    accesses.push_back(&initiator.issue(tlm::TLM_WRITE_COMMAND, base(0), {}));
  }
  run_to_the_end();
  for (std::size_t i = 0; i < accesses.size(); i += 3) {
    EXPECT_EQ(accesses[i]->status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(accesses[i + 1]->status, tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(accesses[i + 2]->status, tlm::TLM_BURST_ERROR_RESPONSE);
  }
}

}  // namespace
}  // namespace gf::unsupported_requests_test

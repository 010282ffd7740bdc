// SPDX-License-Identifier: Apache-2.0
// One knob is turned, the statistic that it should move moves, in the direction that it should.
#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/pcie_outcomes.h"

namespace gf::copy_engine_test {
namespace {

using namespace pcie_outcomes;  // NOLINT: what these tests share

TEST(Sensitivity, HalfTheRateTwiceTheTime) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome half =
      run(kOne, [](PcieBench& b) { b.each_link([](LinkParams& l) { l.rate = l.rate * 0.5; }); });
  EXPECT_NEAR(half.ends[0] / base.ends[0], 2.0, 0.03);
}

TEST(Sensitivity, EfficiencyIsBandwidth) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome full =
      run(kOne, [](PcieBench& b) { b.each_link([](LinkParams& l) { l.efficiency = 1.0; }); });
  EXPECT_NEAR(full.ends[0] / base.ends[0], LinkParams{}.efficiency, 0.01);
}

TEST(Sensitivity, OneSlowLinkIsEnough) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome slow = run(kOne, [](PcieBench& b) {
    LinkParams& link = b.bridge("plx_a").ports[1].link;
    link.rate = link.rate * 0.5;
  });
  EXPECT_NEAR(slow.ends[0] / base.ends[0], 2.0, 0.03);
  EXPECT_GT(slow.no_credit, base.no_credit) << "buffers before it fill up";
}

TEST(Sensitivity, SetupDelaysEveryCopy) {
  const Flows two = {{0, 2, 256}, {0, 2, 256}};
  const Outcome base = run(two, kUnchanged);
  const Outcome slow = run(two, [](PcieBench& b) {
    b.each_endpoint([](EndpointParams& e) { e.copy.setup = {3, sc_core::SC_US}; });
  });
  EXPECT_NEAR(slow.ends[0] - base.ends[0], 2000, 1e-3);
  EXPECT_NEAR(slow.ends[1] - base.ends[1], 4000, 1e-3);
}

TEST(Sensitivity, SmallerPiecesCostMoreBandwidthAtTheRootComplex) {
  const Flows crossing = {{0, 4, kLong}};
  const auto with = [](std::uint64_t bytes) {
    return [bytes](PcieBench& b) { b.bridge("rc").split_payload = core::Bytes(bytes); };
  };
  const Outcome none = run(crossing, with(0));
  const Outcome by_128 = run(crossing, with(128));
  const Outcome by_64 = run(crossing, with(64));
  const Outcome by_32 = run(crossing, with(32));
  EXPECT_EQ(none.split, 0);
  EXPECT_EQ(by_64.split, kLong / 256);
  // The wire carries payload + 20 B a piece.
  EXPECT_NEAR(by_128.ends[0] / none.ends[0], (148.0 / 128) / (276.0 / 256), 0.01);
  EXPECT_NEAR(by_64.ends[0] / none.ends[0], (84.0 / 64) / (276.0 / 256), 0.01);
  EXPECT_NEAR(by_32.ends[0] / none.ends[0], (52.0 / 32) / (276.0 / 256), 0.02);
}

TEST(Sensitivity, SmallerPayloadsCarryMoreOverhead) {
  const Outcome base = run(kOne, kUnchanged);
  const Outcome small = run(kOne, [](PcieBench& b) {
    b.each_endpoint([](EndpointParams& e) { e.copy.max_payload = core::Bytes(128); });
  });
  EXPECT_NEAR(small.ends[0] / base.ends[0], (148.0 / 128) / (276.0 / 256), 0.01);
}

/// Time of a 64 KiB read of GPU 4 by GPU 0, in ns.
template <class Set>
double read_time(const Set& set) {
  return test::in_child([&] {
    PcieBench bench("t2");
    set(bench);
    double took = 0;
    const std::uint64_t address = bench.gpu(4).window().first;
    test::LtInitiator host("host", [&](test::LtInitiator& self) {
      std::vector<std::uint8_t> bytes(65536);
      EXPECT_EQ(self.read(address, bytes), tlm::TLM_OK_RESPONSE);
      took = self.took.to_seconds() * 1e9;
    });
    host.socket.bind(bench.gpu(0).requester.socket);
    sc_core::sc_start();
    bench.expect_quiescent();
    return std::vector<double>{took};
  })[0];
}

TEST(Sensitivity, ReadBandwidthNeedsTagsAndLongRequests) {
  const double base = read_time(kUnchanged);
  const double two_tags = read_time(
      [](PcieBench& b) { b.each_endpoint([](EndpointParams& e) { e.requester.tags = 2; }); });
  const double short_requests = read_time([](PcieBench& b) {
    b.each_endpoint([](EndpointParams& e) {
      e.requester.max_read_request = core::Bytes(64);
      e.requester.tags = 8;
    });
  });
  EXPECT_GT(two_tags, 4 * base);
  EXPECT_GT(short_requests, 2 * base);
}

}  // namespace
}  // namespace gf::copy_engine_test

// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/routing_table.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace gf::hw::pcie::routing_table_test {
namespace {

/// Ports 0 and 1 lead down to 0x1000 ... 0x1FFF, buses 4-5, and 0x3000 ... 0x3FFF, buses 6-9.
RoutingTable two_ports() {
  RoutingTable table;
  table.add_downstream(1, {0x3000, 0x3FFF}, 6, 9);
  table.add_downstream(0, {0x1000, 0x1FFF}, 4, 5);
  return table;
}

Tlp completion_to(unsigned bus) {
  Tlp tlp;
  tlp.type = TlpType::kCompletionData;
  tlp.requester = bus << 8;
  return tlp;
}

TEST(RoutingTable, BothEndsOfAWindowBelongToIt) {
  const RoutingTable table = two_ports();
  EXPECT_EQ(table.port_for_address(0x1000, 9), 0);
  EXPECT_EQ(table.port_for_address(0x1FFF, 9), 0);
  EXPECT_EQ(table.port_for_address(0x3000, 9), 1);
  EXPECT_EQ(table.port_for_address(0x3FFF, 9), 1);
}

TEST(RoutingTable, WhatNoWindowClaimsGoesUpOrNowhere) {
  RoutingTable table = two_ports();
  for (const std::uint64_t address : {0x0ull, 0xFFFull, 0x2000ull, 0x2FFFull, 0x4000ull, ~0ull}) {
    EXPECT_EQ(table.port_for_address(address, 0), RoutingTable::kUnsupported) << address;
  }
  table.set_upstream(2);
  for (const std::uint64_t address : {0x0ull, 0x2000ull, 0x4000ull, ~0ull}) {
    EXPECT_EQ(table.port_for_address(address, 0), 2) << address;
    EXPECT_EQ(table.port_for_address(address, 2), RoutingTable::kUnsupported) << "down again";
  }
}

TEST(RoutingTable, NeverBackWhereItCameFrom) {
  EXPECT_EQ(two_ports().port_for_address(0x1000, 0), RoutingTable::kUnsupported);
}

TEST(RoutingTable, RedirectedPeersMeetAtTheRootComplex) {
  RoutingTable below = two_ports();
  below.redirect_up();
  EXPECT_EQ(below.port_for_address(0x3000, 0), 1) << "nothing is above";
  below.set_upstream(2);
  EXPECT_EQ(below.port_for_address(0x3000, 0), 2);
  EXPECT_EQ(below.port_for(completion_to(6), 0), 2);
  EXPECT_EQ(below.port_for_address(0x3000, 2), 1) << "from above it goes down";
  RoutingTable root = two_ports();
  root.reflect();
  EXPECT_EQ(root.port_for_address(0x1000, 0), 0);
  EXPECT_EQ(root.port_for(completion_to(5), 0), 0);
  EXPECT_EQ(root.port_for_address(0x2000, 0), RoutingTable::kUnsupported);
}

TEST(RoutingTable, RequestsGoByAddressCompletionsById) {
  RoutingTable table = two_ports();
  table.set_upstream(2);
  Tlp tlp = completion_to(6);
  tlp.address = 0x1000;
  EXPECT_EQ(table.port_for(tlp, 0), 1);
  tlp.type = TlpType::kMemoryRead;
  EXPECT_EQ(table.port_for(tlp, 1), 0);
}

TEST(RoutingTable, BusRangesIncludeBothEnds) {
  RoutingTable table = two_ports();
  table.set_upstream(2);
  const int expected[] = {2, 2, 2, 2, 0, 0, 1, 1, 1, 1, 2};
  for (unsigned bus = 0; bus <= 10; ++bus) {
    EXPECT_EQ(table.port_for(completion_to(bus), 7), expected[bus]) << bus;
  }
}

TEST(RoutingTable, OverlappingWindowsAreABug) {
  RoutingTable table = two_ports();
  EXPECT_THROW(table.add_downstream(2, {0x1FFF, 0x2FFF}, 10, 11), std::logic_error);
}

}  // namespace
}  // namespace gf::hw::pcie::routing_table_test

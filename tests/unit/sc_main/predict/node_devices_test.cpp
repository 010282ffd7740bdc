// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/node_devices.h"

#include <sstream>

#include "tests/support/matchers.h"
#include "tlm_models/link/device_name.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::app::node_devices_test {
namespace {

constexpr unsigned kHost0 = model::kFirstHost, kHost1 = model::kFirstHost + 1;

NodeDevices node_of(const std::string& text) {
  std::istringstream in(text);
  return NodeDevices(
      std::make_shared<const model::MachinePlan>(model::read_machine(in, "node.ini")));
}

/// Two sockets with a GPU and a memory each.
const std::string kTwoSockets =
    "[rc[0..1]]\nkind = root_complex\nmemory = 100 GB/s 100 ns\nchildren = gpu[0..1]\n"
    "[rc0]\nlinks = rc1 socket\n";

TEST(NodeDevices, GpusHaveTheNumbersOfTheirNamesAndTheRanksOfTheFile) {
  const NodeDevices node = node_of("ranks = gpu1, gpu0\n" + kTwoSockets);
  EXPECT_EQ(node.name_of(0), "gpu0");
  EXPECT_EQ(node.rank_of(0), 1u);
  EXPECT_EQ(node.rank_of(1), 0u);
}

TEST(NodeDevices, HostsAreNearOrFar) {
  const NodeDevices node = node_of("ranks = gpu1, gpu0\n" + kTwoSockets);
  ASSERT_EQ(node.hosts(), 2u);
  EXPECT_EQ(node.name_of(kHost1), "host1");
  EXPECT_EQ(node.near_host(0), kHost0);
  EXPECT_EQ(node.near_host(1), kHost1);
  EXPECT_EQ(node.path_of(kHost0, 0), "PHB");
  EXPECT_EQ(node.path_of(0, kHost1), "SYS");
  EXPECT_EQ(node.path_of(0, 1), "SYS");
}

TEST(NodeDevices, AHostOnAnotherTreeIsNotJoined) {
  const NodeDevices node = node_of(
      "[rc[0..1]]\nkind = root_complex\n[rc0]\nmemory = 100 GB/s 100 ns\nchildren = gpu0\n[rc1]\n"
      "children = gpu1\n[gpu0]\nlinks = gpu1 nvlink3\n[gpu[0..1]]\npreset = v100\n");
  EXPECT_TRUE(node.joins(kHost0, 0));
  EXPECT_FALSE(node.joins(kHost0, 1));
  EXPECT_FALSE(node.near_host(1));
  EXPECT_TRUE(node.joins(0, 1)) << "by NVLink";
}

TEST(NodeDevices, GpusRelayToGpusOnly) {
  const std::string apart =
      "[rc[0..1]]\nkind = root_complex\n[rc0]\nmemory = 100 GB/s 100 ns\nchildren = gpu0\n[rc1]\n"
      "children = gpu2\n[gpu1]\nlinks = gpu0 nvlink3, gpu2 nvlink3\n[gpu[0..2]]\npreset = v100\n";
  EXPECT_FALSE(node_of(apart).joins(0, 2));
  const NodeDevices relays = node_of("relays = nearest\n" + apart);
  EXPECT_TRUE(relays.joins(0, 2));
  EXPECT_FALSE(relays.joins(kHost0, 2));
}

TEST(NodeDevices, PeersAreThoseOfTheFile) {
  EXPECT_TRUE(node_of(kTwoSockets).are_peers(0, 1));
  EXPECT_FALSE(node_of("p2p = off\n" + kTwoSockets).are_peers(0, 1));
  EXPECT_FALSE(node_of("p2p_level = PHB\n" + kTwoSockets).are_peers(0, 1));
}

}  // namespace
}  // namespace gf::app::node_devices_test

// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/collectives/search_rates.h workloads/collectives/channel_names.h
#include "workloads/collectives/channel_links.h"

#include "tests/support/errors.h"
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_presets.h"
#include "workloads/collectives/channel_names.h"

namespace gf::model::channel_links_test {
namespace {

using machine_reading::read;

const std::string kSockets =
    "[rc[0..1]]\nkind = root_complex\ncpu = xeon_skylake\nchildren = plx[0..1] pcie gen3 x16\n"
    "[rc0]\nlinks = rc1 socket\n"
    "[plx[0..1]]\nchildren = gpu[0..3] pcie gen3 x16, nic[0..1] pcie gen3 x16\n"
    "[nic[0..1]]\nkind = nic\n[gpu[0..3]]\npreset = v100\n";

TEST(ChannelLinks, PathsHaveNcclsTypesAndRates) {
  const ChannelLinks links(read(kSockets));
  EXPECT_EQ(links.between(0, 1).type, ChannelPath::kPix);
  EXPECT_EQ(links.between(0, 1).rate, 12'000);
  EXPECT_EQ(links.between(0, 2).type, ChannelPath::kSys);
  EXPECT_EQ(links.between(0, 2).rate, 10'000) << "UPI of a Skylake, not its PCIe";
  EXPECT_TRUE(links.between(0, 2).intel);
  EXPECT_EQ(links.between(0, 2).links.size(), 5u);
  EXPECT_EQ(links.to_nic(1, 0).type, ChannelPath::kPix);
  EXPECT_EQ(links.to_nic(1, 1).type, ChannelPath::kSys);
  EXPECT_EQ(links.widest_gpu(), 12'000);
}

TEST(ChannelLinks, AnotherGpuRelaysOverNvlinkOnly) {
  const ChannelLinks links(read(kSockets +
                                "[gpu0]\nlinks = gpu1 nvlink2 x2\n[gpu1]\nlinks = gpu2 nvlink2 x1\n"
                                "[gpu2]\nlinks = gpu3 nvlink2 x1\n"));
  EXPECT_EQ(links.between(0, 1).type, ChannelPath::kNvlink);
  EXPECT_EQ(links.between(0, 1).rate, 40'000);
  EXPECT_EQ(links.between(0, 2).type, ChannelPath::kRelay);
  EXPECT_EQ(links.between(0, 2).rate, 20'000);
  EXPECT_EQ(links.between(0, 3).type, ChannelPath::kSys) << "two GPUs do not relay";
}

TEST(ChannelLinks, FarNicsAreReachedByTheGpuNearThem) {
  const ChannelLinks links(
      read(kSockets + "[s]\nkind = nvswitch\n[gpu[0..3]]\nlinks = s nvlink2 x6\n"));
  EXPECT_TRUE(links.has_nvswitch());
  EXPECT_EQ(links.between(0, 3).rate, 120'000);
  EXPECT_EQ(links.to_nic(0, 1).type, ChannelPath::kPxn);
  EXPECT_EQ(links.from_nic(1, 0).type, ChannelPath::kSys) << "what arrives goes straight on";
  EXPECT_THAT(links.local_nics(3), ElementsAre(1u));
  EXPECT_THAT(links.local_gpus(1), ElementsAre(2u, 3u));
}

TEST(ChannelLinks, GpusShareTheirNicsOut) {
  const ChannelLinks links(model::make_machine("dgx_h100"));
  std::vector<unsigned> preferred;
  for (unsigned gpu = 0; gpu < 4; ++gpu) preferred.push_back(links.preferred_nic(gpu, 0));
  EXPECT_THAT(preferred, ElementsAre(0u, 1u, 2u, 3u));
  EXPECT_EQ(links.preferred_nic(0, 1), 0u) << "as many NICs as GPUs: one each";
  EXPECT_EQ(links.preferring_gpu(3), 3u);
}

TEST(ChannelLinks, SwitchesOfOneNumaNodeAndCpusOfOneNumberAreOne) {
  const std::string two = "[rc[0..1]]\nkind = root_complex\nnuma = 0\nchildren = gpu[0..1]\n";
  EXPECT_EQ(ChannelLinks(read(two)).between(0, 1).type, ChannelPath::kPhb);
  const std::string apart = "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1]\n";
  EXPECT_EQ(ChannelLinks(read(apart)).between(0, 1).type, ChannelPath::kNone);
}

TEST(ChannelLinks, GpusOnALinkToTheirCpuReachItsNics) {
  const ChannelLinks links(
      read("[rc[0..1]]\nkind = root_complex\ncpu = grace\nchildren = gpu[0..1] 450 GB/s 100 ns, "
           "nic[0..1] pcie gen5 x16\n[nic[0..1]]\nkind = nic\n[gpu[0..1]]\npreset = b200\n"));
  EXPECT_EQ(links.to_nic(0, 0).type, ChannelPath::kP2c);
  EXPECT_EQ(links.host_rate(0), 450'000);
}

TEST(ChannelLinks, WithoutPeerToPeerGpusGoThroughTheirCpu) {
  const std::string joined = kSockets + "[gpu0]\nlinks = gpu2 nvlink2 x1\n";
  const ChannelLinks links(read("p2p = off\n" + joined));
  EXPECT_EQ(links.between(0, 1).type, ChannelPath::kPhb) << "although they share a switch";
  EXPECT_EQ(links.between(0, 1).links.size(), 4u);
  EXPECT_TRUE(links.between(0, 1).intel);
  EXPECT_EQ(links.between(0, 2).type, ChannelPath::kNvlink);
  EXPECT_EQ(ChannelLinks(read("p2p_level = PIX\n" + joined)).between(0, 1).links.size(), 2u);
  EXPECT_EQ(ChannelLinks(read("p2p_level = LOC\n" + joined)).between(0, 2).type, ChannelPath::kSys);
}

TEST(ChannelLinks, RanksDoNotMoveTheGpus) {
  const MachinePlan plan = read(
      "ranks = gpu1, gpu0\n[rc]\nkind = root_complex\n"
      "children = gpu[0..1]\n");
  const ChannelLinks links(plan);
  EXPECT_EQ(links.rank(0), 1u);
  EXPECT_THAT(gpu_numbers(plan), ElementsAre(1u, 0u)) << "by rank";
  EXPECT_EQ(plan.devices[gpus_in_order(plan)[0]].name, "gpu0");
}

TEST(ChannelLinks, RatesAreThoseOfTheGeneration) {
  PlannedDevice gpu;
  gpu.preset = "h100_pcie";
  EXPECT_EQ(compute_capability(gpu), 90u);
  gpu.preset = "mine.ini";
  gpu.nvlinks = link_spec("nvlink1 x4");
  EXPECT_EQ(compute_capability(gpu), 60u);
  EXPECT_EQ(nvlink_search_rate(*gpu.nvlinks, 60), 72'000);
  EXPECT_EQ(nvlink_search_rate(*link_spec("nvlink3 x4"), 86), 48'000);
  EXPECT_EQ(nvlink_search_rate(*link_spec("xgmi3 x7"), 80), 336'000);
  EXPECT_EQ(pcie_search_rate(link_spec("pcie gen4 x8")), 12'000);
  EXPECT_EQ(pcie_search_rate(link_spec("10 GB/s 100 ns")), 8'000);
  EXPECT_GT(channel_speeds(100, false).front(), channel_speeds(90, false).front());
  EXPECT_LT(channel_speeds(70, true).back(), channel_speeds(70, false).back());
}

TEST(ChannelLinks, RefusesMachinesWithoutGpus) {
  EXPECT_EQ(test::error_of([] {
              ChannelLinks(read("[rc]\nkind = root_complex\nchildren = n\n[n]\nkind = nic\n"));
            }),
            "m: channels join 1 ... 256 GPUs; this machine has 0");
}

}  // namespace
}  // namespace gf::model::channel_links_test

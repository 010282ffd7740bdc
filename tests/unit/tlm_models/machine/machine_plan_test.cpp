// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_plan.h"

#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::model::machine_plan_test {
namespace {

using namespace machine_reading;  // NOLINT: what these tests share

TEST(MachineReader, RanksNumberTheGpus) {
  const std::string sw = "[sw]\nchildren = gpu[0..2]\n";
  const MachinePlan plan = read("ranks = gpu2, gpu[0..1]\n" + sw);
  EXPECT_THAT(names_of(plan, plan.of_kind(DeviceKind::kGpu)), ElementsAre("gpu2", "gpu0", "gpu1"));
  EXPECT_EQ(pcie_trees(plan)[0].tree.node(pcie_trees(plan)[0].tree.device_node(0)).name, "gpu2");
  EXPECT_THAT(refusal("ranks = gpu[0..1]\n" + sw), HasSubstr("m.ini:1: 2 ranks for 3 GPUs"));
  EXPECT_THAT(refusal("ranks = gpu0, gpu0, gpu1\n" + sw), HasSubstr("'gpu0' as a rank"));
  EXPECT_THAT(refusal("ranks = sw\n" + sw), HasSubstr("'sw' as a rank"));
}

/// Two NICs, and what [network] says beside its kind.
std::string with_network(const std::string& says) {
  return "[s]\nchildren = gpu0, nic[0..1]\n[nic[0..1]]\nkind = nic\n[network]\nkind = torus\n" +
         says;
}

TEST(MachineReader, NicsOfTheNetworkComeFirst) {
  const MachinePlan all = read(with_network(""));
  EXPECT_THAT(all.network->nics, ElementsAre("nic0", "nic1"));
  EXPECT_EQ(all.network->nodes, 32u);  // of 64 places
  const MachinePlan one = read(with_network("nics = nic1\n"));
  EXPECT_THAT(one.network->nics, ElementsAre("nic1"));
  EXPECT_EQ(one.network->nodes, 64u);
  EXPECT_THAT(names_of(one, one.nics()), ElementsAre("nic1", "nic0"));
  EXPECT_THAT(names_of(all, all.nics()), ElementsAre("nic0", "nic1"));
}

TEST(MachineReader, WrongNicsOfTheNetworkAreRefused) {
  EXPECT_EQ(refusal(with_network("nics = nic9\n")),
            "m.ini:7: nics = nic9: no such NIC; this machine has nic0, nic1");
  EXPECT_THAT(refusal(with_network("nics = gpu0\n")), HasSubstr("nics = gpu0: no such NIC"));
  EXPECT_THAT(refusal(with_network("nics = nic0, nic0\n")), HasSubstr("nic0 is named twice"));
  EXPECT_THAT(refusal(with_network("nics = nic0 pcie gen3 x16\n")),
              HasSubstr("nic0 has a link; expected only names"));
  EXPECT_THAT(refusal("[s]\nchildren = g\n[network]\nkind = torus\nnics = a\n"),
              HasSubstr("this machine has none"));
  EXPECT_THAT(refusal(with_network("file = x.net\n")),
              AllOf(HasSubstr("m.ini:7"), HasSubstr("file = 'x.net' in a torus")));
}

}  // namespace
}  // namespace gf::model::machine_plan_test

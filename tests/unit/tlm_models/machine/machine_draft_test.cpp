// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/machine/machine_draft_hosts.cpp
#include "tlm_models/machine/machine_draft.h"

#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"

namespace gf::model::machine_draft_test {
namespace {

using namespace machine_reading;  // NOLINT: what these tests share

TEST(MachineReader, NamesThatPlatformsHaveAreNone) {
  for (const std::string own : {"memory", "software", "software_1"})
    EXPECT_THAT(refusal("[rc]\nkind = root_complex\nchildren = g pcie gen3 x16\n[" + own +
                        "]\npreset = k80\n"),
                AllOf(HasSubstr("m.ini:5"), HasSubstr("device name '" + own + "'"),
                      HasSubstr("which platforms use for parts")));
  EXPECT_EQ(read("[rc]\nchildren = memory_0 pcie gen3 x16\n").devices.size(), 2u);
}

TEST(MachineReader, AMemoryOfARootComplexIsAHostBelowIt) {
  const MachinePlan plan = read(
      "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..1]\nmemory = 50 GB/s 90 ns\n"
      "[rc0]\nlinks = rc1 socket\n");
  EXPECT_EQ(names_of(plan, plan.of_kind(DeviceKind::kHost)),
            (std::vector<std::string>{"host0", "host1"}));
  const PlannedDevice& host = plan.devices[plan.find("host1")];
  ASSERT_TRUE(host.memory);
  EXPECT_EQ(host.memory->rate, core::gigabytes_per_second(50));
  EXPECT_EQ(host.memory->latency, sc_core::sc_time(90, sc_core::SC_NS));
  EXPECT_EQ(host.memory->place.line, 4u);
  EXPECT_THAT(refusal("[a]\nchildren = g\nmemory = 50 GB/s 90 ns\n"),
              AllOf(HasSubstr("m.ini:3"), HasSubstr("only of root complexes, hosts and devices")));
  EXPECT_THAT(refusal("[a]\nkind = root_complex\nchildren = g\nmemory = 50 GB/s\n"),
              AllOf(HasSubstr("m.ini:4"), HasSubstr("RATE LATENCY")));
}

TEST(MachineReader, AHostOfItsOwnMayHaveAMemory) {
  const MachinePlan plan = read(
      "[rc]\nkind = root_complex\nchildren = g, ram 100 GB/s 10 ns\n[ram]\nkind = host\n"
      "memory = 50 GB/s 90 ns\n");
  EXPECT_EQ(plan.devices.size(), 3u);
  EXPECT_TRUE(plan.devices[plan.find("ram")].memory);
}

TEST(MachineReader, ADeviceHasAModelAndAWindow) {
  const MachinePlan plan = read(
      "[rc]\nkind = root_complex\nchildren = g, dev[0..1] pcie gen4 x8\n"
      "[dev[0..1]]\nkind = device\nmodel = ours\n[dev1]\nmemory = 64 MiB\n");
  EXPECT_EQ(names_of(plan, plan.of_kind(DeviceKind::kDevice)),
            (std::vector<std::string>{"dev0", "dev1"}));
  const PlannedModel& first = *plan.devices[plan.find("dev0")].model;
  EXPECT_EQ(first.name, "ours");
  EXPECT_EQ(first.window, core::mebibytes(1)) << "the least that a bridge passes on";
  EXPECT_EQ(first.place.line, 6u);
  EXPECT_EQ(plan.devices[plan.find("dev1")].model->window, core::mebibytes(64));
}

TEST(MachineReader, PathsOfCopiesAreParameters) {
  const MachinePlan plan = read("p2p_level = PIX\nacs = redirect\n[a]\nchildren = g\n");
  ASSERT_EQ(plan.parameters.size(), 2u);
  EXPECT_EQ(plan.parameters[0].name, "p2p_level");
  EXPECT_EQ(plan.parameters[1].value, "redirect");
}

TEST(MachineReader, ErrorsNameThePlaceAndWhatIsLegal) {
  const std::vector<std::pair<const char*, std::vector<const char*>>> cases{
      {"", {"m.ini:1", "no device"}},
      {"x = 1\n", {"m.ini:1", "unknown key 'x'"}},
      {"[a]\nchildren = g\ncolour = red\n", {"m.ini:3", "a.colour", "nvlinks"}},
      {"[a]\nkind = router\n", {"m.ini:2", "router", "nvswitch"}},
      {"[a]\nchildren = g pcie gen9 x16\n", {"m.ini:2", "pcie gen9 x16", "gen5"}},
      {"[a]\nchildren = g,,h\n", {"m.ini:2", "empty name"}},
      {"[a]\nchildren = g[0..2\n", {"m.ini:2", "g[0..2", "gpu[0..7]"}},
      {"[a[0..1]]\nchildren = g[0..2]\n", {"m.ini:2", "3 children for 2 parents"}},
      {"[a]\nchildren = g\nchildren = h\n", {"m.ini:3", "a.children", "line 2"}},
      {"[a]\nchildren = g\n[b]\nchildren = g\n", {"m.ini:4", "two parents: a and b"}},
      {"[a]\nchildren = b\n[b]\nchildren = a\n", {"m.ini:2", "lead back"}},
      {"[9a]\nchildren = g\n", {"m.ini:2", "'9a'", "letters"}},
      {"[a]\nchildren = g nvlink2 x1\n", {"m.ini:2", "a - g", "cannot be part of a PCIe tree"}},
      {"[g]\nlinks = h nvlink2 x1\n", {"m.ini:2", "unknown device h"}},
      {"[g]\nlinks = g nvlink2 x1\n", {"m.ini:2", "to itself"}},
      {"[a]\nchildren = g, h\n[g]\nlinks = h\n", {"m.ini:4", "g - h has no kind"}},
      {"[a]\nchildren = g, h\n[g]\nlinks = h pcie gen3 x16\n",
       {"m.ini:4", "is a tree link outside"}},
      {"[a]\nchildren = g, h\n[g]\nlinks = h socket\n", {"m.ini:4", "between root complexes"}},
      {"[a]\nchildren = g\n[g]\nlinks = a nvlink2 x1\n", {"m.ini:4", "between GPUs"}},
      {"[g]\nkind = gpu\nchildren = h\n", {"m.ini:3", "gpu g has the child h"}},
      {"[a]\nchildren = g pcie gen4 x16\npcie = gen3 x16\n",
       {"m.ini:2", "a - g", "pcie gen4 x16", "a supports at most pcie gen3 x16"}},
      {"[a]\nchildren = g[0..2] pcie gen3 x16\nlanes = 40\n", {"m.ini:2", "40 lanes", "need 48"}},
      {"[a]\nchildren = g\nlanes = many\n", {"m.ini:3", "'many'", "4096"}},
      {"[a]\nchildren = g\npreset = v100\n", {"m.ini:3", "switch a has a preset"}},
      {"[rc]\nkind = root_complex\n", {"m.ini:2", "no children"}},
      {"[s]\nchildren = d\n[d]\nkind = device\n", {"m.ini:4", "d is a device without a model"}},
      {"[s]\nchildren = d\n[d]\nkind = device\nmodel =\n", {"m.ini:5", "model = NAME"}},
      {"[s]\nchildren = d\n[d]\nkind = device\nmodel = m\nmemory = 3 MiB\n",
       {"m.ini:6", "memory of device d = '3 MiB'", "a power of two from 1 MiB"}},
      {"[s]\nchildren = d\n[d]\nkind = device\nmodel = m\nmemory = 50 GB/s 90 ns\n",
       {"m.ini:6", "the size of its window"}},
      {"[s]\nchildren = g\n[g]\nmodel = m\n", {"m.ini:4", "model of gpu g", "kind = device"}},
      {"[d]\nkind = device\nmodel = m\nchildren = g\n", {"m.ini:4", "device d has the child g"}},
      {"[s]\nchildren = g[0..1]\nlanes = 16\n", {"m.ini:2", "16 lanes", "need 32"}},
      {"[s]\nchildren = g\n[g]\nlanes = 16\n", {"m.ini:4", "lanes of gpu g", "switches"}},
      {"[s]\nchildren = g\nnvlinks = nvlink2 x1\n", {"m.ini:3", "nvlinks of switch s"}},
      {"[n]\nkind = nvswitch\npcie = gen3 x16\n", {"m.ini:3", "pcie of nvswitch n"}},
      {"[rc]\nkind = root_complex\nchildren = g\ncpu = z80\n",
       {"m.ini:4", "rc: cpu 'z80'", "generic, xeon_haswell", "epyc_turin"}},
      {"[s]\nchildren = g\ncpu = grace\n", {"m.ini:3", "cpu of switch s", "root complexes"}},
      {"[r[0..1]]\nkind = root_complex\nchildren = g[0..1]\n[r1]\ncpu = epyc_rome\n"
       "links = r0 socket\n",
       {"m.ini:6", "r1 - r0", "the processors epyc_rome and generic", "the same cpu"}},
      {"relays = nearest\n[s]\nchildren = g\n", {"m.ini:1", "relays = nearest", "without NVLink"}},
      {"ranks = g pcie gen3 x1\n[s]\nchildren = g\n", {"m.ini:1", "g has a link"}},
      {"[s]\nchildren = rc\n[rc]\nkind = root_complex\nchildren = g\n", {"rc is not the root"}},
  };
  for (const auto& [text, parts] : cases)
    for (const char* part : parts) EXPECT_THAT(refusal(text), HasSubstr(part)) << text;
}

}  // namespace
}  // namespace gf::model::machine_draft_test

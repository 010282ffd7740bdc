// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/hwloc_xml.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"

namespace gf::model::hwloc_xml_test {
namespace {

using import_texts::example;
using import_texts::imported;
using import_texts::replaced;

std::string refusal(const std::string& text) {
  return test::error_of([&] { imported(text); });
}

TEST(HwlocXml, HostBridgesAreRootComplexes) {
  if (!reads_hwloc()) GTEST_SKIP() << "without hwloc";
  const ImportedMachine made = imported(example("hwloc2.xml"));
  for (const char* line :
       {"[rc0]    # NUMA node 0 has 64 GiB of memory; memory of hosts is not modelled", "numa = 1 ",
        "children = gpu1, nic0 ", "links = rc1 socket 20.8 GB/s 25 ns",
        "# mlx5_0, bus id 0000:86:01.0, ConnectX-4", "# from f:16: V100 SXM2 16 GB",
        "pcie = gen3 x16                           # from f:16"})
    EXPECT_THAT(made.text, HasSubstr(line));
}

TEST(HwlocXml, FillsInWhatATableLeavesOpen) {
  if (!reads_hwloc()) GTEST_SKIP() << "without hwloc";
  const std::string table = "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \tNV2\tSYS\nGPU1\tNV2\t X \tPHB\n";
  const ImportedMachine made = import_machine({{"t", table}, {"f", example("hwloc2.xml")}});
  EXPECT_THAT(made.text, HasSubstr("links = gpu1 nvlink2 x2 "));
}

TEST(HwlocXml, VersionThreeIsRefusedByName) {
  if (!reads_hwloc()) GTEST_SKIP() << "without hwloc";
  const std::string text = example("hwloc2.xml");
  EXPECT_THAT(refusal(replaced(text, "version=\"2.0\"", "version=\"3.0\"")),
              AllOf(HasSubstr("f:3: version 3.0 of hwloc's form"),
                    HasSubstr("lstopo --export-xml-flags 2")));
  EXPECT_THAT(refusal(replaced(text, "version=\"2.0\"", "version=\"9\"")),
              HasSubstr("f:3: version '9'"));
}

TEST(HwlocXml, WhatHwlocRefusesIsRefused) {
  if (!reads_hwloc()) GTEST_SKIP() << "without hwloc";
  const std::string text = example("hwloc2.xml");
  EXPECT_THAT(refusal(replaced(text, "\"Machine\"", "\"Nothing\"")),
              HasSubstr("f:3: hwloc refuses it"));
  EXPECT_THAT(refusal(replaced(text, "0302", "0108")), HasSubstr("f:3: the topology has no GPU"));
  EXPECT_THAT(refusal(replaced(text, "0000:86:01.0", "0000:86:00.0")),
              HasSubstr("f:34: a second device with the bus id 0000:86:00.0, first on line 31"));
}

}  // namespace
}  // namespace gf::model::hwloc_xml_test

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
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const ImportedMachine made = imported(example("hwloc2.xml"));
  for (const char* line :
       {"[rc0]    # NUMA node 0 has 64 GiB of memory", "numa = 1 ",
        "children = gpu1, nic0 ", "links = rc1 socket 20.8 GB/s 25 ns",
        "# mlx5_0, bus id 0000:86:01.0, ConnectX-4", "# from f:16: V100 SXM2 16 GB",
        "pcie = gen3 x16                           # from f:16"})
    EXPECT_THAT(made.text, HasSubstr(line));
}

TEST(HwlocXml, FillsInWhatATableLeavesOpen) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::string table = "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \tNV2\tSYS\nGPU1\tNV2\t X \tPHB\n";
  const ImportedMachine made = import_machine({{"t", table}, {"f", example("hwloc2.xml")}});
  EXPECT_THAT(made.text, HasSubstr("links = gpu1 nvlink2 x2 "));
}

TEST(HwlocXml, VersionsDifferInTypesOfOsDevices) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::string text = example("hwloc2.xml");
  const std::string third = replaced(text, "version=\"2.0\"", "version=\"3.0\"");
  EXPECT_THAT(imported(third).text, Not(HasSubstr("mlx5_0")));
  EXPECT_EQ(imported(replaced(third, "osdev_type=\"3\"", "osdev_type=\"48\"")).text,
            imported(text).text);
  EXPECT_EQ(imported(replaced(text, " version=\"2.0\"", "")).text, imported(text).text);
  EXPECT_THAT(refusal(replaced(text, "version=\"2.0\"", "version=\"9\"")),
              HasSubstr("f:3: version '9' of hwloc's form"));
}

/// libhwloc 2.9 ends the process where a package has no complete_cpuset.
TEST(HwlocXml, SetsOfProcessorsMayBeMissing) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::string text = example("hwloc2.xml");
  EXPECT_EQ(imported(replaced(text, " complete_cpuset=\"0x00000001\"", "")).text,
            imported(text).text);
}

TEST(HwlocXml, DamagedDevicesAreRefused) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::string text = example("hwloc2.xml");
  EXPECT_THAT(refusal(replaced(text, "0000:86:01.0", "0000:8")),
              HasSubstr("f:34: pci_busid=\"0000:8\""));
  EXPECT_THAT(refusal(replaced(text, "0207 [15b3:1013]", "0207 15b3")),
              HasSubstr("f:34: pci_type=\"0207 15b3"));
  EXPECT_THAT(refusal(replaced(text, "0000:[16-1b]", "0000:16-1b")),
              HasSubstr("f:14: a bridge of type '0-1' with the buses '0000:16-1b'"));
  EXPECT_THAT(refusal(replaced(text, "0302", "0108")), HasSubstr("f:3: the topology has no GPU"));
  EXPECT_THAT(refusal(replaced(text, "0000:86:01.0", "0000:86:00.0")),
              HasSubstr("f:34: a second device with the bus id 0000:86:00.0, first on line 31"));
}

/// hwloc writes words of 32 bits, and leaves out those that are zero.
TEST(HwlocXml, NumaNodesMayHaveHighNumbers) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  std::string text =
      replaced(example("hwloc2.xml"), "nodeset=\"0x00000002\"", "nodeset=\"0x00000004,,0x0\"");
  text = replaced(text, "\"NUMANode\" os_index=\"1\"", "\"NUMANode\" os_index=\"66\"");
  EXPECT_THAT(imported(text).text,
              AllOf(HasSubstr("numa = 66 "), HasSubstr("NUMA node 66 has 64 GiB")));
}

}  // namespace
}  // namespace gf::model::hwloc_xml_test

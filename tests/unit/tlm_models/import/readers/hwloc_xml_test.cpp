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
       {"[rc0]    # NUMA node 0 has 64 GiB of memory", "numa = 1 ", "children = gpu1, nic0 ",
        "links = rc1 socket 20.8 GB/s 25 ns", "# mlx5_0, bus id 0000:86:01.0, ConnectX-4",
        "# from f:16: V100 SXM2 16 GB", "pcie = gen3 x16                           # from f:16"})
    EXPECT_THAT(made.text, HasSubstr(line));
}

TEST(HwlocXml, APackageMayHaveSeveralNumaNodes) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::string two = example("hwloc2.xml");
  // Both NUMA nodes are groups, and the first one is all that the first package has inside.
  std::string one = replaced(two, "    </object>\n    <object type=\"Package\" os_index=\"1\"",
                             "    </object></object>\n    <object type=\"Group\" os_index=\"1\"");
  one = replaced(
      one, "<object type=\"NUMANode\" os_index=\"0\"",
      "<object type=\"Group\" nodeset=\"0x00000001\"><object type=\"NUMANode\" os_index=\"0\"");
  one = replaced(one, "nodeset=\"0x00000001\" complete_nodeset=\"0x00000001\" gp_index=\"2\"",
                 "nodeset=\"0x00000003\" complete_nodeset=\"0x00000003\" gp_index=\"2\"");
  const std::string text = imported(one).text;
  EXPECT_THAT(text, HasSubstr("links = rc1 socket 64 GB/s 25 ns "));
  EXPECT_THAT(text, HasSubstr("inside a processor (from f:5)"));
  EXPECT_THAT(text, HasSubstr("memory = 63.984 GB/s 100 ns "));
  // Memory of a GPU is no share of the processor's.
  const std::string gpu = replaced(one, "type=\"NUMANode\" os_index=\"1\"",
                                   "type=\"NUMANode\" subtype=\"GPUMemory\" os_index=\"1\"");
  EXPECT_THAT(imported(gpu).text, HasSubstr("memory = 127.968 GB/s 100 ns "));
}

TEST(HwlocXml, DistancesOfEachVersionAreRead) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const auto with = [](const std::string& distances) {
    const std::string text =
        replaced(example("hwloc2.xml"), "</topology>", distances + "</topology>");
    ImportGuesses guesses;
    return read_hwloc(read_xml(text, "f"), guesses).distances.of;
  };
  const std::map<std::pair<unsigned, unsigned>, double> known{
      {{0, 0}, 10}, {{0, 1}, 21}, {{1, 0}, 21}, {{1, 1}, 10}};
  const std::string kind = "<distances2 type=\"NUMANode\" name=\"NUMALatency\" nbobjs=\"2\">";
  const std::string indexes = "<indexes length=\"4\">0 1 </indexes>";
  EXPECT_EQ(with(kind + indexes +
                 "<u64values length=\"6\">10 21 </u64values>"
                 "<u64values length=\"6\">21 10 </u64values></distances2>"),
            known);
  EXPECT_THAT(with(kind + indexes + "<u64values length=\"6\">10 21 </u64values></distances2>"),
              IsEmpty())
      << "two values are missing";
  EXPECT_THAT(with("<distances2 type=\"PU\" name=\"NUMALatency\" nbobjs=\"2\">" + indexes +
                   "<u64values>1 2 2 1</u64values></distances2>"),
              IsEmpty());
  EXPECT_EQ(
      with("<distances nbobjs=\"2\" relative_depth=\"1\"><latency value=\"10\"/>"
           "<latency value=\"21\"/><latency value=\"21\"/><latency value=\"10\"/></distances>"),
      known);
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

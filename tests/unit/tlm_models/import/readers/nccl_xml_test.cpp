// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/import/readers/xml_tree.h tlm_models/import/readers/pci_class.h
#include "tlm_models/import/readers/nccl_xml.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/readers/pci_class.h"

namespace gf::model::nccl_xml_test {
namespace {

using import_texts::imported;
using import_texts::kNccl;
using import_texts::replaced;

std::string refusal(const std::string& text) {
  return test::error_of([&] { imported(text); });
}

TEST(NcclXml, TopologyBecomesAMachine) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const ImportedMachine made = imported(kNccl);
  EXPECT_EQ(made.plan.of_kind(DeviceKind::kGpu).size(), 2u);
  for (const char* line :
       {"children = plx0 pcie gen4 x16             # from f:3",
        "cpu = epyc_milan                          # from f:2: EPYC 7003",
        "links = rc1 socket 36 GB/s 50 ns          # guessed: EPYC 7003 from f:2",
        "[nic0]    # mlx5_0, bus id 0000:04:00.0, ConnectX-6, 200 Gbit/s",
        "preset = a100                             # from f:5: A100 SXM4 40 GB",
        "links = gpu1 nvlink3 x4                   # from f:6",
        "pcie = gen4 x16                           # guessed: that of A100 SXM4 40 GB"})
    EXPECT_THAT(made.text, HasSubstr(line));
}

TEST(NcclXml, NvlinkLeadsToNvswitches) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const auto switched = [](const std::string& links) {
    std::string text =
        replaced(kNccl, "<nvlink target=\"0000:83:00.0\" count=\"4\" tclass=\"0x030200\"/>", links);
    return replaced(text, "<nvlink target=\"0000:03:00.0\" count=\"4\" tclass=\"0x030200\"/>",
                    links);
  };
  const ImportedMachine two =
      imported(switched("<nvlink target=\"0000:c4:00.0\" count=\"2\" tclass=\"0x068000\"/>"
                        "<nvlink target=\"0000:c5:00.0\" count=\"3\" tclass=\"0x068000\"/>"));
  EXPECT_THAT(two.text, HasSubstr("links = nvswitch0 nvlink3 x2, nvswitch1 nvlink3 x3 "));
  EXPECT_EQ(two.plan.of_kind(DeviceKind::kNvSwitch).size(), 2u);
  const ImportedMachine unknown =
      imported(switched("<nvlink target=\"fffffff:ffff:ff\" count=\"12\" tclass=\"0x068000\"/>"));
  EXPECT_EQ(unknown.plan.of_kind(DeviceKind::kNvSwitch).size(), 6u);
  const ImportedMachine cpu = imported(switched("<c2c bw=\"1\"/>"));
  EXPECT_THAT(import_texts::guessed(cpu),
              Contains("NVLink-C2C of 0000:03:00.0, NVLink-C2C of 0000:83:00.0: left out"));
}

TEST(NcclXml, XgmiIsAKindOfLink) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  std::string amd = replaced(kNccl, "nvlink", "xgmi");
  amd = replaced(replaced(amd, "sm=\"80\"", "sm=\"104\" gcn=\"910\""), "0x20b0", "0x7408");
  const ImportedMachine made = imported(replaced(amd, "0x10de", "0x1002"));
  EXPECT_THAT(made.text, AllOf(HasSubstr("links = gpu1 xgmi2 x4 "),
                               HasSubstr("guessed: no preset of one die of an Instinct MI250")));
}

TEST(NcclXml, BadTopologiesNameTheLine) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const auto changed = [](const char* from, const char* to) {
    return refusal(replaced(kNccl, from, to));
  };
  EXPECT_THAT(changed("busid=\"0000:83:00.0\"", "busid=\"0000:03:00.0\""),
              HasSubstr("f:18: a second device with the bus id 0000:03:00.0, first on line 5"));
  EXPECT_THAT(changed("busid=\"0000:83:00.0\"", "busid=\"83\""), HasSubstr("f:17: busid=\"83\""));
  EXPECT_THAT(changed("link_width=\"16\"", "link_width=\"64\""),
              HasSubstr("f:3: link_width=\"64\""));
  EXPECT_THAT(changed("16.0 GT/s PCIe", "17 GT/s"), HasSubstr("f:9: a link speed of '17 GT/s'"));
  EXPECT_THAT(changed("numaid=\"1\"", "numaid=\"0\""), HasSubstr("f:16: a second <cpu>"));
  EXPECT_THAT(changed("dev=\"1\"", "dev=\"0\""), HasSubstr("a second GPU of number 0"));
  EXPECT_THAT(changed("target=\"0000:83:00.0\"", "target=\"0000:99:00.0\""),
              HasSubstr("f:6: a link to '0000:99:00.0'"));
  std::string uneven = kNccl;
  uneven.replace(uneven.rfind("count=\"4\""), 9, "count=\"2\"");
  EXPECT_THAT(refusal(uneven), HasSubstr("2 links to 0000:03:00.0, but that end has 4 (line 6)"));
  EXPECT_THAT(refusal("<system version=\"1\"><cpu numaid=\"0\"/></system>"),
              HasSubstr("the topology has no GPU"));
}

TEST(XmlTree, HostileFilesAreRefusedByLine) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  EXPECT_THAT(refusal(kNccl.substr(0, 700)), ContainsRegex("f:[0-9]+: not XML"));
  EXPECT_THAT(refusal("<!DOCTYPE a [\n<!ENTITY x SYSTEM \"file:///etc/passwd\">\n]><system/>"),
              HasSubstr("f:2: the file declares an entity"));
  std::string deep = "<system>";
  for (unsigned i = 0; i < 100'000; ++i) deep += "<pci>";
  EXPECT_THAT(refusal(deep), HasSubstr("f:1: not XML"));
  for (unsigned i = 0; i < 100'000; ++i) deep += "</pci>";
  EXPECT_THAT(refusal(deep + "</system>"), HasSubstr("nested too deeply; expected up to 64"));
  std::string many = "<system>\n";
  for (unsigned i = 0; i < 1'000'000; ++i) many += "<a/>";
  EXPECT_THAT(refusal(many), HasSubstr("f:2: too many elements; expected up to 200000"));
  EXPECT_THAT(refusal("<system>\n<cpu vendor=\"\xff\"/></system>"), HasSubstr("f:2: byte 14"));
  EXPECT_THAT(refusal(kNccl + kNccl), HasSubstr("f:24: a second outermost element, <system>"));
}

TEST(PciClass, KindsAreToldByClassAndVendor) {
  EXPECT_EQ(pci_class("0x030200", ""), PciClass::kGpu);
  EXPECT_EQ(pci_class("0300", "10de:1b06"), PciClass::kGpu);
  EXPECT_EQ(pci_class("0300", "1a03:2000"), PciClass::kOther) << "a board's own display";
  EXPECT_EQ(pci_class("0300", "1002:515e"), PciClass::kOther) << "ES1000";
  EXPECT_EQ(pci_class("0300", "1002:6798"), PciClass::kGpu);
  EXPECT_EQ(pci_class("0680", "10de:22a3"), PciClass::kNvSwitch);
  EXPECT_EQ(pci_class("0x060400", "1000:c010"), PciClass::kBridge);
  EXPECT_EQ(pci_class("0207", ""), PciClass::kNic);
  EXPECT_EQ(pci_class("0108", ""), PciClass::kOther);
}

}  // namespace
}  // namespace gf::model::nccl_xml_test

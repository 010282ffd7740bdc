// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/import/readers/pci_tree.h
#include "tlm_models/import/readers/lspci_text.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"

namespace gf::model::lspci_text_test {
namespace {

using import_texts::example;
using import_texts::guessed;
using import_texts::imported;
using import_texts::replaced;

std::string refusal(const std::string& text) {
  return test::error_of([&] { imported(text); });
}

TEST(LspciText, DetailsGiveTreeLinksAndNuma) {
  const ImportedMachine made = imported(example("lspci_vv.txt"));
  for (const char* line :
       {"numa = 1 ", "children = plx0 pcie gen4 x16 ", "children = gpu0, nic0 ",
        "[nic0]    # bus id 0000:1a:00.0, ConnectX-6", "# from f:23: A100 SXM4 40 GB"})
    EXPECT_THAT(made.text, HasSubstr(line));
  EXPECT_THAT(guessed(made),
              Contains("0000:1a:00.1 Mellanox Technologies MT28908 Family [ConnectX-6]: left out"));
  EXPECT_THAT(made.text, Not(HasSubstr("gen1"))) << "an idle GPU shows a slow link in LnkSta";
}

TEST(LspciText, ALinkIsAsFastAsItsSlowerPort) {
  std::string text = example("lspci_vv.txt");
  const std::size_t downstream = text.find("Port #1, Speed 16GT/s", text.find("18:00.0"));
  text.replace(downstream, 21, "Port #1, Speed 8GT/s ");
  EXPECT_THAT(imported(text).text, HasSubstr("bus id 0000:19:00.0\npcie = gen3 x16 "));
}

TEST(LspciText, TheDrawnTreeGivesTheSameTree) {
  const auto matrix = [](const ImportedMachine& made) {
    std::vector<std::string> cells;
    for (const PathCell& cell : path_matrix(made.plan).cells) cells.push_back(to_text(cell));
    return cells;
  };
  const ImportedMachine drawn = imported(example("lspci_tv.txt"));
  EXPECT_EQ(matrix(drawn), matrix(imported(example("lspci_vv.txt"))));
  EXPECT_THAT(guessed(drawn), Contains("gpu0, gpu1: pcie gen4 x16"));
  const ImportedMachine both = imported(example("lspci_tv.txt") + example("lspci_vv.txt"));
  EXPECT_THAT(guessed(both), Not(Contains("gpu0, gpu1: pcie gen4 x16")));
}

TEST(LspciText, DomainsMayHaveMoreDigits) {
  std::string text;
  for (const std::string& line : {std::string("16:"), std::string("17:"), std::string("18:"),
                                  std::string("19:"), std::string("1a:")})
    text = replaced(text.empty() ? "\n" + example("lspci_vv.txt") : text, "\n" + line,
                    "\n10000:" + line);
  EXPECT_THAT(imported(text).text, HasSubstr("[plx0]    # bus id 10000:17:00.0\nchildren = gpu"));
}

TEST(LspciText, NumbersServeWithoutNames) {
  std::string text = example("lspci_vv.txt");
  text = replaced(text, "3D controller: NVIDIA Corporation GA100 [A100 SXM4 40GB] (rev a1)",
                  "Something [0302]: A vendor Device [10de:20b0] (rev a1)");
  EXPECT_THAT(imported(text).text, HasSubstr("preset = a100 "));
}

TEST(LspciText, NvswitchesTakeTheLinksOfTheirGpus) {
  const ImportedMachine made =
      imported(example("lspci_vv.txt") +
               "c4:00.0 Bridge: NVIDIA Corporation Device 1af1 (rev a1)\n"
               "c5:00.0 Bridge: NVIDIA Corporation Device 1af1 (rev a1)\n");
  EXPECT_THAT(made.text, HasSubstr("links = nvswitch0 nvlink3 x6, nvswitch1 nvlink3 x6 "));
  EXPECT_THAT(guessed(made), Contains("GPUs: all links of A100 SXM4 40 GB lead to NVSwitches"));
  std::string many = example("lspci_vv.txt");
  for (unsigned i = 0; i < 14; ++i)
    many += fmt::format("c{:x}:00.0 Bridge: NVIDIA Corporation Device 1af1\n", i);
  const ImportedMachine board = imported(many);
  EXPECT_EQ(board.plan.of_kind(DeviceKind::kNvSwitch).size(), 12u);
  EXPECT_THAT(guessed(board), Contains("0000:cc:00.0, 0000:cd:00.0: NVSwitch left out"));
}

TEST(LspciText, BadListsNameTheLine) {
  const std::string text = example("lspci_vv.txt");
  EXPECT_THAT(refusal(replaced(text, "Width x16", "Width x99")),
              HasSubstr("f:8: a link of width 'x99'"));
  EXPECT_THAT(refusal(replaced(text, "Speed 16GT/s, Width", "Speed 15GT/s, Width")),
              HasSubstr("f:8: a link speed of '15GT/s'"));
  EXPECT_THAT(refusal(replaced(text, "secondary=17", "secondary=zz")), HasSubstr("f:6: "));
  EXPECT_THAT(refusal(replaced(text, "98:00.0 3D", "19:00.0 3D")),
              HasSubstr("a second device with the bus id 0000:19:00.0, first on line 23"));
  EXPECT_THAT(refusal(replaced(text, "16:01.0", "18:1f.0")), HasSubstr("lead back to it"));
  EXPECT_THAT(refusal(replaced(text, "3D controller", "Serial controller")),
              HasSubstr("lspci lists no GPU"));
  EXPECT_THAT(refusal(replaced(example("lspci_tv.txt"), "-[98]-", "-[zz]-")),
              HasSubstr("f:2: column"));
}

}  // namespace
}  // namespace gf::model::lspci_text_test

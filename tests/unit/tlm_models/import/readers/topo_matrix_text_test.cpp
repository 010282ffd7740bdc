// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/import/found/found_matrix.h tlm_models/import/readers/import_lines.h
#include "tlm_models/import/readers/topo_matrix_text.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::topo_matrix_text_test {
namespace {

FoundMatrix read(const std::string& text) { return read_topo_matrix(import_lines(text, "t")); }
std::string refusal(const std::string& text) {
  return test::error_of([&] { read(text); });
}
std::string cell(const FoundMatrix& matrix, std::size_t row, std::size_t column) {
  const auto& found = matrix.at(row, column);
  return found ? to_text(*found) : "?";
}

const std::string kTable =
    "$ nvidia-smi topo -m\n"
    "\t\x1b[4mGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
    "GPU0\t X \tNV4\tPXB\t0-31\t0\t\tN/A\n"
    "GPU1\tNV4\t X \tSYS\t32-63\t1\t\tN/A\n"
    "NIC0\tPXB\tSYS\t X \n\n"
    "Legend:\n\n  X    = Self\n  PXB  = Connection\n\nNIC Legend:\n\n  NIC0: mlx5_0\n";

TEST(TopoMatrixText, PastedWithColoursAndLegend) {
  ASSERT_TRUE(is_topo_matrix(import_lines(kTable, "t")));
  const FoundMatrix matrix = read(kTable);
  ASSERT_EQ(matrix.rows.size(), 3u);
  EXPECT_EQ(matrix.rows[2].name, "mlx5_0");
  EXPECT_EQ(matrix.rows[1].numa, 1u);
  EXPECT_FALSE(matrix.rows[2].numa);
  EXPECT_EQ(matrix.rows[1].place.line, 4u);
  EXPECT_EQ(cell(matrix, 0, 1), "NV4");
  EXPECT_EQ(cell(matrix, 2, 0), "PXB");
}

TEST(TopoMatrixText, BlanksInsteadOfTabsAndOldHeads) {
  const FoundMatrix matrix = read(
      "        GPU0    GPU1    mlx5_0  CPU Affinity\nGPU0     X      SOC     PHB     0-7\n"
      "GPU1    SOC      X      SOC     8-15\nmlx5_0  PHB     SOC      X\n");
  EXPECT_EQ(cell(matrix, 0, 1), "SYS");
  EXPECT_EQ(matrix.rows[2].label, "mlx5_0");
  EXPECT_FALSE(matrix.rows[0].numa) << "the head has no NUMA affinity";
}

TEST(TopoMatrixText, QuotedInAnIssue) {
  EXPECT_EQ(cell(read("> \tGPU0\tGPU1\n> GPU0\t X \tPIX\n> GPU1\tPIX\t X \n"), 0, 1), "PIX");
}

TEST(TopoMatrixText, CutColumnsAreFilledFromTheirMirrors) {
  const FoundMatrix matrix =
      read("\tGPU0\tGPU1\nGPU0\t X \tPIX\nGPU1\tPIX\t X \nGPU2\tSYS\tNODE\n");
  ASSERT_EQ(matrix.rows.size(), 3u);
  EXPECT_EQ(cell(matrix, 0, 2), "SYS");
  EXPECT_EQ(cell(matrix, 1, 2), "NODE");
  const FoundMatrix cut = read("\tGPU0\tGPU1\nGPU0\t X \nGPU1\tPIX\t X \n");
  EXPECT_EQ(cell(cut, 0, 1), "PIX");
  EXPECT_EQ(cell(read("\tGPU0\tGPU1\nGPU0\t X \n"), 0, 1), "?");
}

TEST(TopoMatrixText, GpusAreInTheOrderOfTheirNumbers) {
  const FoundMatrix matrix = read("\tGPU10\tGPU2\nGPU10\t X \tPIX\nGPU2\tPIX\t X \n");
  EXPECT_EQ(matrix.rows[0].label, "GPU2");
}

TEST(TopoMatrixText, BadTablesNameTheLine) {
  EXPECT_THAT(refusal("\tGPU0\tGPU1\nGPU0\t X \tPIX\nGPU1\tPXB\t X \n"),
              HasSubstr("t:3: GPU1 to GPU0 is PXB, but GPU0 to GPU1 is PIX on line 2"));
  EXPECT_THAT(refusal("\tGPU0\tGPU1\nGPU0\t X \tPOX\n"),
              AllOf(HasSubstr("t:2: GPU0 to GPU1 is 'POX'"), HasSubstr("expected X, PIX")));
  EXPECT_THAT(refusal("\tGPU0\tGPU1\nGPU0\t X \tPIX\nGPU0\t X \tPIX\n"),
              HasSubstr("t:3: a second row of GPU0"));
  EXPECT_THAT(refusal("\tGPU0\tGPU0\nGPU0\t X \tPIX\n"), HasSubstr("a second column of GPU0"));
  EXPECT_THAT(refusal("\tGPU0\tGPU1\nGPU0\tPIX\t X \n"), HasSubstr("X only where"));
  EXPECT_THAT(refusal("\tGPU0\tNIC0\nGPU0\t X \tNV2\n"), HasSubstr("NVLink only between GPUs"));
  std::string wide;
  for (unsigned i = 0; i < 200; ++i) wide += "\tGPU" + std::to_string(i);
  EXPECT_THAT(refusal(wide + "\nGPU0\t X \n"), HasSubstr("more than 160 devices"));
}

TEST(TopoMatrixText, LinesAreUtf8) {
  const auto lines = [](const std::string& text) {
    return test::error_of([&] { import_lines(text, "t"); });
  };
  EXPECT_THAT(lines("a\n\xff\n"), HasSubstr("t:2: byte 1 of the line is not UTF-8"));
  EXPECT_THAT(lines(std::string("a\0b", 3)), HasSubstr("t:1: byte 2"));
  EXPECT_THAT(lines(std::string(100'001, 'a')), HasSubstr("a line of 100001 bytes"));
  for (const char* text : {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80"})
    EXPECT_EQ(import_lines(text, "t").front().text, text);
  for (const char* text : {"\xc0\x80", "\xed\xa0\x80", "\xe2\x82", "\xf5\x80\x80\x80", "\x80"})
    EXPECT_THAT(lines(text), HasSubstr("is not UTF-8")) << text;
}

TEST(TopoMatrixText, PeerTablesAreOthers) {
  const std::string peers =
      " \tGPU0\tGPU1\n GPU0\tX\tNS\n GPU1\tOK\tX\n\nLegend:\n\n  X    = Self\n";
  const auto lines = import_lines(peers, "p");
  EXPECT_FALSE(is_topo_matrix(lines));
  ASSERT_TRUE(is_peer_table(lines));
  ImportGuesses guesses;
  EXPECT_THAT(read_peer_table(lines, guesses).remarks,
              ElementsAre("p:2: no peer-to-peer from GPU0 to GPU1: NS"));
  EXPECT_EQ(guesses.worst_first().front().subject, "1 pairs without peer-to-peer");
  EXPECT_THAT(test::error_of([&] {
                read_peer_table(import_lines(" \tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tNO\tX\n", "p"),
                                guesses);
              }),
              HasSubstr("p:3: GPU1 to GPU0 is 'NO'"));
  const auto both = import_lines(kTable + peers, "b");
  EXPECT_TRUE(is_topo_matrix(both) && is_peer_table(both));
  EXPECT_EQ(read_topo_matrix(both).rows.size(), 3u);
}

}  // namespace
}  // namespace gf::model::topo_matrix_text_test

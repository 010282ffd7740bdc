// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/import/matrix_tree.h tlm_models/import/link_count.h
#include "tlm_models/import/import_machine.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/machine_reading.h"
#include "tests/support/machine_text.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/readers/xml_tree.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::model::import_machine_test {
namespace {

using import_texts::guessed;
using import_texts::imported;
using import_texts::topo_table;

std::string refusal(const std::vector<ImportFile>& files) {
  return test::error_of([&] { import_machine(files); });
}

/// The matrix of a machine, its table, and the matrix of what import makes of the table.
void expect_same_matrix(const MachinePlan& plan, const std::string& name) {
  const PathMatrix matrix = path_matrix(plan);
  const std::size_t gpus = plan.of_kind(DeviceKind::kGpu).size();
  const std::string table = topo_table(matrix, gpus);
  const ImportedMachine made = imported(table);
  const PathMatrix again = path_matrix(made.plan);
  ASSERT_EQ(again.names.size(), matrix.names.size()) << name;
  for (std::size_t row = 0; row < matrix.names.size(); ++row)
    for (std::size_t column = 0; column < matrix.names.size(); ++column)
      ASSERT_EQ(to_text(again.at(row, column)), to_text(matrix.at(row, column)))
          << name << "\n"
          << table << made.text;
}

TEST(ImportMachine, TablesOfPresetsComeBackInEveryCell) {
  for (const char* name : {"t1", "t2", "two_socket", "dgx1_v100", "hgx_16", "dgx_h100"})
    expect_same_matrix(make_machine(name), name);
}

TEST(ImportMachine, TablesOfRandomMachinesComeBackInEveryCell) {
  unsigned compared = 0;
  for (unsigned number = 0; number < 300; ++number) {
    std::string text = test::random_machine(number);
    text = text.substr(0, std::min(text.find("[network]"), text.find("[parameters]")));
    const bool two = text.find("[rc0]\nlinks") != text.npos;
    if (two && number % 2 == 0) text += "[rc[0..1]]\nnuma = 7\n";
    expect_same_matrix(machine_reading::read(text), text);
    compared += two ? 1 : 0;
  }
  EXPECT_GT(compared, 50u);
}

TEST(ImportMachine, TheTableIsEnough) {
  const ImportedMachine made = imported("\tGPU0\tGPU1\nGPU0\t X \tPIX\nGPU1\tPIX\t X \n");
  EXPECT_THAT(made.text, AllOf(HasSubstr("# Made by `gpufabric import` from f."),
                               HasSubstr("children = gpu0, gpu1"), HasSubstr("# from f:2, f:3")));
  EXPECT_THAT(guessed(made), Contains("GPUs: preset v100"));
  EXPECT_EQ(made.parts.front().what, "nvidia-smi topo -m");
  EXPECT_EQ(made.text, imported("\tGPU0\tGPU1\nGPU0\t X \tPIX\nGPU1\tPIX\t X \n").text);
}

TEST(ImportMachine, NvlinkOfSwitchesIsToldByItsSum) {
  const auto text = [](unsigned gpus, const char* cell) {
    PathMatrix matrix;
    for (unsigned i = 0; i < gpus; ++i) matrix.names.push_back("g");
    std::string table;
    for (unsigned i = 0; i < gpus; ++i) table += "\tGPU" + std::to_string(i);
    for (unsigned i = 0; i < gpus; ++i) {
      table += "\nGPU" + std::to_string(i);
      for (unsigned k = 0; k < gpus; ++k) table += i == k ? "\t X " : std::string("\t") + cell;
    }
    return table + "\n";
  };
  const ImportedMachine switched = imported(text(8, "NV12"));
  EXPECT_EQ(switched.plan.of_kind(DeviceKind::kNvSwitch).size(), 6u);
  EXPECT_THAT(switched.text, HasSubstr("preset = a100"));
  EXPECT_THAT(imported(text(8, "NV18")).text, HasSubstr("nvswitch0 nvlink4 x5"));
  const ImportedMachine direct = imported(text(4, "NV4"));
  EXPECT_THAT(direct.text, AllOf(HasSubstr("links = gpu1 nvlink3 x4, gpu2 nvlink3 x4"),
                                 Not(HasSubstr("nvswitch"))));
}

TEST(ImportMachine, CellsThatNoTreeHasAreRefused) {
  EXPECT_THAT(refusal({{"t",
                        "\tGPU0\tGPU1\tGPU2\nGPU0\t X \tPIX\tPIX\nGPU1\tPIX\t X \tSYS\n"
                        "GPU2\tPIX\tSYS\t X \n"}}),
              HasSubstr("t:4: GPU2 to GPU1 is SYS, but by other cells"));
}

TEST(ImportMachine, WhatNoReaderKnowsIsRefused) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  EXPECT_THAT(refusal({{"f", "hello\n"}}),
              HasSubstr("f:1: no reader knows it; expected a topology"));
  EXPECT_THAT(refusal({{"f", " \n"}}), HasSubstr("f: is empty"));
  EXPECT_THAT(refusal({{"f", "<html/>"}}), HasSubstr("f:1: the outermost element is <html>"));
  EXPECT_THAT(refusal({{"f", "GPU 0: A (UUID: B)\n"}}), HasSubstr("f:1: nvidia-smi -L"));
}

}  // namespace
}  // namespace gf::model::import_machine_test

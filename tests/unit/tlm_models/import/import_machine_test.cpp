// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/import/import_merge.h tlm_models/import/machine_scribe.h
// Holds: tlm_models/import/matrix_tree.h tlm_models/import/link_count.h
// Holds: tlm_models/import/gpu_choice.h tlm_models/import/import_guesses.h
// Holds: tlm_models/import/found_machine.h tlm_models/import/found_origin.h
#include "tlm_models/import/import_machine.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/machine_reading.h"
#include "tests/support/machine_text.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/found_origin.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::model::import_machine_test {
namespace {

using import_texts::guessed;
using import_texts::imported;
using import_texts::kNccl;
using import_texts::replaced;
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

TEST(ImportMachine, OtherFilesFillInWhatOneLeavesOpen) {
  const std::string table = "\tGPU0\tGPU1\nGPU0\t X \tNV4\nGPU1\tNV4\t X \n";
  const std::string list =
      "GPU 0: Tesla P100-SXM2-16GB (UUID: GPU-a)\n\t Link 0: 20 GB/s\n\t Link 1: 20 GB/s\n"
      "\t Link 2: 20 GB/s\n\t Link 3: 20 GB/s\n\t Link 4: <inactive>\n";
  const ImportedMachine made = import_machine({{"t", table}, {"l", list}});
  EXPECT_THAT(made.text, AllOf(HasSubstr("preset = p100"), HasSubstr("# from l:1: P100 SXM2"),
                               HasSubstr("links = gpu1 nvlink1 x4 "),
                               HasSubstr("# from t:2; 20 GB/s a link on its lines")));
  const ImportedMachine slow =
      import_machine({{"t", table}, {"l", replaced(list, "20 GB/s", "10 GB/s")}});
  EXPECT_THAT(slow.text, HasSubstr("links = gpu1 nvlink1 x4 10 GB/s "));
  EXPECT_THAT(refusal({{"t", table}, {"l", replaced(list, "\t Link 3: 20 GB/s\n", "")}}),
              HasSubstr("l:2: 3 active links of GPU 0, but another file has 4"));
}

TEST(ImportMachine, FilesOfTwoMachinesAreRefused) {
  const auto table = [](const char* cell, const char* nic) {
    return fmt::format(
        "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \t{0}\t{1}\nGPU1\t{0}\t X \tSYS\n"
        "mlx5_0\t{1}\tSYS\t X \n",
        cell, nic);
  };
  EXPECT_THAT(import_machine({{"n", kNccl}, {"t", table("NV4", "PXB")}}).text,
              HasSubstr("# mlx5_0, bus id 0000:04:00.0, ConnectX-6"))
      << "a topology of NCCL does not tell PIX from PXB";
  EXPECT_THAT(refusal({{"n", kNccl}, {"t", table("NV4", "SYS")}}),
              HasSubstr("t:4: mlx5_0 to GPU0 is SYS, but by the other files PIX"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"t", table("NV2", "PIX")}}),
              HasSubstr("t:3: GPU1 to GPU0 is NV2, but by the other files NV4"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"t", "\tGPU0\nGPU0\t X \n"}}),
              HasSubstr("t:2: the table has 1 GPUs, but n has 2"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"m", kNccl}}), HasSubstr("m:1: a second output"));
}

TEST(ImportMachine, TablesSplitRootComplexesOfANumaNode) {
  std::string one = replaced(kNccl, "  </cpu>\n  <cpu numaid=\"1\"", "  </cpu><!-- numaid=\"1\"");
  one = replaced(one,
                 "affinity=\"ffff0000\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
                 "familyid=\"175\" modelid=\"1\">",
                 "-->");
  const std::size_t first = one.find("  </cpu>");
  one.erase(first, 8);
  const std::string far = "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \tNV4\tPIX\nGPU1\tNV4\t X \tNODE\n";
  const ImportedMachine made = import_machine({{"n", one}, {"t", far}});
  EXPECT_EQ(made.plan.of_kind(DeviceKind::kRootComplex).size(), 2u);
  EXPECT_EQ(imported(one).plan.of_kind(DeviceKind::kRootComplex).size(), 1u);
  const std::string near = replaced(far, "NODE", "PHB");
  EXPECT_EQ(import_machine({{"n", one}, {"t", near}}).plan.of_kind(DeviceKind::kRootComplex).size(),
            1u);
}

TEST(ImportMachine, CellsThatNoTreeHasAreRefused) {
  EXPECT_THAT(refusal({{"t",
                        "\tGPU0\tGPU1\tGPU2\nGPU0\t X \tPIX\tPIX\nGPU1\tPIX\t X \tSYS\n"
                        "GPU2\tPIX\tSYS\t X \n"}}),
              HasSubstr("t:4: GPU2 to GPU1 is SYS, but by other cells"));
}

TEST(ImportMachine, WhatNoReaderKnowsIsRefused) {
  EXPECT_THAT(refusal({{"f", "hello\n"}}),
              HasSubstr("f:1: no reader knows it; expected a topology"));
  EXPECT_THAT(refusal({{"f", " \n"}}), HasSubstr("f: is empty"));
  EXPECT_THAT(refusal({{"f", "<html/>"}}), HasSubstr("f:1: the outermost element is <html>"));
  EXPECT_THAT(refusal({{"f", "GPU 0: A (UUID: B)\n"}}), HasSubstr("f:1: nvidia-smi -L"));
}

TEST(ImportMachine, RingsOrderTheRanks) {
  const std::string graph =
      "<graphs version=\"1\"><graph id=\"0\" pattern=\"4\"><channel><gpu dev=\"1\"/>\n"
      "<gpu dev=\"0\"/></channel></graph></graphs>";
  EXPECT_THAT(import_machine({{"n", kNccl}, {"g", graph}}).text, HasSubstr("ranks = gpu1, gpu0 "));
  EXPECT_THAT(refusal({{"n", kNccl}, {"g", replaced(graph, "dev=\"0\"", "dev=\"5\"")}}),
              HasSubstr("g:1: the ring has GPU 5"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"g", replaced(graph, "<gpu dev=\"0\"/>", "")}}),
              HasSubstr("g:1: the ring has 1 GPUs, the machine 2"));
}

TEST(ImportMachine, UnknownGpusAreTheNearestOnes) {
  const ImportedMachine near = imported(replaced(kNccl, "0x20b0", "0x20b2"));
  EXPECT_THAT(near.text, AllOf(HasSubstr("preset = a100"),
                               HasSubstr("guessed: no preset of A100 SXM4 80 GB (from f:5)")));
  const ImportedMachine unknown = imported(replaced(kNccl, "0x20b0", "0xbeef"));
  EXPECT_THAT(unknown.text, HasSubstr("guessed: 'sm:80' from f:5 is that of A100 SXM4 40 GB"));
  EXPECT_THAT(guessed(unknown).front(), StartsWith("GPUs: preset"));
  const ImportedMachine none =
      imported(replaced(replaced(kNccl, "0x20b0", "0xbeef"), "sm=\"80\"", ""));
  EXPECT_THAT(none.text,
              HasSubstr("guessed: '10de:beef' is not known; 4 NVLink links are those of P100"));
}

TEST(ImportGuesses, AreTheWorstFirstAndJoined) {
  ImportGuesses guesses;
  guesses.add({GuessKind::kNic, "nic0", "any", "r", ""});
  for (const char* gpu : {"gpu0", "gpu1", "gpu2", "gpu3", "gpu3"})
    guesses.add({GuessKind::kPcie, gpu, "pcie gen4 x16", "r", "s"});
  const auto all = guesses.worst_first();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].subject, "gpu0, gpu1, gpu2 and 1 more");
  EXPECT_EQ(all[1].subject, "nic0");
}

TEST(FoundMachine, BusIdsHaveOneForm) {
  EXPECT_EQ(bus_id_of("3B:00.0"), "0000:3b:00.0");
  EXPECT_EQ(bus_id_of("00000000:3B:00.0"), "0000:3b:00.0");
  EXPECT_EQ(bus_id_of("10000:e1:1f.7"), "10000:e1:1f.7");
  for (const char* text :
       {"", "3b", "3b:00", "0000:3b:00", "0000:3b:00.g", "1:2:3:4.0", "3b0:00.0"})
    EXPECT_FALSE(bus_id_of(text)) << text;
  EXPECT_EQ(origin_text({{"a", 3}, {"a", 3}, {"b", 4}}), "from a:3, b:4");
}

}  // namespace
}  // namespace gf::model::import_machine_test

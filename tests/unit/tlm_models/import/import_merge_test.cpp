// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/import_merge.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"
#include "tlm_models/import/readers/xml_tree.h"

namespace gf::model::import_merge_test {
namespace {

using import_texts::imported;
using import_texts::kNccl;
using import_texts::replaced;

std::string refusal(const std::vector<ImportFile>& files) {
  return test::error_of([&] { import_machine(files); });
}

TEST(ImportMerge, OtherFilesFillInWhatOneLeavesOpen) {
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

TEST(ImportMerge, FilesOfTwoMachinesAreRefused) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const auto table = [](const char* cell, const char* nic) {
    return fmt::format(
        "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \t{0}\t{1}\nGPU1\t{0}\t X \tSYS\n"
        "mlx5_0\t{1}\tSYS\t X \n",
        cell, nic);
  };
  EXPECT_THAT(import_machine({{"n", kNccl}, {"t", table("NV4", "PXB")}}).text,
              AllOf(HasSubstr("# mlx5_0, bus id 0000:04:00.0, ConnectX-6"),
                    HasSubstr("preset = connectx6 ")))
      << "a topology of NCCL does not tell PIX from PXB";
  EXPECT_THAT(refusal({{"n", kNccl}, {"t", table("NV4", "SYS")}}),
              HasSubstr("t:4: mlx5_0 to GPU0 is SYS, but by the other files PIX"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"t", table("NV2", "PIX")}}),
              HasSubstr("t:3: GPU1 to GPU0 is NV2, but by the other files NV4"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"t", "\tGPU0\nGPU0\t X \n"}}),
              HasSubstr("t:2: the table has 1 GPUs, but n has 2"));
  EXPECT_THAT(refusal({{"n", kNccl}, {"m", kNccl}}), HasSubstr("m:1: a second output"));
}

TEST(ImportMerge, TablesSplitRootComplexesOfANumaNode) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
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

}  // namespace
}  // namespace gf::model::import_merge_test

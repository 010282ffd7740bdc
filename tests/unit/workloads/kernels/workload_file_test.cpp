// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/step_text.h workloads/kernels/template_program.h
#include "workloads/kernels/workload_file.h"

#include <fstream>
#include <sstream>

#include "core/system/scratch_directory.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/warp_accesses.h"
#include "workloads/kernels/traffic_summary.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::model::workload_file_test {
namespace {

Workload read(const std::string& text, unsigned gpus = 4) {
  std::istringstream in(text);
  return read_workload(in, "w.ini", gpus);
}

/// A file of one structure of 1 KiB and one kernel of 2 CTAs of 2 warps with these lines.
std::string file_with(const std::string& lines) {
  return "[workload]\nname = w\n[data.a]\nbytes = 1 KiB\nplacement = interleave\n[kernel.k]\n"
         "ctas = 2\nwarps_per_cta = 2\n" +
         lines;
}
std::string refusal(const std::string& text, unsigned gpus = 4) {
  return test::error_of([&] { read(text, gpus); });
}
std::string refused_line(const std::string& line) { return refusal(file_with("do = " + line)); }

TEST(WorkloadFile, AllStructuresTogetherHaveALimit) {
  std::string text = "[workload]\nname = w\n";
  for (const char* name : {"a", "b", "c", "d"})
    text += std::string("[data.") + name + "]\nbytes = 256 GiB\nplacement = interleave\n";
  const std::string kernel = "[kernel.k]\nctas = 1\ndo = compute 1\n";
  EXPECT_EQ(read(text + kernel).data.size(), 4u);
  EXPECT_THAT(refusal(text + "[data.e]\nbytes = 1 B\nplacement = interleave\n" + kernel),
              AllOf(HasSubstr(":16: with e the data are"), HasSubstr("at most 1 TiB")));
}

TEST(WorkloadFile, TheExampleIsRead) {
  const Workload workload = read(example_workload_text());
  EXPECT_EQ(workload.name, "scale_and_count");
  ASSERT_EQ(workload.data.size(), 3u);
  EXPECT_THAT(workload.data[0].homes, ElementsAre(1, 1));
  EXPECT_EQ(workload.data[1].placement, Placement::kFirstTouch);
  ASSERT_EQ(workload.kernels.size(), 2u);
  EXPECT_TRUE(workload.kernels[0].split);
  EXPECT_FALSE(workload.kernels[1].split);
  EXPECT_EQ(workload.kernels[1].stream, 1u);
  EXPECT_THAT(workload.kernels[1].waits, ElementsAre(0));
  check_workload(workload, 4);
  EXPECT_TRUE(test::all_used(workload.kernels[0], WarpOp::kLoad, workload.data[0]));
  EXPECT_TRUE(test::all_used(workload.kernels[0], WarpOp::kStore, workload.data[1]));
}

TEST(WorkloadFile, TheExampleOfTheManualIsTheExample) {
  std::ifstream in(std::string(GF_SOURCE_DIR) + "/workloads/kernels/README.md");
  std::stringstream manual;
  manual << in.rdbuf();
  EXPECT_THAT(manual.str(), HasSubstr("```ini\n" + example_workload_text() + "```"));
}

TEST(WorkloadFile, LoopsCountFromTheOutermost) {
  const Workload workload = read(
      file_with("do = loop i 2\ndo = loop j 3\ndo = load 4 a[256*cta + 64*i + 4*j + 16*warp] lanes "
                "1\ndo = end\ndo = compute 7 4\ndo = end\ndo = fence gpu\n"));
  WarpProgram program;
  workload.kernels[0].program->warp(1, 1, program);
  std::vector<std::uint64_t> offsets;
  for (const WarpInstruction& i : program.code)
    if (i.op == WarpOp::kLoad) offsets.push_back(i.address - workload.data[0].base);
  EXPECT_THAT(offsets, ElementsAre(272, 276, 280, 336, 340, 344));
  ASSERT_EQ(program.code.size(), 9u);
  EXPECT_EQ(program.code[3].cycles, 7u);
  EXPECT_EQ(program.code[3].interval, 4u);
  EXPECT_EQ(program.code[8].op, WarpOp::kFence);
}

TEST(WorkloadFile, AddressesMayGoDown) {
  const Workload workload =
      read(file_with("do = store 8 a[ 1016 - 8*lane - 256 * warp-lane*0 ]\n"));
  WarpProgram program;
  workload.kernels[0].program->warp(0, 1, program);
  EXPECT_EQ(program.address(program.code[0], 31) - workload.data[0].base, 1016u - 248 - 256);
}

TEST(WorkloadFile, BothSidesOfTheBoundAreKept) {
  EXPECT_EQ(read(file_with("do = load 4 a[768*cta + 128*warp + 4*lane]\n")).kernels.size(), 1u);
  EXPECT_THAT(
      refused_line("load 4 a[772*cta + 128*warp + 4*lane]"),
      AllOf(StartsWith("w.ini:9: the access reaches bytes 0 ... 1027"), HasSubstr("0 ... 1023")));
  EXPECT_THAT(refused_line("load 4 a[4*lane - 4*cta]"), HasSubstr("reaches bytes -4 ... 127"));
  EXPECT_EQ(read(file_with("do = load 4 a[1020 + 4*lane] lanes 1\n")).kernels.size(), 1u);
}

TEST(WorkloadFile, RefusesInstructionsWithTheirLine) {
  EXPECT_THAT(refused_line("jump 3"), AllOf(StartsWith("w.ini:9: "), HasSubstr("\"jump\"")));
  EXPECT_THAT(refused_line("compute 0"), HasSubstr("1 ... 1000000000"));
  EXPECT_THAT(refused_line("compute"), HasSubstr("cannot read cycles"));
  EXPECT_THAT(refused_line("compute 9 0"), HasSubstr("1 ... 64"));
  EXPECT_THAT(refused_line("compute 9 4 2"), HasSubstr("text after the instruction"));
  EXPECT_THAT(refused_line("barrier now"), HasSubstr("text after the instruction"));
  EXPECT_THAT(refused_line("fence world"), HasSubstr("fence gpu or fence system"));
  EXPECT_THAT(refused_line("load 3 a[0]"), HasSubstr("1, 2, 4, 8 or 16"));
  EXPECT_THAT(refused_line("load 4 b[0]"), HasSubstr("cannot read the address"));
  EXPECT_THAT(refused_line("load 4 a[0"), HasSubstr("cannot read the address"));
  EXPECT_THAT(refused_line("load 4 a[]"), HasSubstr("cannot read the term"));
  EXPECT_THAT(refused_line("load 4 a[4*i]"), HasSubstr("4*i"));
  EXPECT_THAT(refused_line("load 4 a[9999999999999*cta]"), HasSubstr("cannot read the term"));
  EXPECT_THAT(refused_line("load 4 a[2*lane]"), HasSubstr("unaligned accesses"));
  EXPECT_THAT(refused_line("load 4 a[4*lane] lanes 33"), HasSubstr("1 ... 32"));
  EXPECT_THAT(refused_line("load 4 a[4*lane] returns"), HasSubstr("lanes N"));
  EXPECT_THAT(refused_line("end"), HasSubstr("an end without a loop"));
  EXPECT_THAT(refused_line("loop cta 3"), HasSubstr("not in use"));
  EXPECT_THAT(refused_line("loop i 3"), AllOf(StartsWith("w.ini:7: "), HasSubstr("does not end")));
  EXPECT_THAT(refused_line("loop i 60000\ndo = loop j 60000"), HasSubstr("too many turns"));
  EXPECT_THAT(refusal(file_with("")), HasSubstr("a kernel without instructions"));
}

TEST(WorkloadFile, RefusesSectionsWithTheirLine) {
  EXPECT_THAT(refusal(""), StartsWith("w.ini: no name"));
  EXPECT_THAT(refusal("[workload]\nname = w\n"), HasSubstr("no data"));
  EXPECT_THAT(refusal("x = 1\n"), AllOf(StartsWith("w.ini:1: "), HasSubstr("unknown key")));
  EXPECT_THAT(refusal(file_with("grid = 3\n")), AllOf(StartsWith("w.ini:9: "), HasSubstr("ctas")));
  EXPECT_THAT(refusal(file_with("ctas = 3\n")), HasSubstr("for the second time"));
  EXPECT_THAT(refusal(file_with("gpu = 4\n")), HasSubstr("0 ... 3"));
  EXPECT_THAT(refusal(file_with("stream = -1\n")), HasSubstr("0 ... 1023"));
  const auto data = [](const std::string& lines) {
    return "[workload]\nname = w\n[data.a]\n" + lines + "[kernel.k]\nctas = 1\ndo = barrier\n";
  };
  EXPECT_THAT(refusal(data("bytes = 5\nplacement = interleave\n")), StartsWith("w.ini:4: bytes"));
  EXPECT_THAT(refusal(data("bytes = 5 KB\n")), HasSubstr("has no \"placement\""));
  EXPECT_THAT(refusal(data("bytes = 5 KB\nplacement = here\n")), HasSubstr("first_touch"));
  EXPECT_THAT(refusal(data("bytes = 5 KB\nplacement = explicit\n")), HasSubstr("no \"homes\""));
  EXPECT_THAT(refusal(data("bytes = 5 KB\nplacement = explicit\nhomes = 0, 4\n")),
              AllOf(StartsWith("w.ini:6: "), HasSubstr("0 ... 3")));
  EXPECT_THAT(refusal(data("bytes = 5 KB\nplacement = interleave\nhomes = 0\n")),
              HasSubstr("homes without"));
}

TEST(WorkloadFile, ManagedDataHasAdvice) {
  const auto file = [](const std::string& lines) {
    return "[workload]\nname = w\n[data.a]\nbytes = 5 KB\nplacement = managed\n" + lines +
           "[kernel.k]\nctas = 1\ndo = barrier\n";
  };
  const Workload plain = read(file(""));
  EXPECT_TRUE(plain.data[0].homes.empty());
  EXPECT_EQ(plain.data[0].advice.preferred, Advice::kNobody);
  const Workload advised =
      read(file("homes = 3, 1\nread_mostly = true\npreferred = 2\naccessed_by = 0, 3\n"));
  const DataStructure& data = advised.data[0];
  EXPECT_EQ(data.placement, Placement::kManaged);
  EXPECT_THAT(data.homes, ElementsAre(3, 1));
  EXPECT_TRUE(data.advice.read_mostly);
  EXPECT_EQ(data.advice.preferred, 2u);
  EXPECT_EQ(data.advice.accessed_by, 0b1001u);
  EXPECT_THAT(refusal(file("preferred = 4\n")),
              AllOf(StartsWith("w.ini:6: "), HasSubstr("0 ... 3")));
  EXPECT_THAT(refusal(file("accessed_by = 0, 4\n")), HasSubstr("0 ... 3"));
  EXPECT_THAT(refusal(file("read_mostly = yes\n")), HasSubstr("true or false"));
  EXPECT_THAT(refusal("[workload]\nname = w\n[data.a]\nbytes = 5 KB\nplacement = interleave\n"
                      "preferred = 1\n[kernel.k]\nctas = 1\ndo = barrier\n"),
              HasSubstr("preferred without"));
}

/// Kernels a, b and c; lines of each.
std::string three_kernels(const std::string& a, const std::string& b, const std::string& c) {
  const auto kernel = [](const std::string& name, const std::string& line) {
    return "[kernel." + name + "]\nctas = 1\n" + line + "do = barrier\n";
  };
  return "[workload]\nname = w\n[data.d]\nbytes = 1 KiB\nplacement = interleave\n" +
         kernel("a", a) + kernel("b", b) + kernel("c", c);
}

TEST(WorkloadFile, KernelsWaitForOthersByName) {
  const Workload workload = read(three_kernels("", "waits = a\n", "waits = b, a\n"));
  EXPECT_THAT(workload.kernels[0].waits, testing::IsEmpty());
  EXPECT_THAT(workload.kernels[2].waits, ElementsAre(1, 0));
  for (const char* nobody : {"waits = c\n", "waits = b\n", "waits = a, d\n", "waits =\n"})
    EXPECT_THAT(refusal(three_kernels("", nobody, "")),
                AllOf(StartsWith("w.ini:11: "), HasSubstr("kernels above it")));
}

TEST(WorkloadFile, TheRegistryReadsFiles) {
  const core::ScratchDirectory directory;
  const std::string file = (directory / "w.ini").string();
  std::ofstream(file) << example_workload_text();
  EXPECT_EQ(make_workload("file:" + file, WorkloadSize::kSmall, 4).name, "scale_and_count");
  EXPECT_THAT(test::error_of([&] { make_workload("file:" + file, WorkloadSize::kSmall, 1); }),
              AllOf(HasSubstr("w.ini:7: "), HasSubstr("0 ... 0")));
  EXPECT_THAT(test::error_of([] { make_workload("file:/proc/nowhere", WorkloadSize::kSmall, 1); }),
              HasSubstr("/proc/nowhere"));
}

}  // namespace
}  // namespace gf::model::workload_file_test

// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/programs/suite.h workloads/options.h
#include "workloads/kernels/workload_registry.h"

#include <fmt/format.h>
#include <fstream>

#include "core/system/scratch_directory.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::model::registry_test {
namespace {

/// Everything that the warps do, and where data are, as one number.
std::uint64_t fingerprint(const Workload& workload) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3ull; };
  for (const DataStructure& data : workload.data) {
    add(data.base);
    add(data.bytes.count());
    for (const std::uint8_t home : data.homes) add(home);
  }
  WarpProgram program;
  for (const Kernel& kernel : workload.kernels)
    for (unsigned cta = 0; cta < kernel.ctas; ++cta)
      for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
        program.clear();
        kernel.program->warp(cta, warp, program);
        for (const WarpInstruction& i : program.code) {
          add(static_cast<std::uint64_t>(i.op) << 40 | i.cycles);
          add(i.lanes);
          for (unsigned lane = 0; lane < kWarpLanes; ++lane)
            if ((i.lanes >> lane & 1u) != 0) add(program.address(i, lane));
        }
      }
  return hash;
}

/// What each member is meant to ask of the links of 4 GPUs.
struct Meant {
  const char* name;
  double least_asymmetry, most_asymmetry;
  double least_bound, most_bound;
  friend void PrintTo(const Meant& meant, std::ostream* out) { *out << meant.name; }
};
const Meant kMeant[] = {
    {"stream_triad", 0, 0, 1, 1},        {"stencil3d", 0, 0.05, 1, 1.05},
    {"comd", 0, 0.05, 1, 1.05},          {"spmv", 0, 0.05, 1, 1.05},
    {"rsbench", 0, 0.2, 1, 1.25},        {"hpgmg", 0.3, 0.6, 1.3, 1.6},
    {"sssp", 0.1, 0.4, 1.2, 1.6},        {"bfs", 0.15, 0.4, 1.25, 1.6},
    {"pagerank", 0.2, 0.5, 1.3, 1.6},    {"hpgmg_uvm", 0.9, 1, 1.8, 1.875},
    {"comd_ta", 0.9, 1, 1.8, 1.875},     {"comd_wa", 0.8, 1, 1.7, 1.875},
    {"gemm", 0.95, 1, 1.8, 1.875},       {"random_asymmetric", 1, 1, 1.85, 1.875},
    {"lonestar_sp", 0.95, 1, 1.8, 1.875}};

class EachMember : public testing::TestWithParam<Meant> {};
INSTANTIATE_TEST_SUITE_P(Registry, EachMember, testing::ValuesIn(kMeant),
                         [](const auto& info) { return std::string(info.param.name); });

/// The row of a member in the manual's table.
std::string row_of(const std::string& name) {
  std::ifstream in(std::string(GF_SOURCE_DIR) + "/workloads/kernels/README.md");
  for (std::string row; std::getline(in, row);)
    if (row.rfind("| " + name + " |", 0) == 0) return row;
  return "";
}

TEST_P(EachMember, AsksOfTheLinksWhatItIsFor) {
  const Workload workload = make_workload(GetParam().name, WorkloadSize::kSmall, 4);
  EXPECT_EQ(workload.name, GetParam().name);
  check_workload(workload, 4);
  const WorkloadTraffic traffic = summarize(workload, 4);
  EXPECT_LE(traffic.total.instructions, 800'000u);
  EXPECT_GE(traffic.total.instructions, 40'000u);
  EXPECT_LE(traffic.total.fixed_cycles(), 300'000);
  EXPECT_GE(traffic.asymmetry(), GetParam().least_asymmetry);
  EXPECT_LE(traffic.asymmetry(), GetParam().most_asymmetry);
  EXPECT_GE(traffic.gain_bound(), GetParam().least_bound - 1e-9);
  EXPECT_LE(traffic.gain_bound(), GetParam().most_bound + 1e-9);
  EXPECT_THAT(row_of(GetParam().name),
              HasSubstr(fmt::format("| {} | {:.1f} | {:.1f} | {:.2f} | {:.2f} |",
                                    traffic.total.instructions,
                                    static_cast<double>(traffic.total.local()) / 1e6,
                                    static_cast<double>(traffic.total.remote()) / 1e6,
                                    traffic.asymmetry(), traffic.gain_bound())));
}

TEST(Registry, EachMemberIsTested) {
  std::vector<std::string> tested;
  for (const Meant& meant : kMeant) tested.push_back(meant.name);
  EXPECT_THAT(tested, testing::UnorderedElementsAreArray(workload_names()));
}

TEST_P(EachMember, FitsAnyNumberOfGpus) {
  for (const unsigned gpus : {1u, 3u, 16u}) {
    const Workload workload = make_workload(GetParam().name, WorkloadSize::kSmall, gpus);
    for (const DataStructure& data : workload.data)
      for (const std::uint8_t home : data.homes) EXPECT_LT(home, gpus);
    // A warp of each kernel: the whole is walked for 4 GPUs.
    WarpProgram program;
    for (const Kernel& kernel : workload.kernels) {
      program.clear();
      kernel.program->warp(kernel.ctas - 1, kernel.warps_per_cta - 1, program);
      EXPECT_GE(kernel.ctas, 1u);
    }
  }
}

TEST_P(EachMember, IsTheSameForTheSameSeed) {
  const std::uint64_t once =
      fingerprint(make_workload(GetParam().name, WorkloadSize::kSmall, 2, 7));
  EXPECT_EQ(once, fingerprint(make_workload(GetParam().name, WorkloadSize::kSmall, 2, 7)));
}

TEST(Registry, RandomMembersFollowTheSeed) {
  const std::pair<const char*, const char*> members[] = {{"bfs", "scale=10"},
                                                         {"comd_ta", "steps=1"},
                                                         {"rsbench", "lookups=1024"},
                                                         {"random_asymmetric", "phases=1"},
                                                         {"lonestar_sp", "clauses=2048"}};
  for (const auto& [name, text] : members) {
    const WorkloadOptions options = parse_workload_options(text);
    EXPECT_NE(fingerprint(make_workload(name, WorkloadSize::kSmall, 2, 7, options)),
              fingerprint(make_workload(name, WorkloadSize::kSmall, 2, 8, options)))
        << name;
  }
}

TEST(Registry, NamesTheNearestOnError) {
  EXPECT_THAT(test::error_of([] { make_workload("lonestar", WorkloadSize::kSmall, 4); }),
              AllOf(HasSubstr("lonestar"), HasSubstr("a known name"), HasSubstr("nearest: ")));
  EXPECT_THAT(test::error_of([] { describe_workload("hpgmg_uwm"); }),
              HasSubstr("nearest: hpgmg_uvm"));
  EXPECT_THAT(test::error_of([] {
                make_workload("bfs", WorkloadSize::kSmall, 4, 1, {{"scal", "9"}});
              }),
              AllOf(HasSubstr("bfs option"), HasSubstr("nearest: scale")));
}

TEST(Registry, RefusesWhatIsOutOfRange) {
  const auto refusal = [](const std::string& name, const WorkloadOptions& options,
                          unsigned gpus = 4) {
    return test::error_of([&] { make_workload(name, WorkloadSize::kSmall, gpus, 1, options); });
  };
  EXPECT_THAT(refusal("bfs", {}, 0), HasSubstr("1 ... 72"));
  EXPECT_THAT(refusal("bfs", {}, 73), HasSubstr("1 ... 72"));
  EXPECT_THAT(refusal("bfs", {{"scale", "30"}}), HasSubstr("8 ... 24"));
  EXPECT_THAT(refusal("bfs", {{"scale", "x"}}), HasSubstr("8 ... 24"));
  EXPECT_THAT(refusal("random_asymmetric", {{"asymmetry", "1.5"}}), HasSubstr("0 ... 1"));
  EXPECT_THAT(refusal("random_asymmetric", {{"asymmetry", "nan"}}), HasSubstr("0 ... 1"));
  EXPECT_THAT(refusal("hpgmg", {{"extent", "48"}}), HasSubstr("power of two"));
  EXPECT_THAT(refusal("pagerank", {{"matrix", "/proc/nowhere.mtx"}}),
              HasSubstr("/proc/nowhere.mtx"));
  EXPECT_THAT(test::error_of([] { parse_workload_size("huge"); }), HasSubstr("small or large"));
}

TEST(Registry, OptionsChangeTheWorkload) {
  const auto kernels = [](const char* name, const std::string& options) {
    return make_workload(name, WorkloadSize::kSmall, 4, 1, parse_workload_options(options))
        .kernels.size();
  };
  EXPECT_EQ(kernels("random_asymmetric", "phases=4, phase=1000"), 4u);
  EXPECT_EQ(kernels("gemm", "layers=7"), 7u);
  EXPECT_EQ(kernels("gemm", ""), 4u);
  EXPECT_THAT(test::error_of([] { parse_workload_options("a=1,a=2"); }), HasSubstr("once"));
  EXPECT_THAT(test::error_of([] { parse_workload_options("a"); }), HasSubstr("name=value"));
}

TEST(Registry, GraphsMayComeFromAFile) {
  const core::ScratchDirectory directory;
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(directory / name) << text;
    return (directory / name).string();
  };
  const std::string good =
      write("g.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 5\n2 3 1\n");
  const Workload sssp = make_workload("sssp", WorkloadSize::kSmall, 2, 1, {{"matrix", good}});
  EXPECT_EQ(sssp.kernels.size(), 2u);
  check_workload(sssp, 2);
  const std::string half =
      write("h.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2 0.5\n");
  EXPECT_THAT(test::error_of([&] {
                make_workload("sssp", WorkloadSize::kSmall, 2, 1, {{"matrix", half}});
              }),
              HasSubstr("an edge of length 0.5"));
  const std::string oblong =
      write("o.mtx", "%%MatrixMarket matrix coordinate real general\n3 2 1\n1 2 1\n");
  EXPECT_THAT(test::error_of([&] {
                make_workload("spmv", WorkloadSize::kSmall, 2, 1, {{"matrix", oblong}});
              }),
              HasSubstr("a square matrix"));
}

TEST(Registry, TellsWhereItsFilesAre) {
  EXPECT_EQ(file_of_workload("file:a/b.workload"), "a/b.workload");
  for (const char* name : {"comd", "file:", "profile:x", ""}) EXPECT_EQ(file_of_workload(name), "");
  EXPECT_EQ(file_of_options("repeats=1, matrix = a.mtx ,x=2"), "a.mtx");
  for (const char* options : {"", "repeats=1", "my_matrix=a.mtx", "matrix="})
    EXPECT_EQ(file_of_options(options), "") << options;
}

TEST(Registry, DescribesEveryMember) {
  EXPECT_GE(workload_names().size(), 12u);
  for (const std::string& name : workload_names()) {
    EXPECT_EQ(describe_workload(name).name, name);
    EXPECT_FALSE(describe_workload(name).meaning.empty());
    EXPECT_FALSE(describe_workload(name).options.empty());
  }
}

}  // namespace
}  // namespace gf::model::registry_test

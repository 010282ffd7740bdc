// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/nvlink_platform.h platforms/gpu/node_platform.h platforms/gpu/fabrics/link_report.h
// Holds: platforms/gpu/workload_choice.h hw/nvlink/end/link_join.cpp
// The NVLink node as a user runs it.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/program.h"

namespace gf::test::nvlink_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// Two GPUs, a workload of some 30,000 cycles.
Captured run_small(std::vector<std::string> more) {
  std::vector<std::string> all = {"run",    "nvlink_node", "--quiet",  "-p",
                                  "gpus=2", "-p",          "gpu.sms=4"};
  all.insert(all.end(), more.begin(), more.end());
  return program(all);
}

std::vector<std::string> phases(std::vector<std::string> more) {
  std::vector<std::string> all = {"-p", "workload=random_asymmetric", "-p",
                                  "workload_options=phases=2,phase=20000"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(NvlinkRun, WritesLinksAndKernels) {
  const ScratchDirectory scratch;
  const Captured run = run_small(phases({"--outdir", scratch / "run"}));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(StartsWith("random_asymmetric: 2 of 2 kernels ended, "),
                             HasSubstr("out GB/s"), HasSubstr("lanes turned")));
  const auto links = lines_of(read_file(scratch / "run/links.csv"));
  ASSERT_EQ(links.size(), 3u);
  EXPECT_THAT(links[0], StartsWith("gpu,link,out_bytes,out_payload,"));
  EXPECT_THAT(links[2], StartsWith("1,0,"));
  const auto kernels = lines_of(read_file(scratch / "run/kernels.csv"));
  ASSERT_GE(kernels.size(), 3u);
  EXPECT_EQ(kernels[0], "index,kernel,launched,started,ended");
}

TEST(NvlinkRun, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  for (const char* directory : {"1", "2"})
    ASSERT_EQ(run_small(phases({"--outdir", scratch / directory})).code, 0);
  for (const char* file : {"stats.csv", "links.csv", "kernels.csv"})
    EXPECT_EQ(read_file(scratch / "1" / file), read_file(scratch / "2" / file)) << file;
}

TEST(NvlinkRun, StoppedEarlyEverythingIsOverTheTimeUntilThen) {
  const ScratchDirectory scratch;
  const Captured run =
      run_small(phases({"--stop-at", "20 us", "--json", "--outdir", scratch / "run"}));
  ASSERT_EQ(run.code, 0) << run.err;
  const auto results = core::parse_json(run.out).at("results");
  const auto value = [&](const char* name) { return results.at(name).at("value").get<double>(); };
  EXPECT_DOUBLE_EQ(value("time"), 20e-6);
  EXPECT_DOUBLE_EQ(value("cycles"), 20000);
  double most = 0;
  const auto links = lines_of(read_file(scratch / "run/links.csv"));
  for (std::size_t i = 1; i < links.size(); ++i) {
    const auto fields = fields_of(links[i]);
    const double in = std::stod(fields.at(6));
    most = std::max({most, std::stod(fields.at(4)), std::stod(fields.at(8))});
    EXPECT_NEAR(std::stod(fields.at(8)), in / 20e-6 / 64e9, 1e-6);
  }
  EXPECT_GT(most, 0.3);
  EXPECT_NEAR(value("link_utilization_max"), most, 1e-6);
}

TEST(NvlinkRun, EnergyOfStatisticsAndOfLinksIsOverOneInterval) {
  const ScratchDirectory scratch;
  const Captured run = run_small(
      phases({"-p", "sample_time=50 us", "--json", "--outdir", scratch / "run"}));  // looks late
  ASSERT_EQ(run.code, 0) << run.err;
  double picojoules = 0;
  for (const std::string& line : lines_of(read_file(scratch / "run/stats.csv")))
    if (line.find("_energy_pj,") != line.npos) picojoules += std::stod(fields_of(line).at(2));
  const auto results = core::parse_json(run.out).at("results");
  EXPECT_NEAR(results.at("link_energy").at("value").get<double>(), picojoules * 1e-12, 1e-12);
  double joules = 0;
  const auto links = lines_of(read_file(scratch / "run/links.csv"));
  for (std::size_t i = 1; i < links.size(); ++i) joules += std::stod(fields_of(links[i]).back());
  EXPECT_NEAR(joules, picojoules * 1e-12, 1e-12);
}

TEST(NvlinkRun, PolicyOfTheNodeIsThatOfItsLinks) {
  const auto turned = [](const char* policy) {
    const Captured run = run_small(phases({"-p", std::string("policy=") + policy, "--json"}));
    return core::parse_json(run.out).at("results").at("lanes_turned").at("value").get<int>();
  };
  EXPECT_EQ(turned("static"), 0);
  EXPECT_GT(turned("paper"), 0);
}

double hops(std::vector<std::string> more) {
  more.push_back("--json");
  const auto results = core::parse_json(run_small(more).out).at("results");
  return results.at("packet_hops").at("value").get<double>();
}

TEST(NvlinkRun, FirstTouchBringsDataHome) {
  EXPECT_GT(hops(phases({})), 0);
  EXPECT_EQ(hops(phases({"-p", "placement=first_touch"})), 0);  // each GPU reads its own lines
}

TEST(NvlinkRun, LinesThatAreKeptNeedNoLink) {
  const std::vector<std::string> layers = {"-p", "workload=gemm", "-p",
                                           "workload_options=batch=128,width=128"};
  std::vector<std::string> keeping = layers;
  keeping.insert(keeping.end(), {"-p", "gpu.memory.remote_ways=8"});
  EXPECT_LT(hops(keeping), hops(layers));
}

TEST(NvlinkRun, UnknownWorkloadIsAUsageError) {
  const Captured run = run_small({"-p", "workload=hpgmg_uwm"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("hpgmg_uwm"), HasSubstr("nearest: hpgmg_uvm")));
}

TEST(NvlinkRun, UnknownPolicyIsAUsageError) {
  const Captured run = run_small({"-p", "policy=papers"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("papers"), HasSubstr("static, paper")));
}

TEST(NvlinkRun, WrongWorkloadFileIsNamedWithItsLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad",
             "[workload]\nname = x\n[data.d]\nbytes = 4 KiB\nplacement = anywhere\n"
             "[kernel.k]\nctas = 1\ndo = compute 1\n");
  const Captured run = run_small({"-p", "workload=file:" + (scratch / "bad").string()});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, AllOf(HasSubstr("bad:5: "), HasSubstr("anywhere")));
}

TEST(NvlinkRun, RunsAFile) {
  const ScratchDirectory scratch;
  write_file(scratch / "my.workload", program({"workloads", "--example"}).out);
  const Captured run = run_small(
      {"-p", "workload=file:" + (scratch / "my.workload").string(), "--outdir", scratch / "run"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(read_file(scratch / "run/kernels.csv"),
              AllOf(HasSubstr("\n0,scale,"), HasSubstr("\n1,check,")));
}

TEST(NvlinkFaults, LanesThatDieAreTakenOutAndTheRestCarriesOn) {
  const ScratchDirectory scratch;
  const Captured well = run_small(phases({"--json"}));
  const Captured run =
      run_small(phases({"-p", "nvlink.failing=*.lane_0,*.lane_9", "-p", "nvlink.fails_at=10 us",
                        "--outdir", scratch / "run", "--json"}));
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* gpu : {"gpu_0", "gpu_1"})
    EXPECT_THAT(run.err,
                HasSubstr(std::string(gpu) + ".nvlink.link_0: 2 lanes out of service, 14 left"));
  const std::string stats = read_file(scratch / "run/stats.csv");
  for (const char* end : {"gpu_0.nvlink.link_0", "gpu_1.nvlink.link_0", "nvswitch.port_1"})
    EXPECT_EQ(stat(stats, std::string(end) + ",failed_lanes"), 2);
  const auto value = [](const Captured& of, const char* name) {
    return core::parse_json(of.out).at("results").at(name).at("value").get<double>();
  };
  for (const char* same : {"kernels", "warp_instructions"})
    EXPECT_EQ(value(run, same), value(well, same)) << same;
  EXPECT_GT(value(run, "cycles"), value(well, "cycles"));
}

TEST(NvlinkFaults, LanesWithErrorsReplayUntilAllIsThere) {
  const ScratchDirectory scratch;
  for (const char* rate : {"0", "1e-4"})
    ASSERT_EQ(run_small(phases({"-p", std::string("nvlink.bit_error_rate=") + rate, "--outdir",
                                scratch / rate}))
                  .code,
              0);
  const std::string well = read_file(scratch / "0/stats.csv");
  const std::string bad = read_file(scratch / "1e-4/stats.csv");
  EXPECT_EQ(stat(well, "gpu_0.nvlink.link_0.tx,replays"), 0);
  EXPECT_GT(stat(bad, "gpu_0.nvlink.link_0.tx,replays"), 10);
  for (const char* done : {"dispatcher,ctas", "dispatcher,kernels"})
    EXPECT_EQ(stat(bad, done), stat(well, done)) << done;  // bytes are compared in tests/system
}

TEST(NvlinkFaults, LastLaneOfADirectionIsReplacedByOneOfTheOther) {
  const Captured run = run_small(
      phases({"-p", "policy=static", "-p", "nvlink.first_lanes=1", "-p",
              "nvlink.failing=gpu_0.nvlink.link_0.lane_0", "-p", "nvlink.fails_at=1 us"}));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("gpu_0.nvlink.link_0: 1 lane out of service, 15 left"));
}

TEST(NvlinkFaults, LinkThatKeepsOneLaneEndsTheRunWithItsName) {
  const Captured run =
      run_small(phases({"-p", "policy=static", "-p", "nvlink.lanes=2", "-p",
                        "nvlink.failing=gpu_1.*.lane_0", "-p", "nvlink.fails_at=1 us"}));
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, AllOf(HasSubstr("1 lane out of service, 1 left"),
                             HasSubstr("the link is dead since 1.03 us (fails_at)")));
}

TEST(NvlinkFaults, LaneThatIsNotThereIsRefusedWithWhatIs) {
  const Captured run = run_small(
      phases({"-p", "nvlink.failing=gpu_1.nvlink.link_0.lane_16", "-p", "nvlink.fails_at=1 us"}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("failing = gpu_1.nvlink.link_0.lane_16"),
                             HasSubstr("gpu_1.nvlink.link_0.lane_0 to lane_15")));
}

TEST(NvlinkFaults, AllLanesOneWayAreRefused) {
  const Captured run = run_small({"-p", "nvlink.first_lanes=16"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("nvlink.first_lanes = 16"), HasSubstr("0 ... 15")));
}

TEST(NvlinkFaults, MemoryThatIsFullOnTheWayIsAUsageError) {
  const Captured run =
      run_small({"-p", "workload=stream_triad", "-p", "pages.memory=1 MiB", "-p", "gpus=2"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("memory"), testing::Not(HasSubstr("uncaught"))));
}

/// DRAM bandwidth and SMs of [PROACT21], Table I.
struct Preset {
  const char* name;
  double gigabytes_per_second;
  const char* sms;
};
class NvlinkPreset : public testing::TestWithParam<Preset> {};

TEST_P(NvlinkPreset, RunsAndHasTheNumbersOfTableI) {
  const ScratchDirectory scratch;
  const std::string file =
      std::string(GF_SOURCE_DIR) + "/platforms/gpu/presets/" + GetParam().name + ".ini";
  const Captured run = program({"run", "nvlink_node", "--config", file, "-p", "workload=comd",
                                "--outdir", scratch / "run", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string resolved = read_file(scratch / "run/config.resolved.ini");
  EXPECT_THAT(resolved, HasSubstr(std::string("sms = ") + GetParam().sms));
  const auto at = resolved.find("channel_rate = ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_DOUBLE_EQ(16 * std::stod(resolved.substr(at + 15)), GetParam().gigabytes_per_second);
}

INSTANTIATE_TEST_SUITE_P(TableI, NvlinkPreset,
                         testing::Values(Preset{"numa_baseline", 768, "64"},
                                         Preset{"k40m", 288.4, "15"}, Preset{"p100", 720, "56"},
                                         Preset{"v100", 920, "80"}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gf::test::nvlink_test

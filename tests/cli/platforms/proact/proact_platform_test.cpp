// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/app_choice.h platforms/proact/choices.h
// GPUs that share a region, as a user runs them: output, files, bad input, faults.
#include <map>
#include <sstream>

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_platform_test {
namespace {

using nlohmann::json;

std::vector<std::vector<double>> numbers(const std::string& csv) {
  std::vector<std::vector<double>> rows;
  std::istringstream in(csv);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    for (rows.emplace_back(); std::getline(fields, line, ',');)
      rows.back().push_back(std::stod(line));
  }
  return rows;
}

TEST(ProactRun, ShowsPhasesAndLinks) {
  const ScratchDirectory scratch;
  const Captured one = exits(0, run_proact("memcpy", pagerank({"--outdir", scratch / "run"})));
  EXPECT_THAT(one.out, AllOf(HasSubstr("pagerank: "), HasSubstr("copies us"),
                             HasSubstr("out packets"), HasSubstr("\nall ")));
  const auto phases = numbers(read_file(scratch / "run/phases.csv"));
  ASSERT_GE(phases.size(), 2u);
  for (std::size_t n = 0; n < phases.size(); ++n) {
    EXPECT_TRUE(std::is_sorted(phases[n].begin() + 1, phases[n].end())) << "phase " << n;
    if (n > 0) {
      EXPECT_DOUBLE_EQ(phases[n][1], phases[n - 1].back());
    }
    EXPECT_GT(phases[n][6] - phases[n][5], 10) << "three calls, the copies and their wait";
  }
  const auto links = numbers(read_file(scratch / "run/links.csv"));
  ASSERT_EQ(links.size(), 4u);
  double out = 0, in = 0;
  for (const auto& gpu : links) out += gpu[2], in += gpu[7];
  EXPECT_GT(out, 0);
  EXPECT_DOUBLE_EQ(out, in) << "payload that leaves a GPU comes to one";
}

TEST(ProactRun, TheTableIsInTheResultsToo) {
  const ScratchDirectory scratch;
  const Captured one =
      exits(0, run_proact("hw", pagerank({"--json", "--outdir", scratch / "run"})));
  const json results = core::parse_json(one.out).at("results");
  const auto phases = numbers(read_file(scratch / "run/phases.csv"));
  EXPECT_NEAR(results.at("time").at("value").get<double>() * 1e6, phases.back().back(), 1e-3);
  EXPECT_EQ(results.at("phases").at("value"), phases.size());
}

TEST(ProactRun, TopologyIsWhatJoinsTheGpus) {
  const auto shown = [](const char* system, const char* format) {
    Words words = {"topology", "proact", "-p", std::string("system=") + system};
    if (*format != 0) words.emplace_back(format);
    return program(words).out;
  };
  EXPECT_THAT(shown("4x_volta", ""), AllOf(HasSubstr("4 GPUs"), HasSubstr("150 GB/s"),
                                           HasSubstr("jacobi"), HasSubstr("1 MiB")));
  EXPECT_THAT(shown("4x_volta", "--csv"), HasSubstr("\ngpu_2,gpu,2,2,gpu_3,gpu,3,2,nvlink,8,"));
  EXPECT_THAT(shown("16x_volta", "--dot"), HasSubstr("\"gpu_15\" -> \"nvswitch\""));
  EXPECT_THAT(shown("4x_kepler", "--dot"), HasSubstr("-> \"gpu_3\""));
}

TEST(ProactErrors, ABadMatrixIsToldWithItsLine) {
  const ScratchDirectory scratch;
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  const std::map<std::string, std::string> files = {
      {head + "% comment\n4 4 2\n1 1 1.0\n5 1 1.0\n", ":5:"},
      {head + "4 4 2\n1 1 x\n", ":3:"},
      {"%%MatrixMarket vector coordinate real general\n1 1 1\n", ":1:"},
      {head + "4 4 3\n1 1 1.0\n", ":"},
      {"", ":"}};
  for (const auto& [text, line] : files) {
    const std::string file = file_with(scratch, "bad.mtx", text);
    const Captured one = run_proact("hw", {"-p", "workload=pagerank", "-p", "matrix=" + file});
    EXPECT_EQ(one.code, 5) << text << one.err;
    EXPECT_THAT(one.err, HasSubstr("bad.mtx" + line));
  }
  EXPECT_NE(run_proact("hw", {"-p", "workload=pagerank", "-p", "matrix=/proc/no/such.mtx"}).code,
            0);
  EXPECT_THAT(run_proact("hw", {"-p", "workload=xray_ct", "-p", "matrix=a.mtx"}).err,
              HasSubstr("jacobi, pagerank, sssp and als read matrices"));
}

TEST(ProactErrors, AChunkIsNotLargerThanTheRegion) {
  for (const char* mechanism : {"hw", "polling", "cdp"}) {
    const Captured one = run_proact(mechanism, {"-p", "workload=pagerank", "-p", "chunk=1 MiB"});
    EXPECT_EQ(one.code, 2) << mechanism;
    EXPECT_THAT(one.err, HasSubstr("not larger than the region, 512 KiB")) << mechanism;
    EXPECT_EQ(run_proact(mechanism, pagerank({"-p", "chunk=512 KiB"})).code, 0) << mechanism;
  }
  EXPECT_EQ(run_proact("memcpy", pagerank({"-p", "chunk=1 MiB"})).code, 0) << "has no chunks";
}

TEST(ProactErrors, MapsReleasesAndCountersAreForThoseWhoHaveThem) {
  EXPECT_THAT(run_proact("memcpy", {"-p", "map=m.txt"}).err, HasSubstr("no map"));
  EXPECT_THAT(run_proact("polling", {"-p", "release=true"}).err, HasSubstr("expected false"));
  for (const char* mechanism : {"memcpy", "polling"}) {
    const Captured one = run_proact(mechanism, {"-p", "shown_chunks=3,99999"});
    EXPECT_EQ(one.code, 2) << mechanism;
    EXPECT_THAT(one.err, HasSubstr("shown_chunks = 3,99999: expected none with mechanism = "));
  }
}

TEST(ProactErrors, AShownChunkIsOneOfTheRegions) {
  for (const char* gpus : {"gpus=1", "gpus=4"}) {
    const auto shown = [&](const char* chunks) {
      return run_proact("hw", pagerank({"-p", gpus, "-p", std::string("shown_chunks=") + chunks}));
    };
    const Captured beyond = shown("31,32,2");
    EXPECT_EQ(beyond.code, 2) << gpus;
    EXPECT_THAT(beyond.err, HasSubstr("shown_chunks = 32: expected 0 ... 31; ")) << gpus;
    EXPECT_EQ(shown("31").code, 0) << gpus;
  }
}

}  // namespace
}  // namespace gf::test::proact_platform_test

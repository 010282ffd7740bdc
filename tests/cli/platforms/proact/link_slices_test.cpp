// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/copy_slices.h platforms/proact/mechanisms/hardware.h
// What a timeline shows of each mechanism: transfers beside the kernels they lie under or follow.
#include <map>

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_runs.h"

namespace gf::test::link_slices_test {
namespace {

using nlohmann::json;

/// From its begin to its end, in microseconds.
struct Slice {
  std::string name;
  double begin;
  double end;
};
/// By "<process>/<row>", in the order of their begins.
using Rows = std::map<std::string, std::vector<Slice>>;

Rows rows_of(const std::filesystem::path& file) {
  std::map<std::pair<int, int>, std::string> rows;
  std::map<int, std::string> processes;
  Rows all;
  for (const json& event : core::parse_json(read_file(file))) {
    const int pid = event.at("pid"), tid = event.at("tid");
    if (event.at("name") == "process_name") processes[pid] = event.at("args").at("name");
    if (event.at("name") == "thread_name") rows[{pid, tid}] = event.at("args").at("name");
    if (event.at("ph") != "X") continue;
    const double begin = event.at("ts"), length = event.at("dur");
    all[processes[pid] + "/" + rows[{pid, tid}]].push_back(
        {event.at("name"), begin, begin + length});
  }
  for (auto& [row, slices] : all)
    std::sort(slices.begin(), slices.end(),
              [](const Slice& a, const Slice& b) { return a.begin < b.begin; });
  return all;
}

/// Two phases of PageRank on GPUs of 8 SMs.
struct Shown {
  explicit Shown(const std::string& mechanism, const std::string& system = "4x_volta") {
    const ScratchDirectory scratch;
    const Captured run =
        exits(0, run_proact(mechanism, pagerank({"--json", "-p", "system=" + system, "--timeline",
                                                 "--outdir", scratch / "run"})));
    if (run.code != 0) return;
    results = core::parse_json(run.out).at("results");
    rows = rows_of(scratch / "run/timeline.json");
  }
  json results;
  Rows rows;
};

/// Time of the slices of all rows with this in their name.
double time_in(const Rows& rows, const std::string& with) {
  double all = 0;
  for (const auto& [row, slices] : rows)
    for (const Slice& slice : slices)
      if (row.find(with) != row.npos) all += slice.end - slice.begin;
  return all;
}

double time_in_kernels(const Rows& rows, const std::string& with) {
  double all = 0;
  for (const auto& [row, slices] : rows) {
    if (row.find(with) == row.npos) continue;
    for (const Slice& slice : slices)
      for (const Slice& part : rows.at("host/phases"))
        if (part.name == "kernel")
          all += std::max(0.0, std::min(slice.end, part.end) - std::max(slice.begin, part.begin));
  }
  return all;
}

/// Viewers draw nonsense where slices of a row overlap.
void expect_apart(const Rows& rows) {
  for (const auto& [row, slices] : rows)
    for (std::size_t n = 1; n < slices.size(); ++n)
      EXPECT_GE(slices[n].begin, slices[n - 1].end - 1e-6) << row;
}

TEST(ProactTimelines, LinksCarryTheCopiesOfMemcpyAfterTheKernels) {
  const Shown shown("memcpy");
  expect_apart(shown.rows);
  EXPECT_GT(time_in(shown.rows, "/links"), 10);
  EXPECT_EQ(time_in_kernels(shown.rows, "/links"), 0);
  EXPECT_EQ(time_in_kernels(shown.rows, "/copies"), 0);
  std::size_t copies = 0;
  for (const auto& [row, slices] : shown.rows)
    if (row.find("/copies") != row.npos) copies += slices.size();
  EXPECT_GE(copies, 2u * 4 * 3) << "two phases, each GPU to three others";
}

/// What the kernel itself stores or loads is transferred under it and at no other time.
class ProactTimelineOfPeers : public testing::TestWithParam<std::tuple<const char*, const char*>> {
};

TEST_P(ProactTimelineOfPeers, LinksCarryPacketsWhileKernelsRun) {
  const auto& [mechanism, system] = GetParam();
  const Shown shown(mechanism, system);
  expect_apart(shown.rows);
  for (unsigned gpu = 0; gpu < 4; ++gpu) {
    const std::string row = "gpu_" + std::to_string(gpu) + "/links";
    const double all = time_in(shown.rows, row);
    EXPECT_GT(all, 10) << row;
    EXPECT_GT(time_in_kernels(shown.rows, row), 0.99 * all) << row;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ProactTimelineOfPeers,
    testing::Values(std::tuple{"inline", "4x_volta"}, std::tuple{"inline", "4x_kepler"},
                    std::tuple{"p2p_loads", "4x_volta"}, std::tuple{"p2p_loads", "4x_kepler"},
                    std::tuple{"um", "4x_kepler"}),
    [](const auto& one) {
      return std::string(std::get<0>(one.param)) + "_" + std::get<1>(one.param);
    });

class ProactTimelineOfAgents : public testing::TestWithParam<const char*> {};

TEST_P(ProactTimelineOfAgents, LinksCarryChunksWhileKernelsRun) {
  const Shown shown(GetParam());
  EXPECT_GT(time_in_kernels(shown.rows, "/links"), 5);
}

TEST(ProactTimelines, TheHardwareSendsWhileKernelsRun) {
  const Shown shown("hw");
  expect_apart(shown.rows);
  EXPECT_GT(time_in_kernels(shown.rows, "/transfers"), 1);
}

TEST(ProactTimelines, ChildKernelsAreThere) {
  const Shown shown("cdp");
  expect_apart(shown.rows);
  EXPECT_GT(time_in_kernels(shown.rows, "launched by kernels of GPU"), 1);
}

INSTANTIATE_TEST_SUITE_P(All, ProactTimelineOfAgents, testing::Values("polling", "cdp", "hw"),
                         [](const auto& one) { return std::string(one.param); });

/// Each chunk once a phase, found ready by polls and then copied: far less than the time of polls.
TEST(ProactTimelines, PollingShowsEachCopy) {
  const Shown shown("polling");
  expect_apart(shown.rows);
  std::map<std::string, unsigned> copies;
  for (const auto& [row, slices] : shown.rows)
    if (row.find("/transfers") != row.npos)
      for (const Slice& slice : slices) ++copies[row.substr(0, row.find('/')) + " " + slice.name];
  EXPECT_GE(copies.size(), 30u) << "chunks of 16 KiB of two halves, 512 KiB together";
  for (const auto& [chunk, times] : copies) {
    EXPECT_THAT(chunk, StartsWith("polling_"));
    EXPECT_EQ(times, 1u) << chunk;  // a phase writes one half
  }
  EXPECT_GT(time_in_kernels(shown.rows, "/transfers"), 10);
  EXPECT_LT(time_in(shown.rows, "/transfers"), 0.2 * 4 * time_in(shown.rows, "/stream 0"));
}

/// A chunk's bytes leave within its slice: where there is no slice of a GPU there are no packets.
TEST(ProactTimelines, CopiesOfPollingAreWhenLinksAreUsed) {
  const Shown shown("polling");
  for (const Slice& link : shown.rows.at("gpu_0/links")) {
    bool copied = false;
    for (const auto& [row, slices] : shown.rows)
      for (const Slice& slice : slices)
        copied |= row.find("polling_0/transfers") == 0 && slice.begin < link.begin &&
                  slice.end > link.begin;
    EXPECT_TRUE(copied) << "packets at " << link.begin << " us";
  }
}

TEST(ProactTimelines, ManagedMemoryShowsFaultsAndPages) {
  const Shown shown("um");
  expect_apart(shown.rows);
  std::map<std::string, unsigned> requests;
  for (const Slice& slice : shown.rows.at("um/requests"))
    ++requests[slice.name.substr(0, slice.name.find(" GPU"))];
  EXPECT_GT(requests["faults of"], 4u);
  EXPECT_EQ(requests["prefetch to"], 2u * 4 * 3) << "a phase: of each GPU's part to each other";
  EXPECT_GT(time_in_kernels(shown.rows, "/copies"), 10);
  EXPECT_GT(time_in(shown.rows, "um/requests"), time_in(shown.rows, "/copies"));
}

TEST(ProactTimelines, NothingIsTransferredAtNoCost) {
  const Shown shown("infinite");
  EXPECT_EQ(time_in(shown.rows, "/links"), 0);
}

TEST(ProactTimelines, WatchingChangesNoResult) {
  for (const char* mechanism : {"memcpy", "inline", "p2p_loads", "polling", "cdp", "hw", "um"}) {
    const Captured plain = exits(0, run_proact(mechanism, pagerank({"--json"})));
    EXPECT_EQ(Shown(mechanism).results, core::parse_json(plain.out).at("results")) << mechanism;
  }
}

/// A waveform of the same links, whose window ends early, takes nothing away.
TEST(ProactTimelines, BesideAWaveformTheyAreTheSame) {
  const ScratchDirectory scratch;
  const Words watched = {"--timeline", "--vcd",    "*.tx.busy",    "--vcd-to",
                         "300 us",     "--outdir", scratch / "run"};
  ASSERT_EQ(run_proact("inline", pagerank(watched)).code, 0);
  const Rows both = rows_of(scratch / "run/timeline.json");
  const Shown alone("inline");
  EXPECT_EQ(time_in(both, "/links"), time_in(alone.rows, "/links"));
}

}  // namespace
}  // namespace gf::test::link_slices_test

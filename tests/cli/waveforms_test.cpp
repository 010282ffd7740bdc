// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/run/part_signals.cpp waveforms/README.md waveforms/machines.md
// Each section's table of edges is what the section's command writes.
#include <gmock/gmock.h>
#include <map>
#include <regex>
#include <set>

#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/wave_runs.h"

namespace gf::test::waveforms_test {
namespace {

using namespace wave_runs;  // NOLINT: what these tests share

struct Edge {
  std::string signal;
  std::uint64_t at = 0;  ///< ps.
  unsigned value = 0;
};

/// A section of a page: the command that writes its waveform, and its edges.
struct Section {
  std::string title, command;
  std::vector<Edge> edges;
};

std::vector<Section> sections_of(const std::string& page) {
  const std::regex row("\\| `([a-z0-9_.]+)` \\| (\\d+)\\.(\\d{6}) \\| (\\d+) \\| .*");
  std::istringstream text(read_file(kWaveforms / page));
  std::vector<Section> sections;
  for (std::string line; std::getline(text, line);) {
    std::smatch found;
    if (line.rfind("## ", 0) == 0) sections.push_back({line.substr(3), "", {}});
    if (sections.empty()) continue;
    Section& section = sections.back();
    const bool goes_on = !section.command.empty() && section.command.back() == '\\';
    if (goes_on) section.command.pop_back();
    const bool begins =
        line.rfind("    gpufabric run", 0) == 0 || line.rfind("$ gpufabric run", 0) == 0;
    if (goes_on || (section.command.empty() && begins)) section.command += line;
    if (std::regex_match(line, found, row))
      section.edges.push_back({found[1], std::stoull(found[2].str() + found[3].str()),
                               static_cast<unsigned>(std::stoul(found[4]))});
  }
  return sections;
}

/// Runs a page's command in the source's directory, with its files in `directory`.
Captured run_of(std::string command, const fs::path& directory) {
  command = std::regex_replace(command, std::regex("^[ $]*gpufabric"), GF_PROGRAM);
  command =
      std::regex_replace(command, std::regex("--outdir \\S+"), "--outdir " + directory.string());
  return capture({"/bin/sh", "-c", "cd " + std::string(GF_SOURCE_DIR) + " && " + command});
}

/// The sections of both pages that tell of edges.
std::vector<Section> told() {
  std::vector<Section> all;
  for (const char* page :
       {"README.md", "machines.md", "../docs/dragonfly.md", "../docs/channels.md"})
    for (const Section& section : sections_of(page))
      if (!section.edges.empty()) all.push_back(section);
  return all;
}

class Waveforms : public testing::TestWithParam<Section> {};

TEST_P(Waveforms, HaveTheEdgesOfTheirPage) {
  const Section& section = GetParam();
  const ScratchDirectory scratch;
  const Captured run = run_of(section.command, scratch / "run");
  ASSERT_EQ(run.code, 0) << section.command << '\n' << run.err;
  const Signals changes = changes_of(scratch / "run/waves.vcd");
  EXPECT_EQ(section.edges.size(), 3u);
  for (const Edge& edge : section.edges) {
    const auto signal = changes.find(edge.signal);
    ASSERT_NE(signal, changes.end()) << edge.signal;
    const auto change = signal->second.find(edge.at);
    ASSERT_NE(change, signal->second.end()) << edge.signal << " at " << edge.at;
    EXPECT_EQ(change->second, edge.value) << edge.signal << " at " << edge.at;
    EXPECT_NE(change, signal->second.begin()) << edge.signal << ": no edge, but its first value";
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, Waveforms, testing::ValuesIn(told()), [](const auto& section) {
  return std::regex_replace(section.param.title, std::regex("[^A-Za-z0-9]"), "_");
});

TEST(Waveforms, NineSectionsHaveEdges) { EXPECT_EQ(told().size(), 9u); }

TEST(Waveforms, TellWhatAutoSays) {
  for (const Section& section : sections_of("README.md")) {
    if (section.command.find("--vcd auto") == std::string::npos) continue;
    const ScratchDirectory scratch;
    const Captured run = run_of(section.command, scratch / "run");
    EXPECT_THAT(read_file(kWaveforms / "README.md"), HasSubstr("\n    " + run.err));
    return;
  }
  FAIL() << "no section has --vcd auto";
}

/// Titles of the groups of a file of groups whose text is `save`, or of parts.signals itself.
std::set<std::string> titles_in(const std::string& save) {
  std::set<std::string> titles;
  for (const core::SignalGroup& group : core::load_signal_groups(kWaveforms / "parts.signals"))
    if (save.find("\n-" + group.title + "\n") != std::string::npos) titles.insert(group.title);
  return titles;
}

/// Each machine has groups of its kinds of part, and each group is of a part of some machine.
TEST(Waveforms, EveryPartOfAMachineHasSignals) {
  const ScratchDirectory scratch;
  const fs::path schedule = scratch / "one.csv";
  write_file(schedule, "graph,src,dst,bytes\ng,0,1,4 KiB\n");
  const std::string pcie = "PCIe switches and roots, sending",
                    cards = "network cards, work and windows", nvlink = "NVLink from GPUs, busy",
                    switches = "NVLink switches, busy", torus = "torus links";
  const std::map<std::string, std::vector<std::string>> presets = {
      {"t1.ini", {pcie}},
      {"t2.ini", {pcie}},
      {"two_socket.ini", {pcie}},
      {"dgx1_v100.ini", {pcie, cards, nvlink}},
      {"hgx_16.ini", {pcie, cards, nvlink, switches}},
      {"dgx_h100.ini", {pcie, cards, nvlink, switches}},
      {"dgx_h100_4nic.ini", {pcie, cards, nvlink, switches}},
      {"nvl72.ini", {pcie, cards, nvlink, switches}},
      {"apenet_node.ini", {pcie, torus}}};
  std::vector<std::pair<Words, std::vector<std::string>>> machines = {
      {{"cluster", "-p", "nodes=2", "-p", "node.gpus=1", "-p", "net.watch=0", "--schedule",
        schedule},
       {pcie, cards, "watched routers, flits in buffers"}},
      {{"cluster", "--machine", "dgx1_v100", "--workload",
        "allreduce:algorithm=nccl_ring,bytes=64 KiB,channels=1"},
       {nvlink, "channels of collectives, the first one's blocks"}},
      {{"proact", "-p", "mechanism=hw", "-p", "iterations=1"}, {"PROACT units", nvlink}},
      {{"apenet_cluster", "-p", "test=bw", "-p", "max=4 KiB"}, {"APEnet+ cards, firmware", torus}}};
  for (const std::string& preset :
       names_in(fs::path(GF_SOURCE_DIR) / "tlm_models/machine/presets")) {
    ASSERT_EQ(presets.count(preset), 1u) << preset << " is new: which parts does it have?";
    machines.push_back({{"cluster", "--machine", fs::path(preset).stem(), "--schedule", schedule},
                        presets.at(preset)});
  }
  std::set<std::string> seen;
  for (const auto& [machine, expected] : machines) {
    fs::remove_all(scratch / "run");
    const Captured run = program(
        Words{"run"} + machine +
        Words{"--vcd", "parts", "--vcd-to", "1 ns", "--no-page", "--outdir", scratch / "run"});
    ASSERT_EQ(run.code, 0) << machine[2] << run.err;
    const std::string save = read_file(scratch / "run/waves.gtkw");
    for (const std::string& title : expected)
      EXPECT_THAT(save, HasSubstr("\n-" + title)) << machine[2];
    EXPECT_THAT(save, Not(HasSubstr("other signals")));
    seen.merge(titles_in(save));
  }
  EXPECT_EQ(seen.size(), core::load_signal_groups(kWaveforms / "parts.signals").size());
}

}  // namespace
}  // namespace gf::test::waveforms_test

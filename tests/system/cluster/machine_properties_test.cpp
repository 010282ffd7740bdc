// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/machine/machine_draft.h tlm_models/machine/machine_entries.h
// Holds: platforms/cluster/cluster_platform.h
// Names of devices, the order of sections and of copies, and `include` must not change a result;
// doubling all times and rates of a machine changes it by that factor. The machines are all presets
// and 200 that follow from a seed. Plans are compared whole, then runs to the last digit.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "core/base/units.h"
#include "core/param/params.h"
#include "tests/support/captured.h"
#include "tests/support/cluster_run.h"
#include "tests/support/in_child.h"
#include "tests/support/machine_text.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::machine_properties_test {
namespace {

using Settings = std::map<std::string, std::string>;
using Pair = std::pair<unsigned, unsigned>;
using Naming = std::function<std::string(const std::string&)>;

constexpr unsigned kMachines = 200;
constexpr unsigned kShards = 10;

std::string same_name(const std::string& name) { return name; }

/// All that a plan says but where it says it: one line a device, link, rank, card, setting.
std::multiset<std::string> contents_of(const model::MachinePlan& plan, const Naming& name) {
  std::multiset<std::string> lines{fmt::format("relays {}", plan.relays)};
  const auto spec = [](const auto& link) { return link ? to_text(*link) : std::string("-"); };
  for (const model::PlannedDevice& device : plan.devices)
    lines.insert(fmt::format("{} {} '{}' {} {} {}", name(device.name), to_text(device.kind),
                             device.preset, spec(device.pcie), device.lanes, spec(device.nvlinks)));
  for (const model::PlannedLink& link : plan.links) {
    const std::string a = name(plan.devices[link.a].name), b = name(plan.devices[link.b].name);
    const bool turn = !link.below && b < a;
    lines.insert(
        fmt::format("{} - {} {} {}", turn ? b : a, turn ? a : b, spec(link.spec), link.below));
  }
  const std::vector<unsigned> gpus = plan.of_kind(model::DeviceKind::kGpu);
  for (std::size_t rank = 0; rank < gpus.size(); ++rank)
    lines.insert(fmt::format("rank {} {}", rank, name(plan.devices[gpus[rank]].name)));
  for (const model::PlannedSetting& setting : plan.parameters)
    lines.insert(setting.name + " = " + setting.value);
  if (!plan.network) return lines;
  lines.insert(fmt::format("{} nodes on {}", plan.network->nodes, plan.network->kind));
  for (const std::string& nic : plan.network->nics) lines.insert("joins " + name(nic));
  for (const model::PlannedSetting& size : plan.network->sizes)
    lines.insert(size.name + " = " + size.value);
  return lines;
}

/// A machine's text, as files in a directory of its own.
class Machine {
 public:
  explicit Machine(const std::string& text) { test::write_file(file(), text); }
  /// The first half of the sections included by the rest.
  explicit Machine(const test::MachineSections& sections) {
    const auto half = sections.begin() + static_cast<std::ptrdiff_t>(sections.size() / 2);
    test::write_file(directory_ / "first.ini", test::joined({sections.begin(), half}));
    test::write_file(file(), "include = first.ini\n" + test::joined({half, sections.end()}));
  }
  [[nodiscard]] std::string file() const { return directory_ / "m.ini"; }
  [[nodiscard]] model::MachinePlan plan() const { return model::read_machine_file(file()); }
  [[nodiscard]] std::multiset<std::string> contents(const Naming& name = same_name) const {
    return contents_of(plan(), name);
  }
  /// Results of a run with `settings`, each followed by the power of time that its unit has.
  [[nodiscard]] std::vector<double> run(Settings settings) const {
    settings["machine"] = file();
    return test::in_child([&] {
      std::vector<double> found;
      for (const platforms::Result& result : test::run_cluster(settings).results)
        found.insert(found.end(), {result.value, result.unit == "s"     ? 1.0
                                                 : result.unit == "B/s" ? -1.0
                                                                        : 0.0});
      return found;
    });
  }
  /// When each of the copies between `pairs` ends, by pair, in s: each is a graph of its own.
  [[nodiscard]] std::map<Pair, double> ends(const std::vector<Pair>& pairs) const {
    std::string text = "graph,src,dst,bytes\n";
    for (const auto& [from, to] : pairs) text += fmt::format("{0}_{1},{0},{1},65536\n", from, to);
    test::write_file(directory_ / "pairs.csv", text);
    const std::vector<double> found = test::in_child([&] {
      std::istringstream table(
          test::run_cluster({{"machine", file()}, {"schedule", directory_ / "pairs.csv"}}).table);
      std::vector<double> ends;
      std::string graph, id, task, from, to, bytes, issued, end;
      for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        words >> graph >> id >> task >> from >> to >> bytes >> issued >> end;
        if (task == "copy")
          ends.insert(ends.end(), {std::stod(from), std::stod(to), std::stod(end)});
      }
      return ends;
    });
    std::map<Pair, double> by_pair;
    for (std::size_t i = 0; i + 2 < found.size(); i += 3)
      by_pair[{static_cast<unsigned>(found[i]), static_cast<unsigned>(found[i + 1])}] =
          found[i + 2] * 1e-6;
    return by_pair;
  }

 private:
  const test::ScratchDirectory directory_;
};

/// Each parameter of `file`'s machine that is a time, twice as long, or a rate, half as high.
Settings slowed(const std::string& file) {
  core::ParamRegistry params;
  params.add_override("machine", file, "test");
  std::unique_ptr<platforms::Platform> platform;
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    if (entry.name == "cluster") platform = entry.make();
  platform->declare(params.root());
  Settings settings;
  for (const core::ParamRow& row : params.rows()) {
    const double value = core::number_of(row.type, row.value).value_or(0);
    if (value == 0) continue;
    if (row.type == "time") settings[row.path] = fmt::format("{} fs", std::llround(value * 2e15));
    if (row.type == "rate") settings[row.path] = fmt::format("{:.17g} B/s", value / 2);
  }
  return settings;
}

void expect_same_plan(const std::string& text, core::RandomStream& random) {
  const Machine machine(text);
  EXPECT_EQ(Machine(test::with_renamed_devices(text)).contents(),
            machine.contents(test::renamed_device));
  const test::MachineSections sections = test::sections_of(text);
  EXPECT_EQ(Machine(test::joined(test::shuffled(sections, random))).contents(), machine.contents());
  EXPECT_EQ(Machine(sections).contents(), machine.contents());
}

const Settings kWork{{"workload", "all_to_all:bytes=24 KiB"}};

void expect_same_results(const std::string& text, core::RandomStream& random) {
  const std::vector<double> before = Machine(text).run(kWork);
  ASSERT_FALSE(before.empty());
  EXPECT_EQ(Machine(test::with_renamed_devices(text)).run(kWork), before);
  const test::MachineSections sections = test::sections_of(text);
  EXPECT_EQ(Machine(test::joined(test::shuffled(sections, random))).run(kWork), before);
  EXPECT_EQ(Machine(sections).run(kWork), before);
}

unsigned gpus_of(const model::MachinePlan& plan) {
  return static_cast<unsigned>(plan.of_kind(model::DeviceKind::kGpu).size()) *
         (plan.network ? plan.network->nodes : 1);
}

/// All times are twice as long, but that each TLP's time on a link is rounded to 1 fs: a result
/// moves by as many fs as there are TLPs, of 64 B or more. In a network a date that this moves over
/// an edge of the clock waits for a cycle more, of 5.12 ns: each copy may, once.
void expect_twice_the_time(const std::string& text) {
  const Machine machine(text);
  Settings slow = slowed(machine.file());
  slow.insert(kWork.begin(), kWork.end());
  const std::vector<double> before = machine.run(kWork), after = machine.run(slow);
  ASSERT_EQ(after.size(), before.size());
  const unsigned gpus = gpus_of(machine.plan());
  const bool networked = machine.plan().network.has_value();
  const double rounding = gpus * (gpus - 1) * (networked ? 5.12e-9 : 24 * 1024 / 64 * 1e-15);
  for (std::size_t i = 0; i < before.size(); i += 2) {
    ASSERT_GE(before[i + 1], 0) << "a rate";
    const bool time = before[i + 1] > 0;
    const double counts = networked ? before[i] * 1e-3 : 0;  // Waits of flits are some of them.
    EXPECT_NEAR(after[i], before[i] * (time ? 2 : 1), time ? rounding : counts)
        << "result " << i / 2;
  }
}

/// No copy depends on which went before it. It begins at any phase of the clocks of GPUs with
/// NVLink and of a network, and passes two: up to two of their cycles, of 2.56 ns, are lost.
void expect_order_of_pairs_to_be_none(const std::string& text, core::RandomStream& random) {
  const Machine machine(text);
  const model::MachinePlan plan = machine.plan();
  const unsigned gpus = gpus_of(plan);
  const bool clocked = plan.network || plan.has(model::LinkFamily::kNvlink);
  std::vector<Pair> pairs;
  for (unsigned from = 0; from < gpus; ++from)
    for (unsigned to = 0; to < gpus; ++to)
      if (from != to) pairs.emplace_back(from, to);
  for (std::size_t i = pairs.size(); i > 1; --i) std::swap(pairs[i - 1], pairs[random.below(i)]);
  pairs.resize(std::min<std::size_t>(pairs.size(), 10));
  const std::map<Pair, double> there = machine.ends(pairs);
  ASSERT_EQ(there.size(), pairs.size());
  std::reverse(pairs.begin(), pairs.end());
  for (const auto& [pair, end] : machine.ends(pairs))
    EXPECT_NEAR(end, there.at(pair), clocked ? 5.12e-9 : 1e-12)
        << "copy " << pair.first << "->" << pair.second;
}

std::string preset(const std::string& name) {
  return std::string(model::machine_preset_text(name));
}

TEST(MachineProperties, PresetsAreThePlanThatTheyWere) {
  core::RandomStream random(1, "presets");
  for (const std::string& name : model::machine_preset_names()) {
    SCOPED_TRACE(name);
    expect_same_plan(preset(name), random);
  }
}

class PresetRuns : public testing::TestWithParam<const char*> {};

TEST_P(PresetRuns, GiveTheSameResults) {
  core::RandomStream random(2, GetParam());
  expect_same_results(preset(GetParam()), random);
  expect_order_of_pairs_to_be_none(preset(GetParam()), random);
}

INSTANTIATE_TEST_SUITE_P(Small, PresetRuns,
                         testing::Values("t1", "t2", "two_socket", "dgx1_v100", "dgx_h100"));

TEST(MachineProperties, PresetsOfPcieTakeTwiceTheTime) {
  for (const char* name : {"t1", "t2", "two_socket"}) {
    SCOPED_TRACE(name);
    expect_twice_the_time(preset(name));
  }
}

class RandomMachineProperties : public testing::TestWithParam<unsigned> {};

TEST_P(RandomMachineProperties, Hold) {
  constexpr unsigned kEach = kMachines / kShards;
  for (unsigned number = GetParam() * kEach; number < (GetParam() + 1) * kEach; ++number) {
    core::RandomStream random(number, "properties");
    const std::string text = test::random_machine(number);
    SCOPED_TRACE(fmt::format("machine {}\n{}", number, text));
    expect_same_plan(text, random);
    expect_same_results(text, random);
    expect_order_of_pairs_to_be_none(text, random);
    // Links of NVLink have no parameter for their rate.
    if (text.find("nvlink") == std::string::npos) expect_twice_the_time(text);
  }
}

INSTANTIATE_TEST_SUITE_P(TwentyEach, RandomMachineProperties, testing::Range(0u, kShards));

}  // namespace
}  // namespace gf::machine_properties_test

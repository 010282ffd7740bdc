// SPDX-License-Identifier: Apache-2.0
// nvbandwidth and p2pBandwidthLatencyTest: matrices of all pairs of GPUs.
#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <optional>

#include "core/base/error.h"
#include "measurements/tools/nvbandwidth_tests.h"
#include "sc_main/predict/host_tools.h"
#include "sc_main/predict/tool_output.h"

namespace gf::app {
namespace {

using papers::tools::gpu_name;
using papers::tools::Measured;
namespace quantity = papers::tools::quantity;

constexpr double kGiga = 1e9;
constexpr double kMicro = 1e6;

/// Tests of a machine in runs of one source each.
using TestRuns = std::deque<std::vector<CopyTest>>;

/// Adds, for each GPU, a run of what `make` returns for it and each GPU that it is joined with.
TestRuns add_pairs(const PredictedMachine& machine, PredictionRuns& runs, const std::string& name,
                   const std::function<std::vector<CopyTest>(CopyTest::Ends)>& make) {
  TestRuns all;
  for (unsigned from = 0; from < machine.gpus(); ++from) {
    std::vector<CopyTest> tests;
    for (unsigned to = 0; to < machine.gpus(); ++to)
      if (from == to || machine.joins(from, to))
        for (CopyTest& test : make({from, to})) tests.push_back(std::move(test));
    if (tests.empty()) continue;
    all.push_back(std::move(tests));
    runs.add(machine, all.back(), fmt::format("{} of {}", name, machine.name_of(from)));
  }
  return all;
}

/// Size of a copy whose latency p2pBandwidthLatencyTest measures: one int4.
constexpr core::Bytes kInt4{16};

/// The tests behind the tables of p2pBandwidthLatencyTest.
struct PairTables {
  /// `kernels`: kernels copy between GPUs that can store to each other's memory.
  PairTables(const PredictedMachine& machine, core::Bytes bytes, bool kernels, PredictionRuns& runs)
      : one_way(add_pairs(machine, runs, "copies",
                          [&](CopyTest::Ends ends) -> std::vector<CopyTest> {
                            const model::CopyMeans engine = engine_of(machine, ends, kernels);
                            return {{{ends}, bytes, engine}, {{ends}, kInt4, engine}};
                          })),
        both_ways(add_pairs(
            machine, runs, "copies both ways", [&](CopyTest::Ends ends) -> std::vector<CopyTest> {
              if (ends.from == ends.to) return {{{ends}, bytes}};
              return {{{ends, {ends.to, ends.from}}, bytes, engine_of(machine, ends, kernels)}};
            })) {}

  static model::CopyMeans engine_of(const PredictedMachine& machine, CopyTest::Ends ends,
                                    bool kernels) {
    return kernels && machine.stores(ends.from, ends.to) ? model::CopyMeans::kStores
                                                         : model::CopyMeans::kDma;
  }

  TestRuns one_way;  ///< Of each pair a long copy and a short one.
  TestRuns both_ways;
};

/// Returns the tests of one GPU with all others at once: `out`: it sends to them, else it receives.
std::vector<CopyTest> tests_with_all(const PredictedMachine& machine, core::Bytes bytes, bool out) {
  std::vector<CopyTest> tests;
  for (unsigned one = 0; one < machine.gpus(); ++one) {
    CopyTest test;
    test.bytes = bytes;
    for (unsigned other = 0; other < machine.gpus(); ++other)
      if (other != one && machine.joins(one, other) && machine.joins(other, one))
        test.copies.push_back(out ? CopyTest::Ends{one, other} : CopyTest::Ends{other, one});
    if (!test.copies.empty()) tests.push_back(std::move(test));
  }
  return tests;
}

void add_totals(const std::vector<CopyTest>& tests, const std::string& name,
                std::vector<Measured>& values) {
  const auto* const format = papers::tools::find_nvbandwidth_test(name);
  const bool sends = format->from == papers::tools::TestEnd::kColumn;
  for (const CopyTest& test : tests) {
    Measured value = format->cell("", 0, sends ? test.copies[0].from : test.copies[0].to);
    value.value =
        static_cast<double>(test.copies.size() * test.bytes.count()) / test.seconds / kGiga;
    values.push_back(value);
  }
}

/// Says why tests with host memory are left out. Precondition: there is a gpu_without_host().
std::string no_host(const PredictedMachine& machine) {
  if (machine.hosts() == 0) return "no root complex has the key memory";
  return machine.name_of(*machine.gpu_without_host()) + " has no host memory on its PCIe tree";
}

}  // namespace

std::vector<Measured> nvbandwidth_values(const PredictedMachine& machine,
                                         const ToolSettings& settings, PredictionRuns& runs,
                                         std::vector<std::string>& left_out) {
  const TestRuns one_way =
      add_pairs(machine, runs, "copies", [&](CopyTest::Ends ends) -> std::vector<CopyTest> {
        if (ends.from == ends.to) return {};
        return {{{ends}, settings.copy}};
      });
  const TestRuns both_ways = add_pairs(
      machine, runs, "copies both ways", [&](CopyTest::Ends ends) -> std::vector<CopyTest> {
        if (ends.from == ends.to || !machine.joins(ends.to, ends.from)) return {};
        return {{{ends, {ends.to, ends.from}}, settings.copy}};
      });
  std::vector<CopyTest> to_one = tests_with_all(machine, settings.copy, false);
  std::vector<CopyTest> to_all = tests_with_all(machine, settings.copy, true);
  if (!to_one.empty()) runs.add(machine, to_one, "all to one");
  if (!to_all.empty()) runs.add(machine, to_all, "one to all");
  HostTests hosts(machine, settings.copy);
  hosts.add_to(runs);
  runs.make();

  std::vector<Measured> values;
  hosts.add_values(values);
  const auto* const write =
      papers::tools::find_nvbandwidth_test("device_to_device_memcpy_write_ce");
  for (const auto& tests : one_way)
    for (const CopyTest& test : tests) {
      Measured value = write->cell("", test.copies[0].from, test.copies[0].to);
      value.value = test.rate() / kGiga;
      values.push_back(value);
    }
  const auto* const both =
      papers::tools::find_nvbandwidth_test("device_to_device_bidirectional_memcpy_write_ce");
  for (const char* const part : {"Write1", "Write2", "Total"})
    for (const auto& tests : both_ways)
      for (const CopyTest& test : tests) {
        Measured value = both->cell(part, test.copies[0].from, test.copies[0].to);
        const double first = test.rate(0) / kGiga, second = test.rate(1) / kGiga;
        value.value = *part == 'T'                    ? first + second
                      : part == std::string("Write1") ? first
                                                      : second;
        values.push_back(value);
      }
  add_totals(to_one, "all_to_one_write_ce", values);
  add_totals(to_all, "one_to_all_write_ce", values);
  left_out = {"reads from GPUs, because copy engines of the model write to them",
              "copies within a GPU, and tests of SMs"};
  if (machine.gpu_without_host()) left_out.push_back("tests with the host: " + no_host(machine));
  return values;
}

std::vector<Measured> p2p_values(const PredictedMachine& machine, const ToolSettings& settings,
                                 PredictionRuns& runs, std::vector<std::string>& left_out) {
  for (unsigned from = 0; from < machine.gpus(); ++from)
    for (unsigned to = 0; to < machine.gpus(); ++to)
      if (from != to && !machine.joins(from, to))
        core::fail_config("predict", "--as", "p2pBandwidthLatencyTest",
                          "paths between all GPUs, because its tables have no N/A",
                          fmt::format("{} has none to {}; use nvbandwidth", machine.name_of(from),
                                      machine.name_of(to)));
  PairTables enabled(machine, settings.copy, settings.sm_copy, runs);
  std::optional<PredictedMachine> through_host;
  std::optional<PairTables> disabled;
  if (!machine.gpu_without_host())
    disabled.emplace(through_host.emplace(machine.without_peers()), settings.copy, false, runs);
  runs.make();
  std::vector<Measured> values;
  const auto add = [&](const char* test, const CopyTest& copy, double value, const char* unit) {
    Measured measured;
    measured.tool = "p2pBandwidthLatencyTest";
    measured.test = test;
    const bool latency = std::string(unit) == "us";
    const bool local = copy.copies[0].from == copy.copies[0].to;
    measured.quantity = latency                  ? quantity::kLatency
                        : local                  ? quantity::kLocal
                        : copy.copies.size() > 1 ? quantity::kBothWays
                                                 : quantity::kCopy;
    measured.from = gpu_name(copy.copies[0].from);
    measured.to = gpu_name(copy.copies[0].to);
    measured.value = value;
    measured.unit = unit;
    values.push_back(measured);
  };
  // The tool counts the bytes of a copy within a GPU twice.
  const auto rate = [](const CopyTest& test) {
    const bool twice = test.copies.size() > 1 || test.copies[0].from == test.copies[0].to;
    return (twice ? 2.0 : 1.0) * static_cast<double>(test.bytes.count()) / test.seconds / kGiga;
  };
  const auto each = [&](const TestRuns& all, std::size_t first, std::size_t step, const auto& use) {
    for (const auto& tests : all)
      for (std::size_t i = first; i < tests.size(); i += step) use(tests[i]);
  };
  const auto add_rates = [&](const TestRuns& all, std::size_t step, const char* test) {
    each(all, 0, step, [&](const CopyTest& copy) { add(test, copy, rate(copy), "GB/s"); });
  };
  const auto add_times = [&](const TestRuns& all, const char* test) {
    each(all, 1, 2, [&](const CopyTest& copy) { add(test, copy, copy.seconds * kMicro, "us"); });
  };
  if (disabled) add_rates(disabled->one_way, 2, "Unidirectional P2P=Disabled Bandwidth");
  add_rates(enabled.one_way, 2, "Unidirectional P2P=Enabled Bandwidth (P2P Writes)");
  if (disabled) add_rates(disabled->both_ways, 1, "Bidirectional P2P=Disabled Bandwidth");
  add_rates(enabled.both_ways, 1, "Bidirectional P2P=Enabled Bandwidth");
  if (disabled) add_times(disabled->one_way, "P2P=Disabled Latency");
  add_times(enabled.one_way, "P2P=Enabled Latency (P2P Writes)");
  left_out = {"times of the CPU, because the model has no driver"};
  if (!disabled) left_out.push_back("tables with P2P=Disabled: " + no_host(machine));
  return values;
}

}  // namespace gf::app

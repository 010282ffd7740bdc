// SPDX-License-Identifier: Apache-2.0
// ib_write_bw of perftest, with memory of GPUs: a stream of messages from one node to the next.
#include <algorithm>
#include <deque>
#include <fmt/format.h>

#include "core/base/error.h"
#include "sc_main/predict/tool_output.h"

namespace gf::app {
namespace {

using papers::tools::Measured;
namespace quantity = papers::tools::quantity;

constexpr std::uint64_t kMostMessages = 64;  ///< In flight; ib_write_bw has 128 by default.

Measured value_of(const CopyTest& test, const char* what, double value, const char* unit) {
  Measured measured;
  measured.tool = "perftest";
  measured.test = "ib_write_bw";
  measured.quantity = what;
  measured.from = "modelled";
  measured.bytes = test.bytes.count();
  measured.iterations = test.copies.size();
  measured.value = value;
  measured.unit = unit;
  return measured;
}

}  // namespace

std::vector<Measured> ib_write_values(const PredictedMachine& machine, const ToolSettings& settings,
                                      PredictionRuns& runs, std::vector<std::string>& left_out) {
  const unsigned next = machine.next_node(machine.node_of(0));
  if (next == machine.node_of(0))
    core::fail_config("predict", "--as", "ib_write_bw", "a machine of at least two nodes with GPUs",
                      "describe a [network] in its file (docs/machines.md)");
  std::deque<std::vector<CopyTest>> sizes;
  for (std::uint64_t bytes = settings.least.count(); bytes <= settings.most.count();
       bytes *= settings.factor) {
    const std::uint64_t messages =
        std::min(kMostMessages, std::max<std::uint64_t>(2, settings.limit.count() / bytes));
    if (messages * bytes > settings.limit.count()) break;
    sizes.push_back({{{}, core::Bytes(bytes)}});
    sizes.back()[0].copies.assign(messages, {0, machine.first_gpu(next)});
    runs.add(machine, sizes.back(), fmt::format("messages of {} B", bytes));
  }
  runs.make();
  std::vector<Measured> values;
  for (const std::vector<CopyTest>& size : sizes) {
    const CopyTest& test = size[0];
    // From the end of the first message: the tool sends thousands, so that its start counts little.
    const auto [first, last] = std::minmax_element(test.each.begin(), test.each.end());
    const double messages = static_cast<double>(test.copies.size() - 1) / (*last - *first);
    constexpr double kMebi = 1 << 20;
    values.push_back(value_of(test, quantity::kPeakRate, 0, "MiB/s"));
    values.push_back(value_of(test, quantity::kRate,
                              messages * static_cast<double>(test.bytes.count()) / kMebi, "MiB/s"));
    values.push_back(value_of(test, quantity::kMessageRate, messages / 1e6, "M/s"));
  }
  left_out = {"peaks, which are 0 as with its option -D",
              fmt::format("more than {} messages a size", kMostMessages)};
  if (sizes.empty() || sizes.back()[0].bytes.count() * settings.factor <= settings.most.count())
    left_out.push_back(fmt::format("larger sizes: two messages would move more than --limit, {}",
                                   core::to_text(settings.limit)));
  return values;
}

}  // namespace gf::app

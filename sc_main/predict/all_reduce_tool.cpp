// SPDX-License-Identifier: Apache-2.0
// all_reduce_perf of nccl-tests: a row for each size, out of place and in place.
#include <fmt/format.h>

#include "sc_main/predict/tool_output.h"

namespace gf::app {
namespace {

using papers::tools::Measured;
namespace quantity = papers::tools::quantity;

constexpr std::uint64_t kElement = 4;

/// The values of one size. `digits` N/A: it was not simulated.
std::vector<Measured> row_of(const PredictedMachine& machine, std::uint64_t bytes) {
  std::vector<Measured> row;
  for (const bool in_place : {false, true})
    for (const char* const what : {quantity::kTime, quantity::kAlgBw, quantity::kBusBw}) {
      Measured value;
      value.tool = "nccl-tests";
      value.test = in_place ? "all_reduce_perf in-place" : "all_reduce_perf";
      value.quantity = what;
      value.bytes = bytes;
      value.unit = std::string(what) == quantity::kTime ? "us" : "GB/s";
      value.ranks = machine.gpus();
      value.setting = fmt::format("{} uint32 sum -1", bytes / kElement);
      value.digits = papers::tools::kNotAvailable;
      row.push_back(value);
    }
  return row;
}

void take(const runs::Result& result, std::vector<Measured>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string name = fmt::format("collective_{}.", i / 3);
    const double scale = row[i].unit == "us" ? 1e6 : 1e-9;
    row[i].value = scale * result.value(name + row[i].quantity);
    row[i].digits.clear();
  }
}

}  // namespace

std::vector<Measured> all_reduce_values(const PredictedMachine& machine,
                                        const ToolSettings& settings, PredictionRuns& runs,
                                        std::vector<std::string>& left_out) {
  std::vector<std::vector<Measured>> rows;
  // A ring sends each byte 2 (n-1) times, and both rows of a size are simulated.
  const std::uint64_t times = std::uint64_t{4} * (machine.gpus() - 1);
  std::string too_large;
  for (std::uint64_t bytes = settings.least.count(); bytes <= settings.most.count();
       bytes *= settings.factor) {
    const std::uint64_t whole = bytes / kElement * kElement;
    rows.push_back(row_of(machine, whole));
    if (bytes * times <= settings.limit.count()) continue;
    if (too_large.empty()) too_large = core::to_text(core::Bytes(whole));
  }
  for (std::vector<Measured>& row : rows) {
    const std::uint64_t bytes = *row[0].bytes;
    if (bytes * times > settings.limit.count()) continue;
    runs::Request request = machine.request();
    const std::string one = fmt::format("allreduce:bytes={}", bytes);
    request.settings.push_back(fmt::format("workload={};{},in_place=true", one, one));
    request.settings.emplace_back("tasks=false");
    runs.add(std::move(request), fmt::format("all-reduce of {} B", bytes),
             [&row](const runs::Result& result) { take(result, row); });
  }
  runs.make();
  left_out.emplace_back(
      "launches of kernels, which take no time here, and no choice of algorithms: one ring");
  if (!too_large.empty())
    left_out.push_back(
        fmt::format("sizes from {}: a run would move more than --limit, {}, and might take minutes",
                    too_large, core::to_text(settings.limit)));
  std::vector<Measured> values;
  for (const std::vector<Measured>& row : rows) values.insert(values.end(), row.begin(), row.end());
  return values;
}

}  // namespace gf::app

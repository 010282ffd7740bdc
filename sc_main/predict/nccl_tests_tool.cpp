// SPDX-License-Identifier: Apache-2.0
// The programs of nccl-tests: a row for each size, out of place and in place.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "sc_main/predict/library_runs.h"
#include "sc_main/predict/tool_output.h"

namespace gf::app {
namespace {

using papers::tools::Measured;
namespace quantity = papers::tools::quantity;

constexpr std::uint64_t kElement = 4;

/// A program, and how it describes what it measures.
struct Program {
  const char* name;
  const char* collective;  ///< As workloads call it.
  const char* redop;
  int root;
  bool blocks;           ///< Its count is that of a rank's block.
  unsigned crossings;    ///< How often n - 1 ranks receive each byte.
  bool in_place = true;  ///< It measures in place, too.
};
constexpr Program kPrograms[] = {{"all_reduce_perf", "allreduce", "sum", -1, false, 2},
                                 {"all_gather_perf", "allgather", "none", -1, true, 1},
                                 {"reduce_scatter_perf", "reducescatter", "sum", -1, true, 1},
                                 {"broadcast_perf", "broadcast", "none", 0, false, 1},
                                 {"reduce_perf", "reduce", "sum", 0, false, 1},
                                 {"alltoall_perf", "alltoall", "none", -1, true, 1, false},
                                 {"sendrecv_perf", "sendrecv", "sum", -1, false, 1, false}};

const Program& program_of(const std::string& name) {
  return *std::find_if(std::begin(kPrograms), std::end(kPrograms),
                       [&](const Program& one) { return one.name == name; });
}

/// The values of one size. `digits` N/A: it was not simulated.
std::vector<Measured> row_of(const Program& program, const PredictedMachine& machine,
                             std::uint64_t bytes) {
  const std::uint64_t count = bytes / kElement / (program.blocks ? machine.gpus() : 1);
  std::vector<Measured> row;
  for (const bool in_place : {false, true})
    for (const char* const what : {quantity::kTime, quantity::kAlgBw, quantity::kBusBw}) {
      Measured value;
      value.tool = "nccl-tests";
      value.test = program.name + std::string(in_place ? " in-place" : "");
      value.quantity = what;
      value.bytes = bytes;
      value.unit = std::string(what) == quantity::kTime ? "us" : "GB/s";
      value.ranks = machine.gpus();
      value.setting = fmt::format("{} uint32 {} {}", count, program.redop, program.root);
      value.digits = papers::tools::kNotAvailable;
      row.push_back(value);
    }
  return row;
}

void take(const Program& program, const runs::Result& result, std::vector<Measured>& row) {
  for (std::size_t i = 0; i < (program.in_place ? row.size() : row.size() / 2); ++i) {
    const std::string name = fmt::format("collective_{}.", i / 3);
    const double scale = row[i].unit == "us" ? 1e6 : 1e-9;
    row[i].value = scale * result.value(name + row[i].quantity);
    row[i].digits.clear();
  }
}

}  // namespace

std::vector<Measured> nccl_tests_values(const PredictedMachine& machine,
                                        const ToolSettings& settings, PredictionRuns& runs,
                                        std::vector<std::string>& left_out) {
  const Program& program = program_of(settings.tool);
  const std::uint64_t rows_of_size = program.in_place ? 2 : 1;
  const std::uint64_t times = rows_of_size * program.crossings * (machine.gpus() - 1);
  const std::uint64_t whole = kElement * (program.blocks ? machine.gpus() : 1);
  std::vector<std::vector<Measured>> rows;
  std::string too_large;
  for (std::uint64_t bytes = settings.least.count(); bytes <= settings.most.count();
       bytes *= settings.factor) {
    // Sizes without an element a rank are left out, as the tool has no use for them.
    if (bytes < whole) continue;
    rows.push_back(row_of(program, machine, bytes / whole * whole));
    if (bytes * times <= settings.limit.count()) continue;
    if (too_large.empty()) too_large = core::to_text(core::Bytes(bytes / whole * whole));
  }
  for (std::vector<Measured>& row : rows) {
    const std::uint64_t bytes = *row[0].bytes;
    if (bytes * times > settings.limit.count()) continue;
    runs.add(library_run(machine, program.collective, bytes, program.in_place).request,
             fmt::format("{} of {} B", program.collective, bytes),
             [&](const runs::Result& result) { take(program, result, row); });
  }
  runs.make();
  left_out.emplace_back(machine.has_blocks()
                            ? "times of the CPU but a launch of 6.6 us, and no data type but uint32"
                            : "choice of algorithms, as GPUs without a preset have no thread "
                              "blocks: copy engines move the data, and launches take no time");
  if (!too_large.empty())
    left_out.push_back(
        fmt::format("sizes from {}: a run would move more than --limit, {}, and might take minutes",
                    too_large, core::to_text(settings.limit)));
  std::vector<Measured> values;
  for (const std::vector<Measured>& row : rows) values.insert(values.end(), row.begin(), row.end());
  return values;
}

}  // namespace gf::app

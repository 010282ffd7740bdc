// SPDX-License-Identifier: Apache-2.0
#include "measurements/field_runs.h"

#include <fmt/format.h>
#include <numeric>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "measurements/predictions.h"
#include "papers/papers.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::papers::field {
namespace {

constexpr double kGiga = 1e9;
constexpr double kMicroseconds = 1e6;

std::string machine_file(const Asked& row) {
  return fmt::format("measurements/field/{}.ini", row.file);
}

std::string machine_text(const Asked& row) {
  const std::string file = machine_file(row);
  std::string text(rows_file(file));
  if (text.empty())
    core::fail_input("measurements/field/asked.csv", 0,
                     fmt::format("{} has no machine file {}", row.id, file), "a file of that name");
  return text;
}

bool is_copies(const Asked& row) {
  return row.inexpressible.empty() && row.run.kind == AskedRun::Kind::kCopies;
}

/// Returns the row's lines of a schedule, the graph of its id.
std::string lines_of(const Asked& row) {
  std::string lines;
  for (const AskedCopy& copy : row.run.copies)
    lines += fmt::format("{},{},{},{}\n", row.id, copy.from, copy.to, row.bytes);
  return lines;
}

double value_of_copies(const Asked& row, const blind::CopyRun& run) {
  const auto copies = static_cast<unsigned>(row.run.copies.size());
  const std::vector<double> times = run.each(row.id, copies);
  const auto bytes = static_cast<double>(row.bytes);
  if (row.counts == Asked::Counts::kTime) return run.seconds(row.id, copies) * kMicroseconds;
  if (row.counts == Asked::Counts::kFirst) return bytes / times.front() / kGiga;
  if (row.counts == Asked::Counts::kSum)
    return copies * bytes / run.seconds(row.id, copies) / kGiga;
  const double rates = std::accumulate(times.begin(), times.end(), 0.0,
                                       [=](double sum, double time) { return sum + bytes / time; });
  return rates / copies / kGiga;
}

void ask_copies(Judge& judge, const std::vector<Asked>& rows, FieldValues& values) {
  std::map<std::string, std::string> graphs;  // by file
  for (const Asked& row : rows)
    if (is_copies(row)) graphs[row.file] += lines_of(row);
  std::map<std::string, blind::CopyRun> runs;
  for (const Asked& row : rows) {
    if (!is_copies(row)) continue;
    auto run = runs.find(row.file);
    if (run == runs.end())
      run = runs.emplace(row.file, blind::CopyRun(judge, blind::on_machine(machine_text(row)),
                                                  graphs[row.file], "copies on " + row.file))
                .first;
    values[row.id] = [row, run = run->second] { return value_of_copies(row, run); };
  }
}

std::function<double()> ask_rings(Judge& judge, const Asked& row) {
  runs::Request request = blind::on_machine(machine_text(row));
  request.settings.emplace_back("tasks=false");
  request.inputs["schedule"] = ring_schedule(row.run.rings, row.run.both_ways, row.bytes);
  const runs::Run run = judge.ask(std::move(request), row.id);
  const auto devices = static_cast<double>(row.run.rings[0].devices.size());
  const double bus = 2.0 * (devices - 1) / devices;  // called busbw in nccl-tests
  const bool time = row.counts == Asked::Counts::kTime;
  return [=, bytes = static_cast<double>(row.bytes)] {
    const double seconds = run.value("end_max");
    return time ? seconds * kMicroseconds : bus * bytes / seconds / kGiga;
  };
}

std::function<double()> ask_workload(Judge& judge, const Asked& row) {
  runs::Request request = blind::on_machine(machine_text(row));
  request.settings.emplace_back("tasks=false");
  request.settings.push_back("workload=" + row.run.workload);
  // Programs of a library run on thread blocks, which GPUs that are only endpoints do not have.
  if (row.run.workload.find("algorithm=nccl") != std::string::npos)
    request.settings.emplace_back("gpu_model=full");
  const runs::Run run = judge.ask(std::move(request), row.id);
  const bool time = row.counts == Asked::Counts::kTime;
  return [=] {
    return time ? run.value("collective_0.time") * kMicroseconds
                : run.value("collective_0.busbw") / kGiga;
  };
}

unsigned gpu_of(const model::MachinePlan& plan, const std::string& file, const std::string& name) {
  const std::vector<unsigned> gpus = plan.of_kind(model::DeviceKind::kGpu);
  const auto number = core::parse_number<std::size_t>(name);
  if (!number || *number >= gpus.size())
    core::fail_input(file, 0, fmt::format("no GPU '{}'", name),
                     fmt::format("0 to {}", gpus.size() - 1));
  return gpus[*number];
}

}  // namespace

double line_rate(const std::string& machine, const std::string& file, const AskedCopy& ends) {
  std::istringstream in(machine);
  const model::MachinePlan plan = model::read_machine(in, file);
  const unsigned a = gpu_of(plan, file, ends.from), b = gpu_of(plan, file, ends.to);
  double rate = 0;
  for (const model::PlannedLink& link : plan.links)
    if (link.spec && ((link.a == a && link.b == b) || (link.a == b && link.b == a)))
      if (const auto raw = link.spec->raw_rate()) rate += raw->bytes_per_second();
  if (rate <= 0)
    core::fail_input(file, 0, fmt::format("GPUs {} and {} have no link", ends.from, ends.to),
                     "GPUs with a link to each other");
  return rate;
}

FieldValues ask_field(Judge& judge, const std::vector<Asked>& rows) {
  FieldValues values;
  ask_copies(judge, rows, values);
  for (const Asked& row : rows) {
    if (!row.inexpressible.empty()) continue;
    if (row.run.kind == AskedRun::Kind::kRings) values[row.id] = ask_rings(judge, row);
    if (row.run.kind == AskedRun::Kind::kWorkload) values[row.id] = ask_workload(judge, row);
    if (row.run.kind == AskedRun::Kind::kLink)
      values[row.id] = [text = machine_text(row), file = machine_file(row),
                        ends = row.run.copies[0]] { return line_rate(text, file, ends) / kGiga; };
  }
  return values;
}

}  // namespace gf::papers::field

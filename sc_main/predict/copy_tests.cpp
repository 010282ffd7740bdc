// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/copy_tests.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/base/text_fields.h"
#include "workloads/schedule/schedule_csv.h"

namespace gf::app {
namespace {

constexpr double kNanosecond = 1e-9;

model::Task task_of(const PredictedMachine& machine, const CopyTest::Ends& ends,
                    const CopyTest& test) {
  model::Task task;
  task.src = machine.device_of(ends.from);
  task.dst = machine.device_of(ends.to);
  task.bytes = test.bytes;
  if (ends.from != ends.to) {
    task.engine = test.engine;
    return task;
  }
  task.kind = model::TaskKind::kKernel;
  task.bytes = core::Bytes(2 * test.bytes.count());
  task.written = test.bytes;
  return task;
}

double number_in(const core::CsvTable& table, std::size_t row, const char* column) {
  const auto number = core::parse_number<double>(table.text(row, column));
  if (!number) throw runs::RunError(std::string("tasks.csv has no number in ") + column);
  return *number;
}

}  // namespace

runs::Request request_of(const PredictedMachine& machine, const std::vector<CopyTest>& tests) {
  std::vector<model::Schedule> schedules;
  for (const CopyTest& test : tests) {
    model::Schedule schedule{"test_" + std::to_string(schedules.size()), {}};
    for (const CopyTest::Ends& ends : test.copies)
      schedule.tasks.push_back(task_of(machine, ends, test));
    schedules.push_back(std::move(schedule));
  }
  std::ostringstream csv;
  model::write_schedules(csv, schedules);
  runs::Request request = machine.request();
  request.inputs["schedule"] = csv.str();
  return request;
}

void read_times(const runs::Result& result, std::vector<CopyTest>& tests) {
  const core::CsvTable table = result.csv("tasks.csv");
  std::size_t row = 0;
  for (CopyTest& test : tests) {
    test.each.clear();
    for (std::size_t i = 0; i < test.copies.size(); ++i, ++row) {
      if (row == table.rows()) throw runs::RunError("tasks.csv has too few rows");
      test.each.push_back(number_in(table, row, "end_ns") * kNanosecond);
    }
    test.seconds = *std::max_element(test.each.begin(), test.each.end());
  }
}

void PredictionRuns::add(runs::Request request, std::string name, Take take, bool is_sample) {
  Asked& asked = is_sample ? samples_ : asked_;
  asked.requests.push_back(std::move(request));
  asked.names.push_back(std::move(name));
  asked.takes.push_back(std::move(take));
}

void PredictionRuns::add(const PredictedMachine& machine, std::vector<CopyTest>& tests,
                         std::string name) {
  add(
      request_of(machine, tests), std::move(name),
      [&tests](const runs::Result& result) { read_times(result, tests); }, machine.is_sample());
}

void PredictionRuns::make() {
  const Asked asked = std::exchange(asked_, {}), samples = std::exchange(samples_, {});
  if (!asked.requests.empty()) {
    const CommandRuns::Results results = runs_.make(asked.requests, asked.names);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!results[i]) throw runs::Interrupted();
      asked.takes[i](*results[i]);
    }
  }
  if (samples.requests.empty()) return;
  const std::vector<CommandRuns::Made> made = runs_.make_all(samples.requests, samples.names);
  if (runs_.interrupted()) throw runs::Interrupted();
  for (std::size_t i = 0; i < made.size(); ++i)
    if (made[i].result)
      samples.takes[i](*made[i].result);
    else
      failures_.push_back(made[i].failure);
}

}  // namespace gf::app

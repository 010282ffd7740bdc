// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/prediction.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "sc_main/doubt/effects.h"
#include "sc_main/predict/library_runs.h"
#include "tlm_models/link/device_name.h"

namespace gf::app {
namespace {

constexpr const char* kBothWays = "both ways, sum";

/// Returns the name that the table gives to one copy.
const char* kind_of(const CopyTest::Ends& ends) {
  if (model::is_host(ends.from)) return "host to device";
  return model::is_host(ends.to) ? "device to host" : "one copy";
}

std::string value_key(const PredictedValue& value) {
  return fmt::format("{} {:.3g} {:.3g} {:.3g};", value.path, value.rate, value.latency.value_or(0),
                     value.store.value_or(0));
}

std::optional<PredictedRange> range_of(const std::vector<double>& values) {
  if (values.empty()) return {};
  return PredictedRange{core::quantile(values, 0.05), core::quantile(values, 0.95)};
}

}  // namespace

MachinePrediction::MachinePrediction(std::vector<PredictedMachine> machines, std::size_t compared,
                                     const PredictionSizes& sizes)
    : machines_(std::move(machines)), compared_(compared), sizes_(sizes) {
  for (const PredictedMachine& machine : machines_)
    if (machine.gpus() != machines_[0].gpus())
      core::fail_config("predict", "GPUs", std::to_string(machine.gpus()),
                        fmt::format("{} before and after", machines_[0].gpus()),
                        "compare machines with the same GPUs");
}

bool MachinePrediction::is_joined(unsigned from, unsigned to) const {
  return std::all_of(machines_.begin(), machines_.end(),
                     [=](const PredictedMachine& machine) { return machine.joins(from, to); });
}

void MachinePrediction::find_pairs() {
  const PredictedMachine& machine = machines_[0];
  for (unsigned from = 0; tests_all_pairs() && from < machine.gpus(); ++from) add_pairs_of(from);
  for (const unsigned node : machine.different_nodes()) {
    if (!tests_all_pairs() && machine.gpus_of(node) > 0) add_pairs_of(machine.first_gpu(node));
    add_hosts_of(node);
  }
  if (tests_all_pairs() || machine.nodes() < 2) return;
  for (const unsigned node : machine.different_nodes()) {
    pairs_.emplace_back();
    for (const CopyTest::Ends ends : pairs_to_next(node))
      if (ends.from != machine.first_gpu(node)) pairs_.back().push_back(ends);
  }
}

void MachinePrediction::add_pairs_of(unsigned gpu) {
  pairs_.emplace_back();
  for (unsigned to = 0; to < machines_[0].gpus(); ++to)
    if (gpu != to && is_joined(gpu, to)) pairs_.back().push_back({gpu, to});
}

void MachinePrediction::add_hosts_of(unsigned node) {
  const PredictedMachine& machine = machines_[0];
  std::vector<unsigned> gpus;
  const unsigned tested = machine.gpus_of(node) > kMostOfAllPairs ? 1 : machine.gpus_of(node);
  for (unsigned gpu = 0; gpu < tested; ++gpu) gpus.push_back(machine.first_gpu(node) + gpu);
  if (gpus.empty())  // of a storage node
    for (const unsigned other : machine.different_nodes())
      if (machine.gpus_of(other) > 0) gpus.push_back(machine.first_gpu(other));
  for (unsigned host = 0; host < machine.hosts_of(node); ++host) {
    const unsigned memory = machine.first_host(node) + host;
    pairs_.emplace_back();
    for (const unsigned gpu : gpus) {
      if (!is_joined(memory, gpu)) continue;
      pairs_.back().push_back({memory, gpu});
      pairs_.back().push_back({gpu, memory});
    }
  }
}

std::vector<CopyTest::Ends> MachinePrediction::pairs_to_next(unsigned node) const {
  const PredictedMachine& machine = machines_[0];
  const unsigned next = machine.next_node(node);
  std::vector<CopyTest::Ends> pairs;
  for (unsigned gpu = 0; next != node && gpu < machine.gpus_of(node); ++gpu)
    pairs.push_back(
        {machine.first_gpu(node) + gpu, machine.first_gpu(next) + gpu % machine.gpus_of(next)});
  return pairs;
}

void MachinePrediction::add_pairs(PredictionRuns& runs) {
  pairs_.erase(
      std::remove_if(pairs_.begin(), pairs_.end(), [](const auto& pairs) { return pairs.empty(); }),
      pairs_.end());
  tests_.assign(machines_.size(), std::vector<std::vector<CopyTest>>(pairs_.size()));
  for (std::size_t i = 0; i < machines_.size(); ++i)
    for (std::size_t run = 0; run < pairs_.size(); ++run) {
      for (const CopyTest::Ends& ends : pairs_[run])
        for (const core::Bytes bytes : {sizes_.copy, kShortCopy})
          tests_[i][run].push_back({{ends}, bytes});
      runs.add(machines_[i], tests_[i][run],
               "copies of " + machines_[i].name_of(pairs_[run][0].from));
    }
}

void MachinePrediction::add_stores(PredictionRuns& runs) {
  stores_.resize(machines_.size());
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    for (const auto& pairs : pairs_)
      for (const CopyTest::Ends& ends : pairs)
        if (machines_[i].stores(ends.from, ends.to))
          stores_[i].push_back({{ends}, kShortCopy, model::CopyMeans::kStores});
    if (!stores_[i].empty()) runs.add(machines_[i].without_launches(), stores_[i], "stores");
  }
}

/// Makes a row of the pairs that have the same path and, in three digits, the same results.
void MachinePrediction::group_pairs() {
  std::map<std::string, std::size_t> row_of;
  const auto bytes = static_cast<double>(sizes_.copy.count());
  std::vector<std::size_t> stored(machines_.size());
  for (std::size_t run = 0; run < pairs_.size(); ++run)
    for (std::size_t pair = 0; pair < pairs_[run].size(); ++pair) {
      const CopyTest::Ends ends = pairs_[run][pair];
      PredictedRow row{kind_of(ends), fmt::format("{} -> {}", machines_[0].name_of(ends.from),
                                                  machines_[0].name_of(ends.to))};
      row.test = {{ends}, sizes_.copy};
      row.counted = bytes;
      std::string key = row.what;
      for (std::size_t i = 0; i < machines_.size(); ++i) {
        const CopyTest &copy = tests_[i][run][2 * pair], &brief = tests_[i][run][2 * pair + 1];
        row.values.push_back({});
        row.values.back().path = machines_[i].path_of(ends.from, ends.to);
        if (machines_[i].stores(ends.from, ends.to))
          if (const CopyTest& store = stores_[i][stored[i]++]; !store.each.empty())
            row.values.back().store = store.seconds;
        if (copy.each.empty()) continue;  // a sample that failed
        row.values.back().rate = copy.rate();
        row.values.back().latency = brief.seconds;
        if (i < compared_) key += value_key(row.values.back());
      }
      const auto [at, fresh] = row_of.emplace(key, rows_.size());
      if (fresh)
        rows_.push_back(std::move(row));
      else
        ++rows_[at->second].alike;
    }
}

void MachinePrediction::add_joint_rows() {
  const PredictedMachine& machine = machines_[0];
  const unsigned gpus = machine.gpus();
  const auto bytes = static_cast<double>(sizes_.copy.count());
  const std::size_t pairs = rows_.size();
  for (std::size_t i = 0; i < pairs; ++i) {
    const CopyTest::Ends ends = rows_[i].test.copies[0];
    // A GPU and a host have one row, which the copy from the host makes.
    if (model::is_host(ends.to) || !is_joined(ends.to, ends.from)) continue;
    PredictedRow row{model::is_host(ends.from) ? "host and device, sum" : kBothWays,
                     fmt::format("{} <-> {}", machine.name_of(ends.from), machine.name_of(ends.to)),
                     rows_[i].alike};
    row.test = {{ends, {ends.to, ends.from}}, sizes_.copy};
    row.counted = 2 * bytes;
    for (const PredictedValue& value : rows_[i].values)
      row.values.push_back({0, {}, {}, value.path});
    rows_.push_back(std::move(row));
  }
  bool all_joined = true;
  PredictedRow next, all;
  next.what = "all GPUs to the next one, each";
  all.what = "all to all, each GPU";
  next.test.bytes = all.test.bytes = sizes_.copy;
  for (unsigned from = 0; from < gpus; ++from) {
    next.test.copies.push_back({from, (from + 1) % gpus});
    for (unsigned step = 1; step < gpus; ++step) {
      all.test.copies.push_back({from, (from + step) % gpus});
      all_joined = all_joined && is_joined(from, (from + step) % gpus);
    }
  }
  next.counted = bytes;
  all.counted = (gpus - 1) * bytes;
  add_rows_to_next();
  if (!all_joined) return;
  rows_.push_back(std::move(next));
  rows_.push_back(std::move(all));
  PredictedRow reduce;
  reduce.what = fmt::format("all-reduce of {}, busbw", core::to_text(sizes_.reduce));
  rows_.push_back(std::move(reduce));
}

void MachinePrediction::add_rows_to_next() {
  const PredictedMachine& machine = machines_[0];
  std::set<std::pair<unsigned, unsigned>> known;  // machines of both nodes
  for (unsigned node = 0; node < machine.nodes(); ++node) {
    PredictedRow row;
    row.what = "all GPUs of a node to the next, sum";
    row.test = {pairs_to_next(node), sizes_.copy};
    const unsigned next = machine.next_node(node);
    if (row.test.copies.empty() ||
        !known.emplace(machine.machine_of(node), machine.machine_of(next)).second)
      continue;
    row.counted = static_cast<double>(row.test.copies.size() * sizes_.copy.count());
    if (machine.different_nodes().size() > 1)
      row.ends = fmt::format("node_{} -> node_{}", node, next);
    rows_.push_back(std::move(row));
  }
}

runs::Request MachinePrediction::request_of_row(const PredictedRow& row,
                                                std::size_t machine) const {
  if (!row.test.copies.empty()) return request_of(machines_[machine], {row.test});
  return library_run(machines_[machine], "allreduce", sizes_.reduce.count(), false).request;
}

void MachinePrediction::make_rows(PredictionRuns& runs) {
  for (PredictedRow& row : rows_) {
    if (!row.values.empty() && row.values[0].rate > 0) continue;
    row.values.resize(machines_.size());
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      // A sample's parameters are those of GPUs as runs of copies have them.
      if (row.test.copies.empty() && machines_[i].is_sample() && machines_[i].has_blocks() &&
          !machines_[i].has_full_gpus())
        continue;
      const auto take = [&row, i](const runs::Result& result) {
        if (row.test.copies.empty()) {
          row.values[i].rate = result.value("collective_0.busbw");
          row.counted = row.values[i].rate * result.value("collective_0.time");
          return;
        }
        std::vector<CopyTest> tests{row.test};
        read_times(result, tests);
        row.values[i].rate = row.counted / tests[0].seconds;
      };
      runs.add(request_of_row(row, i), row.what, take, machines_[i].is_sample());
    }
  }
  runs.make();
}

/// Joins rows whose copies are those of another one, begun at the other end: `alike` counts pairs.
void MachinePrediction::join_both_ways() {
  std::vector<PredictedRow> joined;
  std::map<std::string, std::size_t> row_of;
  for (PredictedRow& row : rows_) {
    std::string key;
    for (std::size_t i = 0; i < compared_; ++i) key += value_key(row.values[i]);
    const bool both = row.what == kBothWays;
    const auto [at, fresh] = row_of.emplace(both ? key : row.what + row.ends + key, joined.size());
    if (fresh)
      joined.push_back(std::move(row));
    else
      joined[at->second].alike += row.alike;
  }
  for (PredictedRow& row : joined)
    if (row.what == kBothWays && tests_all_pairs()) row.alike = (row.alike + 1) / 2;
  rows_ = std::move(joined);
}

void MachinePrediction::fold_samples() {
  for (PredictedRow& row : rows_) {
    std::vector<std::vector<double>> rates(compared_), latencies(compared_), stores(compared_);
    std::vector<double> ratios;
    for (std::size_t i = compared_; i < row.values.size(); ++i) {
      const PredictedValue &value = row.values[i], &first = row.values[i - i % compared_];
      if (value.rate <= 0) continue;
      rates[i % compared_].push_back(value.rate);
      if (value.latency) latencies[i % compared_].push_back(*value.latency);
      if (value.store) stores[i % compared_].push_back(*value.store);
      if (i % compared_ == 1 && first.rate > 0) ratios.push_back(value.rate / first.rate);
    }
    row.values.resize(compared_);
    row.ratios = range_of(ratios);
    for (std::size_t i = 0; i < compared_; ++i) {
      row.values[i].rates = range_of(rates[i]);
      row.values[i].latencies = range_of(latencies[i]);
      row.values[i].stores = range_of(stores[i]);
    }
  }
}

void MachinePrediction::make(PredictionRuns& runs) {
  find_pairs();
  add_pairs(runs);
  add_stores(runs);
  runs.make();
  group_pairs();
  add_joint_rows();
  make_rows(runs);
  join_both_ways();
  fold_samples();
}

void MachinePrediction::explain(PredictionRuns& runs) {
  for (PredictedRow& row : rows_)
    for (std::size_t i = 0; i < compared_; ++i) {
      runs::Request request = request_of_row(row, i);
      request.page = true;  // its record has the machine's links
      runs.add(std::move(request), "why: " + row.what, [&row, i](const runs::Result& result) {
        row.values[i].link = BusiestLink::of(result, row.counted / row.values[i].rate);
      });
    }
  runs.make();
}

}  // namespace gf::app

// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/graph_runner.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/error.h"
#include "core/numbered_names.h"
#include "core/printable.h"
#include "core/text_match.h"
#include "core/timeline.h"

namespace gf::platforms::pcie {

using core::Ticks;
using hw::pcie::Flow;

namespace {

/// A task of a graph from when it was issued to its end: a row for each of a graph.
void report(core::Timeline& timeline, const GraphResult& result, std::size_t row) {
  const Flow& flow = result.flows[row];
  const model::Task& task = result.graph->tasks[row];
  if (task.kind != model::TaskKind::kCopy) {
    timeline.slice("communications", "communication " + std::to_string(row),
                   std::string(to_text(task.kind)) + " " + std::to_string(task.src),
                   flow.first_sent, flow.finished,
                   {{"graph", result.graph->name}, {"bytes", flow.bytes}});
    return;
  }
  const auto stalled = [&](core::StallCause cause) { return flow.stalls.of(cause).to_seconds(); };
  timeline.slice("communications", "communication " + std::to_string(row),
                 std::to_string(flow.source) + "->" + std::to_string(flow.destination),
                 flow.submitted, flow.finished,
                 {{"graph", result.graph->name},
                  {"bytes", flow.bytes},
                  {"no_credit_s", stalled(core::StallCause::kNoCredit)},
                  {"link_busy_s", stalled(core::StallCause::kLinkBusy)},
                  {"buffer_full_s", stalled(core::StallCause::kBufferFull)},
                  {"arbitration_lost_s", stalled(core::StallCause::kArbitrationLost)},
                  {"replay_s", stalled(core::StallCause::kReplay)}});
}

/// Communications in the order of their issue.
std::vector<std::size_t> order_of(const model::Schedule& graph) {
  std::vector<std::size_t> order(graph.tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto& list = graph.tasks;
  // Copies of one start time keep the order of the file, in which the GPU's engine then serves
  // them.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return list[a].start < list[b].start; });
  return order;
}

void refuse_other_engines(const model::Schedule& graph, const model::Task& task) {
  if (task.engine == model::CopyMeans::kDma) return;
  core::fail_config("graph " + graph.name, "engine", std::string(to_text(task.engine)), "dma",
                    "copies of a PCIe tree are made by the GPUs' copy engines");
}

}  // namespace

std::vector<model::Schedule> only_copy(const std::vector<model::Schedule>& graphs,
                                       const std::string& name) {
  core::NumberedNames numbered;  // as the journal numbers them
  std::vector<std::string> names;
  for (const model::Schedule& graph : graphs) {
    for (const std::size_t at : order_of(graph)) {
      model::Task copy = graph.tasks[at];
      if (copy.kind != model::TaskKind::kCopy) continue;
      names.push_back(numbered.next(hw::pcie::name_of_copy(copy.src, copy.dst)));
      if (names.back() != name) continue;
      copy.start = sc_core::SC_ZERO_TIME;
      copy.after.clear();
      return {{graph.name, {copy}}};
    }
  }
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("no copy of this run is called \"{}\"; it has {}",
                                    core::excerpt(name), core::known_names(name, names)));
}

GraphRunner::GraphRunner(const sc_core::sc_module_name& name, const GraphRunnerParams& params,
                         EndpointTree& machine, std::vector<model::Schedule> graphs,
                         ByteCheck* byte_check)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      machine_(machine),
      byte_check_(byte_check),
      graphs_(std::move(graphs)),
      done_(graphs_.empty()) {
  results_.reserve(graphs_.size());
  for (const auto& graph : graphs_) {
    for (const model::Task& task : graph.tasks) {
      if (task.kind != model::TaskKind::kCopy) continue;
      refuse_other_engines(graph, task);
      bytes_total_ += task.bytes.count();
    }
  }
  add_work();
  for (unsigned gpu = 0; gpu < machine.gpu_count(); ++gpu) {
    machine.gpu(gpu).on_copy_finished([this](Flow& flow) { finished(flow); });
  }
  SC_METHOD(step);
  sensitive << wakeup_.event();
}

void GraphRunner::add_work() {
  const bool needed = std::any_of(graphs_.begin(), graphs_.end(), [](const model::Schedule& graph) {
    return std::any_of(graph.tasks.begin(), graph.tasks.end(),
                       [](const model::Task& task) { return task.kind != model::TaskKind::kCopy; });
  });
  for (unsigned gpu = 0; needed && gpu < machine_.gpu_count(); ++gpu) {
    const std::string name = "work_" + std::to_string(gpu);
    work_.push_back(std::make_unique<model::DeviceWork>(name.c_str(), params_.memory_rate,
                                                        [this](std::size_t task, Ticks began) {
                                                          Flow& flow = results_.back().flows[task];
                                                          flow.first_sent = began;
                                                          flow.finished = core::now_ticks();
                                                          ended(task);
                                                        }));
  }
}

void GraphRunner::step() {
  wakeup_.woken();
  if (done_) return;
  const Ticks now = core::now_ticks();
  // The process wakes when a task may start and for the end of the gap between two graphs.
  const bool between = results_.empty() || results_.back().complete;
  if (between) begin_graph(now);
  while (next_call() <= now) issue(ready_.take());
  if (next_call() != core::kNever) wakeup_.at(next_call());
}

void GraphRunner::begin_graph(Ticks now) {
  GraphResult& result = results_.emplace_back();
  result.graph = &graphs_[results_.size() - 1];
  result.began = now;
  result.flows.reserve(result.graph->tasks.size());
  for (const model::Task& task : result.graph->tasks) {
    Flow& flow = result.flows.emplace_back();
    flow.source = task.src;
    flow.destination = task.dst;
    flow.bytes = task.bytes.count();
    flow.submitted = core::kNever;  // until it is
  }
  called_ = core::kNever;
  ready_ = model::ReadyTasks(*result.graph);
  const model::Collective* const collective = result.graph->collective.get();
  if (collective != nullptr && collective->check)
    data_ = std::make_unique<model::CollectiveData>(*collective);
}

Ticks GraphRunner::next_call() const {
  if (ready_.next() == core::kNever) return core::kNever;
  const Ticks at = results_.back().began + ready_.next();
  return called_ == core::kNever ? at
                                 : std::max<Ticks>(at, called_ + params_.issue_interval.value());
}

void GraphRunner::issue(std::size_t task) {
  called_ = core::now_ticks();
  if (data_ != nullptr) data_->began(task);
  GraphResult& result = results_.back();
  Flow& flow = result.flows[task];
  if (result.graph->tasks[task].kind != model::TaskKind::kCopy) {
    flow.submitted = called_;
    work_[flow.source]->submit(task, result.graph->tasks[task]);
    return;
  }
  hw::pcie::CopyRequest request;
  request.flow = &flow;
  request.window = machine_.gpu(flow.destination).window();
  if (byte_check_ != nullptr) byte_check_->place(request);
  machine_.gpu(flow.source).copy_engine.submit(request);
}

void GraphRunner::finished(Flow& flow) {
  GraphResult& result = results_.back();
  if (result.first_end == core::kNever) {
    // Shares are of the time in which all copies still run: once the first has ended the others get
    // its part of the links.
    result.first_end = core::now_ticks() - result.began;
    for (const Flow& each : result.flows) result.delivered_at_first_end.push_back(each.delivered);
  }
  ended(static_cast<std::size_t>(&flow - result.flows.data()));
}

void GraphRunner::ended(std::size_t task) {
  const GraphResult& result = results_.back();
  const Ticks now = core::now_ticks();
  core::Timeline* const timeline = core::Timeline::active();
  if (timeline != nullptr) report(*timeline, result, task);
  if (data_ != nullptr) data_->ended(task);
  if (ready_.complete(task, now - result.began)) wakeup_.at(now);
  if (ready_.all_complete()) end_graph(now);
}

void GraphRunner::end_graph(Ticks now) {
  GraphResult& result = results_.back();
  result.complete = true;
  if (data_ != nullptr) result.verdict = data_->verdict();
  data_.reset();
  if (core::Timeline* const timeline = core::Timeline::active()) {
    timeline->slice("communications", "graphs", result.graph->name, result.began, now);
  }
  if (byte_check_ != nullptr) byte_check_->verify();
  // What has ended is one sum, so that progress walks only the flows of the current graph.
  for (const Flow& each : result.flows) bytes_past_ += each.delivered;
  done_ = results_.size() == graphs_.size();
  if (!done_) wakeup_.at(now + params_.gap.value());
}

std::uint64_t GraphRunner::bytes_delivered() const {
  std::uint64_t bytes = bytes_past_;
  if (!results_.empty() && !results_.back().complete) {
    for (const Flow& flow : results_.back().flows) bytes += flow.delivered;
  }
  return bytes;
}

void GraphRunner::append_waits(std::vector<core::Wait>& waits) const {
  if (results_.empty()) return;
  const GraphResult& result = results_.back();
  for (std::size_t task = 0; task < result.flows.size(); ++task) {
    const Flow& flow = result.flows[task];
    const model::Task& what = result.graph->tasks[task];
    // What waits for other tasks waits for what these wait for; what computes waits for time.
    const bool is_due = flow.submitted != core::kNever || what.after.empty();
    if (flow.finished != core::kNever || !is_due || what.kind != model::TaskKind::kCopy) continue;
    waits.push_back({name(),
                     "graph " + result.graph->name + ": copy " + std::to_string(flow.source) +
                         "->" + std::to_string(flow.destination) + ", " +
                         std::to_string(flow.delivered) + " of " + std::to_string(flow.bytes) +
                         " B delivered",
                     machine_.gpu(flow.source).copy_engine.name()});
  }
}

}  // namespace gf::platforms::pcie

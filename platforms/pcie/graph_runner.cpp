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

/// A communication from its copy call to its last byte, one row for each of a graph.
void report(core::Timeline& timeline, const GraphResult& result, const Flow& flow) {
  std::size_t row = 0;
  while (&result.flows[row] != &flow) ++row;
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

}  // namespace

std::vector<model::Schedule> only_copy(const std::vector<model::Schedule>& graphs,
                                       const std::string& name) {
  core::NumberedNames numbered;  // as the journal numbers them
  std::vector<std::string> names;
  for (const model::Schedule& graph : graphs) {
    for (const std::size_t at : order_of(graph)) {
      model::Task copy = graph.tasks[at];
      names.push_back(numbered.next(hw::pcie::name_of_copy(copy.src, copy.dst)));
      if (names.back() != name) continue;
      copy.start = sc_core::SC_ZERO_TIME;
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
    for (const auto& communication : graph.tasks) {
      bytes_total_ += communication.bytes.count();
    }
  }
  for (unsigned gpu = 0; gpu < machine.gpu_count(); ++gpu) {
    machine.gpu(gpu).on_copy_finished([this](Flow& flow) { finished(flow); });
  }
  SC_METHOD(step);
  sensitive << wakeup_.event();
}

void GraphRunner::step() {
  wakeup_.woken();
  if (done_) return;
  const Ticks now = core::now_ticks();
  // The process wakes for a copy's start time and for the end of the gap between two graphs.
  const bool between = results_.empty() || results_.back().complete;
  if (between) begin_graph(now);
  while (issued_ < order_.size() && start_of(issued_) <= now) issue(order_[issued_++]);
  if (issued_ < order_.size()) wakeup_.at(start_of(issued_));
}

void GraphRunner::begin_graph(Ticks now) {
  GraphResult& result = results_.emplace_back();
  result.graph = &graphs_[results_.size() - 1];
  result.began = now;
  for (const auto& communication : result.graph->tasks) {
    Flow& flow = result.flows.emplace_back();
    flow.source = communication.src;
    flow.destination = communication.dst;
    flow.bytes = communication.bytes.count();
  }
  issued_ = ended_ = 0;
  order_ = order_of(*result.graph);
}

Ticks GraphRunner::start_of(std::size_t position) const {
  const GraphResult& result = results_.back();
  const Ticks start = result.began + result.graph->tasks[order_[position]].start.value();
  return position == 0 ? start : std::max<Ticks>(start, called_ + params_.issue_interval.value());
}

void GraphRunner::issue(std::size_t communication) {
  called_ = core::now_ticks();
  Flow& flow = results_.back().flows[communication];
  hw::pcie::CopyRequest request;
  request.flow = &flow;
  request.window = machine_.gpu(flow.destination).window();
  if (byte_check_ != nullptr) byte_check_->place(request);
  machine_.gpu(flow.source).copy_engine.submit(request);
}

void GraphRunner::finished(Flow& flow) {
  GraphResult& result = results_.back();
  const Ticks now = core::now_ticks();
  core::Timeline* const timeline = core::Timeline::active();
  if (timeline != nullptr) report(*timeline, result, flow);
  if (result.first_end == core::kNever) {
    // Shares are of the time in which all copies still run: once the first has ended the others get
    // its part of the links.
    result.first_end = now - result.began;
    for (const Flow& each : result.flows) result.delivered_at_first_end.push_back(each.delivered);
  }
  if (++ended_ < result.flows.size()) return;
  result.complete = true;
  if (timeline != nullptr) {
    timeline->slice("communications", "graphs", result.graph->name, result.began, now);
  }
  if (byte_check_ != nullptr) byte_check_->verify();
  // What has ended is one sum, so that progress walks only the flows of the current graph.
  for (const Flow& each : result.flows) bytes_past_ += each.bytes;
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
  for (const Flow& flow : results_.back().flows) {
    if (flow.finished != core::kNever) continue;
    waits.push_back({name(),
                     "graph " + results_.back().graph->name + ": copy " +
                         std::to_string(flow.source) + "->" + std::to_string(flow.destination) +
                         ", " + std::to_string(flow.delivered) + " of " +
                         std::to_string(flow.bytes) + " B delivered",
                     machine_.gpu(flow.source).copy_engine.name()});
  }
}

}  // namespace gf::platforms::pcie

// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/benchmark_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "core/base/error.h"
#include "core/base/print.h"
#include "core/run/run_dir.h"
#include "core/trace/timeline.h"

namespace gf::platforms::apenet {
namespace {

constexpr Note kFile{"osu.csv", "", "a line per size: what the table shows, messages and seconds"};
constexpr Note kRate{"rate.*", "B/s", "data bytes per second of messages of this size",
                     "tests of latency"};
constexpr Note kInterval{"interval.*", "s", "time between two messages of this size",
                         "tests of bandwidth"};
constexpr Note kProcessorBusy{"processor_busy.*", "ratio",
                              "share of the time in which the busiest card's processor worked"};
constexpr Note kLinkBusy{"link_busy.*", "ratio",
                         "share of the time in which the busiest torus link was taken",
                         "two nodes and more"};

/// Sends from each node to every other, in an order in which no two nodes have the same receiver at
/// a time.
std::vector<std::vector<model::ExchangePartner>> everyone(unsigned nodes) {
  std::vector<std::vector<model::ExchangePartner>> partners(nodes);
  for (unsigned i = 0; i < nodes; ++i)
    // The region at the receiver is the sender's number, so two senders never write the same
    // buffer.
    for (unsigned k = 1; k < nodes; ++k) partners[i].push_back({(i + k) % nodes, i});
  return partners;
}

/// Sends from each node to the neighbour at each of its ports; the neighbour receives it at the
/// opposite port.
std::vector<std::vector<model::ExchangePartner>> neighbours(const model::Torus& shape) {
  std::vector<std::vector<model::ExchangePartner>> partners(shape.routers());
  for (unsigned i = 0; i < shape.routers(); ++i)
    for (unsigned port = 0; port < model::Torus::kDirections; ++port)
      if (shape.has_channel(i, port))
        partners[i].push_back({shape.neighbour(i, port), model::Torus::opposite(port)});
  return partners;
}

/// Returns the largest growth, as a share of `took`; empty: nothing grows.
std::optional<double> most_added(const std::vector<core::Ticks>& before,
                                 const std::vector<core::Ticks>& after, core::Ticks took) {
  if (before.empty()) return {};
  core::Ticks most = 0;
  for (std::size_t i = 0; i < before.size(); ++i) most = std::max(most, after[i] - before[i]);
  return static_cast<double>(most) / static_cast<double>(took);
}

}  // namespace

BenchmarkRun::Starter::Starter(const sc_core::sc_module_name& name, model::Benchmark& benchmark)
    : sc_module(name), benchmark_(benchmark) {
  SC_METHOD(begin);
  sensitive << event_;
  dont_initialize();
}

void BenchmarkRun::Starter::start(const model::BenchmarkRound& round) {
  round_ = round;
  // Between two runs of the kernel no process exists in which the benchmark could begin. This event
  // is the first action of the next run.
  event_.notify(sc_core::SC_ZERO_TIME);
}

BenchmarkRun::BenchmarkRun(const BenchmarkSettings& settings, cluster::CardIf& cards,
                           const model::Torus& shape,
                           const std::optional<model::IsolatedPut>& alone)
    : settings_(settings),
      cards_(cards),
      net_(cards.make_messages(settings.path())),
      benchmark_(make(shape)),
      alone_put_(alone),
      alone_(alone ? cards.make_alone(*alone) : nullptr) {
  model::Benchmark& runs = alone_ ? *alone_ : *benchmark_;
  net_.connect(runs);
  starter_ = std::make_unique<Starter>("starter", runs);
}

std::unique_ptr<model::Benchmark> BenchmarkRun::make(const model::Torus& shape) {
  const std::string& test = settings_.test;
  if (test == "read") return model::make_read(net_);
  if (test == "latency") return model::make_ping_pong(net_, settings_.peer);
  if (test == "alltoall") return model::make_exchange(net_, everyone(shape.routers()));
  if (test == "halo") return model::make_exchange(net_, neighbours(shape));
  return model::make_stream(net_, settings_.peer, test == "bibw");
}

std::uint64_t BenchmarkRun::received() const {
  return settings_.max.count() * benchmark_->regions();
}

core::RunEndReport BenchmarkRun::simulate(const core::RunLimits& limits) {
  // Registration is a separate phase, so its firmware time counts for no size.
  core::RunEndReport end = register_buffers(limits);
  if (alone_) return end.end == core::RunEnd::kQuiescent ? send_alone(limits) : end;
  for (const std::uint64_t size : settings_.sizes()) {
    if (end.end != core::RunEnd::kQuiescent) break;
    end = measure(size, limits);
  }
  return end;
}

core::RunEndReport BenchmarkRun::register_buffers(const core::RunLimits& limits) {
  net_.prepare(settings_.max.count(), benchmark_->regions(), settings_.place);
  const core::RunEndReport end = simulate_phase(limits, "register buffers");
  if (end.end == core::RunEnd::kQuiescent) cards_.require_buffers();
  return end;
}

void BenchmarkRun::refuse_lost() {
  if (net_.failed() == 0 && benchmark_->done()) return;
  cards_.fail_lost(net_.failed() == 0 ? "the benchmark waits for messages that never come"
                                      : "messages of the benchmark were dropped");
}

core::RunEndReport BenchmarkRun::send_alone(const core::RunLimits& limits) {
  net_.set_size(alone_put_->put.bytes);
  core::RunEndReport end;
  for (unsigned left = alone_put_->first ? 1 : 2; left > 0; --left) {
    starter_->start({});
    end = simulate_phase(limits, "alone");
    if (end.end != core::RunEnd::kQuiescent) break;
  }
  return end;
}

core::RunEndReport BenchmarkRun::measure(std::uint64_t size, const core::RunLimits& limits) {
  net_.set_size(size);
  const core::Ticks began = core::now_ticks();
  const cluster::CardWork before = cards_.work();
  starter_->start(settings_.round(size));
  // Each size runs until nothing moves any more. The next one begins with empty queues, and the
  // busy times below belong to this size only.
  const core::RunEndReport end = simulate_phase(limits, std::to_string(size) + " B");
  if (end.end != core::RunEnd::kQuiescent) return end;
  refuse_lost();
  const cluster::CardWork after = cards_.work();
  const core::Ticks took = core::now_ticks() - began;
  rows_.push_back({size, benchmark_->sample(),
                   most_added(before.processors, after.processors, took),
                   most_added(before.links, after.links, took)});
  return end;
}

core::RunEndReport BenchmarkRun::simulate_phase(const core::RunLimits& limits,
                                                const std::string& phase) {
  const core::Ticks began = core::now_ticks();
  core::RunEndReport end = core::run_simulation(limits);
  if (core::Timeline* const timeline = core::Timeline::active())
    timeline->slice("benchmark", settings_.test, phase, began, core::now_ticks());
  return end;
}

double BenchmarkRun::value_of(const Row& row) const {
  return settings_.is_latency() ? row.sample.seconds_per_message() * 1e6
                                : row.sample.bytes_per_second() / 1e6;
}

std::string BenchmarkRun::table() const {
  std::string text = settings_.header(cards_.network(), cards_.text());
  for (const Row& row : rows_) text += fmt::format("{:<10}{:>20.2f}\n", row.size, value_of(row));
  return text;
}

Outputs BenchmarkRun::outputs() {
  return {{kLatency, kStep, kRate, kBandwidth, kInterval, kProcessorBusy, kLinkBusy}, {kFile}};
}

std::vector<Result> BenchmarkRun::results() const {
  std::vector<Result> results;
  for (const Row& row : rows_) {
    const std::string size = std::to_string(row.size);
    const model::BenchmarkSample& sample = row.sample;
    const bool times = settings_.is_latency();
    results.push_back(settings_.note().result(
        times ? sample.seconds_per_message() : sample.bytes_per_second(), size));
    results.push_back(times ? kRate.result(sample.bytes_per_second(), size)
                            : kInterval.result(sample.seconds_per_message(), size));
    if (row.processor) results.push_back(kProcessorBusy.result(*row.processor, size));
    if (row.link) results.push_back(kLinkBusy.result(*row.link, size));
  }
  return results;
}

void BenchmarkRun::write(const core::RunDirectory& directory) const {
  std::ofstream out(directory.file(kFile.name));
  core::print(out, "size,{},messages,seconds\n",
              settings_.is_latency() ? settings_.quantity() + "_us" : "bandwidth_MBps");
  for (const Row& row : rows_) {
    core::print(out, "{},{:.6f},{},{:.9g}\n", row.size, value_of(row), row.sample.messages,
                row.sample.seconds);
  }
}

}  // namespace gf::platforms::apenet

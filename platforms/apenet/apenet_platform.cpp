// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/apenet_platform.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "core/base/print.h"
#include "core/base/printable.h"
#include "core/run/run_dir.h"
#include "core/time/watchdog.h"
#include "core/trace/timeline.h"
#include "platforms/apenet/bus_trace.h"
#include "platforms/refuse_ranks.h"

namespace gf::platforms::apenet {
namespace {

constexpr Note kRate{"rate.*", "B/s", "data bytes per second of messages of this size",
                     "tests of latency"};
constexpr Note kInterval{"interval.*", "s", "time between two messages of this size",
                         "tests of bandwidth"};
constexpr Note kProcessorBusy{"processor_busy.*", "ratio",
                              "share of the time in which the busiest card's processor worked"};
constexpr Note kLinkBusy{"link_busy.*", "ratio",
                         "share of the time in which the busiest torus link was taken",
                         "two nodes and more"};
constexpr Note kRxTask{"rx_task", "s", "mean time of the peer's tasks that receive a packet"};
constexpr Note kPacketHops{"packet_hops", "count", "link crossings of all packets on the torus"};
constexpr Note kFirmwareTasks{"firmware_tasks", "count", "tasks that the cards' processors ended"};
constexpr Note kStagingOverruns{
    "staging_overruns", "count",
    "chunks that came while the receiver's staging buffers were in use"};
constexpr Note kSizesFile{"osu.csv", "",
                          "a line per size: what the table shows, messages and seconds"};
constexpr Note kBusFile{"pcie_trace.csv", "", "a line per packet on the card's bus", "trace=bus"};

constexpr std::uint64_t kMostReceived = 1ull << 30;  ///< Bytes of a node's destination buffer.

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

double most_added(const std::vector<core::Ticks>& before, const std::vector<core::Ticks>& after) {
  core::Ticks most = 0;
  for (std::size_t i = 0; i < before.size(); ++i) most = std::max(most, after[i] - before[i]);
  return static_cast<double>(most);
}

}  // namespace

ApenetPlatform::Starter::Starter(const sc_core::sc_module_name& name, model::Benchmark& benchmark)
    : sc_module(name), benchmark_(benchmark) {
  SC_METHOD(begin);
  sensitive << event_;
  dont_initialize();
}

void ApenetPlatform::Starter::start(const model::BenchmarkRound& round) {
  round_ = round;
  // Between two runs of the kernel no process exists in which the benchmark could begin. This event
  // is the first action of the next run.
  event_.notify(sc_core::SC_ZERO_TIME);
}

ApenetPlatform::ApenetPlatform(Kind kind) : kind_(kind) {
  if (kind == Kind::kCluster) return;
  settings_.test = "bw";
  settings_.peer = 0;
}

Outputs ApenetPlatform::outputs() const {
  Outputs outputs{{kLatency, kStep, kRate, kBandwidth, kInterval, kProcessorBusy, kLinkBusy,
                   kRxTask, kPacketHops, kFirmwareTasks, kStagingOverruns},
                  {kSizesFile, kBusFile}};
  outputs = outputs + Outputs{BusTrace::result_notes(), NiosFiles::file_notes()};
  return kind_ == Kind::kCluster ? outputs + schedule_.outputs() : outputs;
}

void ApenetPlatform::declare(core::ParamScope root) {
  if (kind_ == Kind::kCluster) {
    params_.declare_shape(root, "apenet_cluster", "size of the torus of nodes, as XxYxZ");
    if (params_.shape.routers() == 1) settings_.peer = 0;
    schedule_.declare(root);
    schedule_.declare_workload(root);
    carrier_.declare(root);
    if (carrier_.is_ib()) carrier_.declare_ib(root, params_.shape.routers());
  } else {
    // A single node has no torus: whatever the default shape, the platform is one looped-back card.
    params_.shape = {};
  }
  settings_.declare(root);
  // Declared before the card's own parameters, which then show the choices of the short names as
  // defaults. A long name still overrides a short one.
  declare_short_names(root, settings_, params_.node.card);
  params_.declare(root);
}

bool ApenetPlatform::keep_only(const std::string& flow) {
  if (schedule_.wanted() || carrier_.is_ib()) return false;
  alone_put_ = model::IsolatedPut::parse(flow);
  const unsigned nodes = params_.shape.routers();
  if (!alone_put_ || alone_put_->from >= nodes || alone_put_->put.node >= nodes)
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("{}: not a message that can be sent alone; gpufabric why RUN "
                                      "'message 0->1' shows a message of a run and its time alone",
                                      core::excerpt(flow)));
  return true;
}

void ApenetPlatform::build(std::uint64_t seed) {
  const char* const path = kind_ == Kind::kCluster ? "apenet_cluster" : "apenet_node";
  settings_.validate(path, params_.shape.routers());
  if (carrier_.is_ib()) return build_ib(seed);
  if (settings_.test != "read") params_.require_delivery("with test = " + settings_.test);
  use_threads();
  if (settings_.traces_bus()) params_.traced_node = static_cast<int>(settings_.trace_node);
  cluster_ = std::make_unique<ApenetCluster>(params_, seed);
  nios_files_ = std::make_unique<NiosFiles>(*cluster_);
  if (settings_.traces_nios())
    nios_files_->record(settings_.trace_node, settings_.trace_instructions, path);
  if (schedule_.wanted())
    build_schedule(seed);
  else
    build_benchmark();
}

void ApenetPlatform::use_threads() {
  if (core::ranks().alone()) return;
  if (kind_ != Kind::kCluster) refuse_ranks("apenet_node", "it is one node");
  if (settings_.traces_bus() || settings_.traces_nios())
    refuse_ranks("a traced node", "only one rank has the trace");
  params_.use_threads();
}

void ApenetPlatform::build_ib(std::uint64_t seed) {
  settings_.require_library("apenet_cluster", params_.shape.routers());
  carrier_.refuse_several_ranks();
  if (schedule_.wanted())
    core::fail_config("apenet_cluster", "over", "ib", "apenet with a schedule",
                      "schedules over RDMA cards run on the platform cluster");
  ib_ = std::make_unique<IbMessages>(carrier_, params_.software, settings_.path().from_gpu, seed);
  model::MpiMessages& messages = ib_->messages();
  if (settings_.is_exchange()) messages.tell_senders();
  benchmark_ = make_benchmark(messages);
  messages.connect(*benchmark_);
  starter_ = std::make_unique<Starter>("starter", *benchmark_);
}

void ApenetPlatform::set_size(std::uint64_t bytes) {
  if (ib_ != nullptr) return ib_->messages().set_size(bytes);
  for (const auto& node : messages_) node->set_size(bytes);
}

void ApenetPlatform::build_schedule(std::uint64_t seed) {
  if (settings_.path().staged())
    core::fail_config("apenet_cluster", "staging", settings_.staging, "none with a schedule",
                      "copies of a schedule go from buffer to buffer");
  std::vector<model::Schedule> schedules = schedule_.make(cluster_->size(), seed);
  copies_ = std::make_unique<ApenetCopies>(*cluster_, settings_.path(), schedules);
  schedule_.build(*copies_, std::move(schedules));
}

void ApenetPlatform::build_benchmark() {
  if (cluster_->cut() != nullptr) cluster_->cut()->carry(messages_);
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    messages_.add(std::make_unique<model::MessageNode>(cluster_->host(i), i, settings_.path()));
  }
  benchmark_ = settings_.test == "read" ? model::make_read(messages_) : make_benchmark(messages_);
  // Checked only here, because the number of senders of a node depends on the benchmark just made.
  const std::uint64_t received = settings_.max.count() * benchmark_->regions();
  if (received > kMostReceived) {
    core::fail_config(
        "apenet_cluster", "max", core::to_text(settings_.max),
        fmt::format("at most 1 GiB for all {} senders of a node", benchmark_->regions()),
        "lower it");
  }
  if (alone_put_) alone_ = model::make_alone(messages_, *alone_put_);
  model::Benchmark& runs = alone_ ? *alone_ : *benchmark_;
  for (const auto& node : messages_) node->connect(runs);
  starter_ = std::make_unique<Starter>("starter", runs);
}

std::unique_ptr<model::Benchmark> ApenetPlatform::make_benchmark(model::MessageNetIf& net) {
  const std::string& test = settings_.test;
  if (test == "latency") return model::make_ping_pong(net, settings_.peer);
  if (test == "alltoall") return model::make_exchange(net, everyone(params_.shape.routers()));
  if (test == "halo") return model::make_exchange(net, neighbours(params_.shape));
  return model::make_stream(net, settings_.peer, test == "bibw");
}

Graph ApenetPlatform::graph() const { return ib_ != nullptr ? ib_->graph() : cluster_->graph(); }

RunProgress ApenetPlatform::progress() const {
  if (copies_ != nullptr) return schedule_.progress();
  return {rows_.size(), settings_.sizes().size()};
}

void ApenetPlatform::judge(RunOutcome& outcome) {
  if (copies_ != nullptr) schedule_.judge(outcome);
}

core::RunEndReport ApenetPlatform::run_schedule(const core::RunLimits& limits) {
  const core::RunEndReport end = core::run_simulation(limits);
  refuse_full_list(copies_->refused());
  return end;
}

core::RunEndReport ApenetPlatform::simulate(const core::RunLimits& limits) {
  if (copies_ != nullptr) return run_schedule(limits);
  // Registration is a separate phase, so its firmware time counts for no size.
  core::RunEndReport end = register_buffers(limits);
  if (alone_) return end.end == core::RunEnd::kQuiescent ? send_alone(limits) : end;
  for (const std::uint64_t size : settings_.sizes()) {
    if (end.end != core::RunEnd::kQuiescent) break;
    end = measure(size, limits);
  }
  return end;
}

core::RunEndReport ApenetPlatform::register_buffers(const core::RunLimits& limits) {
  for (const auto& node : messages_)
    node->prepare(settings_.max.count(), benchmark_->regions(), settings_.place);
  const core::RunEndReport end = simulate_phase(limits, "register buffers");
  if (end.end != core::RunEnd::kQuiescent) return end;
  for (const auto& node : messages_) refuse_full_list(node->refused());
  return end;
}

void ApenetPlatform::refuse_full_list(unsigned refused) const {
  if (refused == 0) return;
  core::fail_config("card", "buf_list", std::to_string(params_.node.card.buf_list),
                    fmt::format("at least {}", params_.node.card.buf_list + refused),
                    "the card refused to register a buffer because its list is full");
}

void ApenetPlatform::refuse_lost() {
  unsigned failed = 0;
  for (const auto& node : messages_) failed += node->failed();
  if (failed == 0 && benchmark_->done()) return;
  const char* const cause = failed == 0 ? "the benchmark waits for messages that never come"
                                        : "messages of the benchmark were dropped";
  GF_CHECK(cluster_ != nullptr, cause);
  cluster_->fail_lost(cause);
}

ApenetPlatform::Work ApenetPlatform::work() const {
  Work work;
  for (unsigned i = 0; cluster_ != nullptr && i < cluster_->size(); ++i) {
    work.processors.push_back(cluster_->card(i).nios.stats().busy.ticks());
    for (unsigned port = 0; cluster_->size() > 1 && port < model::Torus::kDirections; ++port) {
      hw::apenet::TorusPort* const out = cluster_->torus_switch(i).port(port);
      work.links.push_back(out == nullptr ? 0 : out->tx.stats().busy.ticks());
    }
  }
  return work;
}

core::RunEndReport ApenetPlatform::send_alone(const core::RunLimits& limits) {
  set_size(alone_put_->put.bytes);
  core::RunEndReport end;
  for (unsigned left = alone_put_->first ? 1 : 2; left > 0; --left) {
    starter_->start({});
    end = simulate_phase(limits, "alone");
    if (end.end != core::RunEnd::kQuiescent) break;
  }
  return end;
}

core::RunEndReport ApenetPlatform::measure(std::uint64_t size, const core::RunLimits& limits) {
  set_size(size);
  const core::Ticks began = core::now_ticks();
  const Work before = work();
  starter_->start(settings_.round(size));
  // Each size runs until nothing moves any more. The next one begins with empty queues, and the
  // busy times below belong to this size only.
  const core::RunEndReport end = simulate_phase(limits, std::to_string(size) + " B");
  if (end.end != core::RunEnd::kQuiescent) return end;
  refuse_lost();
  const Work after = work();
  const auto took = static_cast<double>(core::now_ticks() - began);
  rows_.push_back({size, benchmark_->sample(),
                   most_added(before.processors, after.processors) / took,
                   most_added(before.links, after.links) / took});
  return end;
}

core::RunEndReport ApenetPlatform::simulate_phase(const core::RunLimits& limits,
                                                  const std::string& phase) {
  const core::Ticks began = core::now_ticks();
  core::RunEndReport end = core::run_simulation(limits);
  if (core::Timeline* const timeline = core::Timeline::active())
    timeline->slice("benchmark", settings_.test, phase, began, core::now_ticks());
  return end;
}

double ApenetPlatform::value_of(const Row& row) const {
  return settings_.is_latency() ? row.sample.seconds_per_message() * 1e6
                                : row.sample.bytes_per_second() / 1e6;
}

std::string ApenetPlatform::table() const {
  if (copies_ != nullptr) return schedule_.table();
  const std::string machine = ib_ != nullptr
                                  ? ib_->text()
                                  : fmt::format("{}, {}, {}", to_text(params_.shape),
                                                params_.node.card.gpu_p2p_tx.generation.generation,
                                                params_.node.architecture);
  std::string text = settings_.header(ib_ != nullptr ? "InfiniBand" : "APEnet+", machine);
  for (const Row& row : rows_) text += fmt::format("{:<10}{:>20.2f}\n", row.size, value_of(row));
  return text;
}

std::vector<Result> ApenetPlatform::results() const {
  std::vector<Result> results = copies_ != nullptr ? schedule_.results() : benchmark_results();
  if (cluster_ == nullptr) return results;
  append_card_results(results);
  if (const hw::apenet::BusAnalyser* analyser = cluster_->node(settings_.trace_node).analyser()) {
    const BusTrace trace(analyser->records(), cluster_->node(settings_.trace_node));
    trace.append_results(results);
  }
  return results;
}

std::vector<Result> ApenetPlatform::benchmark_results() const {
  std::vector<Result> results;
  for (const Row& row : rows_) {
    const std::string size = std::to_string(row.size);
    const model::BenchmarkSample& sample = row.sample;
    const bool times = settings_.is_latency();
    results.push_back(settings_.note().result(
        times ? sample.seconds_per_message() : sample.bytes_per_second(), size));
    results.push_back(times ? kRate.result(sample.bytes_per_second(), size)
                            : kInterval.result(sample.seconds_per_message(), size));
    if (cluster_ == nullptr) continue;
    results.push_back(kProcessorBusy.result(row.processor, size));
    if (cluster_->size() > 1) results.push_back(kLinkBusy.result(row.link, size));
  }
  return results;
}

void ApenetPlatform::append_card_results(std::vector<Result>& results) const {
  std::uint64_t hops = 0, overruns = 0, tasks = 0;
  for (const auto& node : messages_) overruns += node->overruns();
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    tasks += cluster_->card(i).nios.stats().tasks.value();
    if (cluster_->size() > 1) hops += cluster_->torus_switch(i).stats().forwarded.value();
  }
  const hw::apenet::Processor::Stats& nios = cluster_->card(settings_.peer).nios.stats();
  const double rx = nios.busy_rx.value().to_seconds();
  const auto rx_tasks = static_cast<double>(nios.rx_tasks.value());
  results.push_back(kRxTask.result(rx_tasks > 0 ? rx / rx_tasks : 0));
  results.push_back(kPacketHops.result(hops));
  results.push_back(kFirmwareTasks.result(tasks));
  results.push_back(kStagingOverruns.result(core::ranks().sum(overruns)));
}

void ApenetPlatform::write_files(const core::RunDirectory& directory) const {
  if (copies_ != nullptr)
    write_schedule(directory);
  else
    write_sizes(directory);
  if (cluster_ == nullptr) return;
  nios_files_->write(directory);
  const hw::apenet::BusAnalyser* analyser = cluster_->node(settings_.trace_node).analyser();
  if (analyser == nullptr) return;
  const BusTrace trace(analyser->records(), cluster_->node(settings_.trace_node));
  std::ofstream csv(directory.file(kBusFile.name));
  trace.write_csv(csv);
  trace.draw();
}

void ApenetPlatform::write_schedule(const core::RunDirectory& directory) const {
  schedule_.write_tasks(directory);
  schedule_.write_record(directory);
}

void ApenetPlatform::write_sizes(const core::RunDirectory& directory) const {
  std::ofstream out(directory.file(kSizesFile.name));
  core::print(out, "size,{},messages,seconds\n",
              settings_.is_latency() ? settings_.quantity() + "_us" : "bandwidth_MBps");
  for (const Row& row : rows_) {
    core::print(out, "{},{:.6f},{},{:.9g}\n", row.size, value_of(row), row.sample.messages,
                row.sample.seconds);
  }
}

}  // namespace gf::platforms::apenet

// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network_platform.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <utility>

#include "core/base/print.h"
#include "core/base/text_fields.h"
#include "core/ranks/ranks.h"
#include "core/run/run_dir.h"
#include "core/time/watchdog.h"
#include "platforms/network/network_graph.h"
#include "platforms/network/partition.h"

namespace gf::platforms::network {
namespace {

constexpr unsigned kMostListedFlits = 64;  // as packet_flits

constexpr Note kOfferedLoad{"offered_load", "flits/node/cycle",
                            "load that the nodes generate, replies included"};
constexpr Note kReplays{"replays", "count", "flits sent again after an error", "flit_error_rate"};
constexpr Note kChannelsFile{
    "channels.csv", "",
    "a line per channel: its ends, its flits and the share of time it was busy"};
constexpr Note kLatenciesFile{"latencies.csv", "",
                              "histogram of latencies: packets on minimal and on other routes"};

/// Returns the traffic patterns that suit `shape`, the default first.
std::vector<std::string> patterns_of(const ShapeIf& shape) {
  std::vector<std::string> names = model::traffic_names();
  // In a network without groups there is no next group.
  if (!shape.has_groups()) names.erase(std::remove(names.begin(), names.end(), "wc"), names.end());
  return names;
}

}  // namespace

NetworkPlatform::NetworkPlatform(std::unique_ptr<ShapeIf> shape) : shape_(std::move(shape)) {
  traffic_settings_.pattern = patterns_of(*shape_).front();
}

Outputs NetworkPlatform::outputs() const {
  return Outputs{{kOfferedLoad}} + Outputs{LoadMeasurement::result_notes()} +
         Outputs{{kReplays, kFlitHops}, {kChannelsFile, kLatenciesFile}} + schedule_.outputs();
}

void NetworkPlatform::declare(core::ParamScope root) {
  shape_->declare(root);
  root.add("unsafe", unsafe_, "whether to accept fewer virtual channels than the routing needs",
           "assumed");
  root.add("traffic", traffic_settings_.pattern,
           "traffic pattern: where node n of N sends. bitcomp: N - 1 - n; transpose: n's row and "
           "column in a square swapped; tornado: n + ceil(N / 2) - 1; shuffle: 2 n mod (N - 1); "
           "permutation: drawn once (docs/networks.md)",
           "[DF08], evaluation: uniform random and worst case", core::one_of(patterns_of(*shape_)));
  root.add("packets", packets_file_,
           "traffic = file: CSV file with the columns cycle,src,dst,flits and one packet per line",
           "none", core::names_file(core::whole_text));
  traffic_settings_.declare(root);
  network_params_.declare(root);
  measurement_params_.declare(root.child("measurement"));
  schedule_.declare(root);
  schedule_.declare_workload(root);
  copy_params_.declare(root.child("copies"));
}

void NetworkPlatform::build(std::uint64_t seed) {
  shape_->build(network_params_, unsafe_, seed);
  // This comes after build(): only the topology tells which channels exist.
  refuse_failed_channels();
  split();
  if (schedule_.wanted())
    build_schedule(seed);
  else
    build_measurement(seed);
}

void NetworkPlatform::build_measurement(std::uint64_t seed) {
  build_traffic(seed);
  unsigned& flits = network_params_.router.packet_flits;
  const hw::router::InjectionParams& injection = network_params_.injection;
  flits = std::max(injection.packet_flits.get(), injection.reply_flits.get());
  for (const model::ListedPacket& packet : packets_) flits = std::max(flits, packet.flits);
  network_params_.router.validate(shape_->name());
  measurement_ = std::make_unique<LoadMeasurement>("measurement", measurement_params_);
  network_ = std::make_unique<Network>(topology(), network_params_, shape_->routing(), *traffic_,
                                       *measurement_, seed);
  measurement_->observe(*network_, injection.reply_flits > 0);
  if (!packets_.empty()) schedule_list();
}

/// Nodes send only copies: they have no load of their own and send no replies.
void NetworkPlatform::build_schedule(std::uint64_t seed) {
  network_params_.injection.load = 0;
  network_params_.injection.reply_flits = 0;
  copy_params_.validate("copies");
  network_params_.router.packet_flits = copy_params_.packet_flits();
  network_params_.router.validate(shape_->name());
  traffic_settings_.nodes = topology().nodes();
  traffic_settings_.pattern = "uniform";  // unused at load 0
  traffic_ = model::make_traffic(traffic_settings_);
  copies_ = std::make_unique<NetworkCopies>(copy_params_, topology().nodes());
  network_ = std::make_unique<Network>(topology(), network_params_, shape_->routing(), *traffic_,
                                       *copies_, seed);
  copies_->attach(*network_);
  schedule_.build(*copies_, schedule_.make(topology().nodes(), seed));
}

Graph NetworkPlatform::graph() const {
  Graph graph = network_graph(topology(), shape_->nodes_drawn_together());
  graph.title = shape_->title();
  for (Graph::Node& node : graph.nodes) {
    const bool router = node.kind == "router";
    node.place = shape_->place_of(router ? *node.number : topology().router_of(*node.number));
  }
  return graph;
}

void NetworkPlatform::split() {
  const unsigned wanted = network_params_.partitions;
  if (schedule_.wanted()) {
    if (wanted <= 1) return split_by_ranks();
    core::fail_config(
        shape_->name(), "partitions", std::to_string(wanted), "0 or 1 with a schedule",
        "a task can start in the same cycle in which another one ends, so no part can run ahead");
  }
  network_params_.part_of = cut(*shape_, wanted == 0 ? parts_that_serve(*shape_) : wanted);
}

/// For a network that runs a schedule: software acts between the cycles of the clock.
void NetworkPlatform::split_by_ranks() {
  if (core::ranks().alone()) return;
  if (copy_params_.setup == sc_core::SC_ZERO_TIME) {
    core::fail_config(
        "copies", "setup", core::to_text(copy_params_.setup.get()), "more than 0 with --ranks",
        "without setup time, the start of a copy would depend on other ranks in the same cycle");
  }
  network_params_.part_of = cut(*shape_, core::ranks().count());
  network_params_.by_ranks = true;
}

/// No routing of this platform can avoid a broken channel.
void NetworkPlatform::refuse_failed_channels() {
  for (const std::string_view text : core::split_fields(network_params_.failed_channels, ',')) {
    if (text.empty()) continue;
    const auto fields = core::split_fields(text, ':');
    const auto router = core::parse_number<unsigned>(fields.front());
    const auto port = core::parse_number<unsigned>(fields.back());
    const bool exists = fields.size() == 2 && router && port && *router < topology().routers() &&
                        *port < topology().ports() &&
                        topology().port(*router, *port).type != model::ChannelType::kUnused;
    if (!exists) {
      core::fail_config(shape_->name(), "failed_channels", std::string(text),
                        "router:port of a channel", "gpufabric topology --csv lists them");
    }
    const model::RouterPort& end = topology().port(*router, *port);
    core::fail_config(
        shape_->name(), "failed_channels", std::string(text),
        fmt::format("none: packets from router {} to {} {} have no other path with routing = {}",
                    *router, end.type == model::ChannelType::kTerminal ? "node" : "router",
                    end.peer, shape_->routing_text()),
        "routing around faults is not modelled; flit_error_rate models transient errors");
  }
}

void NetworkPlatform::build_traffic(std::uint64_t seed) {
  const bool file = traffic_settings_.pattern == "file";
  if (file == packets_file_.empty()) {
    core::fail_config(shape_->name(), "packets", packets_file_.empty() ? "(none)" : packets_file_,
                      "a file with traffic = file, none with any other traffic",
                      "set both or neither");
  }
  traffic_settings_.nodes = topology().nodes();
  traffic_settings_.nodes_per_group = shape_->nodes_per_group();
  traffic_settings_.seed = seed;
  if (file) {
    // Nodes that send the packets of a list generate no random traffic.
    network_params_.injection.load = 0;
    packets_ = model::read_packet_list(packets_file_, topology().nodes(), kMostListedFlits);
  }
  model::TrafficSettings settings = traffic_settings_;
  if (file) settings.pattern = "uniform";  // unused at load 0
  traffic_ = model::make_traffic(settings);
}

void NetworkPlatform::schedule_list() {
  for (const model::ListedPacket& packet : packets_) {
    network_->nodes(topology().router_of(packet.src))
        .schedule(topology().port_of(packet.src), packet);
  }
  measurement_->take_all(packets_.size());
}

core::RunEndReport NetworkPlatform::simulate(const core::RunLimits& limits) {
  const core::RunEndReport end = core::run_simulation(limits);
  if (measurement_ != nullptr) measurement_->show_phase();
  return end;
}

RunProgress NetworkPlatform::progress() const {
  return measurement_ != nullptr ? measurement_->run_progress() : schedule_.progress();
}

std::string NetworkPlatform::table() const {
  return schedule_.built() ? schedule_.table() : std::string();
}

void NetworkPlatform::judge(RunOutcome& outcome) {
  if (measurement_ == nullptr) {
    schedule_.judge(outcome);
    return;
  }
  if (outcome.code != core::ExitCode::kDone || measurement_->stable()) return;
  outcome.code = core::ExitCode::kNoSteadyState;
  outcome.reason = measurement_->trouble();
}

void NetworkPlatform::write_files(const core::RunDirectory& directory) const {
  write_channels(directory, network_->clock().now());
  if (measurement_ == nullptr) {
    schedule_.write_tasks(directory);
    schedule_.write_record(directory);
    return;
  }
  std::ofstream latencies(directory.file(kLatenciesFile.name));
  measurement_->write_latencies(latencies);
}

std::vector<Result> NetworkPlatform::results() const {
  std::vector<Result> results = measurement_ != nullptr ? measured() : schedule_.results();
  if (network_params_.flit_error_rate > 0) results.push_back(kReplays.result(network_->replays()));
  results.push_back(kFlitHops.result(network_->flit_hops()));
  return results;
}

std::vector<Result> NetworkPlatform::measured() const {
  std::vector<Result> results = measurement_->results();
  const hw::router::InjectionParams& injection = network_params_.injection;
  // Replies load the network too: each packet causes one, so the offered load is that of both.
  const double both = 1.0 + static_cast<double>(injection.reply_flits) / injection.packet_flits;
  results.insert(results.begin(), kOfferedLoad.result(injection.load * both));
  return results;
}

void NetworkPlatform::write_channels(const core::RunDirectory& directory,
                                     core::Cycle cycles) const {
  std::ofstream file(directory.file(kChannelsFile.name));
  core::print(file, "router,port,type,peer,flits,utilization\n");
  for (unsigned r = 0; r < topology().routers(); ++r) {
    for (unsigned p = 0; p < topology().ports(); ++p) {
      const model::RouterPort& port = topology().port(r, p);
      if (port.type == model::ChannelType::kUnused) continue;
      const std::uint64_t flits = network_->router(r).output(p).flits();
      const std::uint64_t busy = flits * network_->timing(port.type).flit_cycles;
      core::print(file, "{},{},{},{},{},{:.6f}\n", r, p, model::to_text(port.type), port.peer,
                  flits, static_cast<double>(busy) / static_cast<double>(cycles + 1));
    }
  }
}

}  // namespace gf::platforms::network

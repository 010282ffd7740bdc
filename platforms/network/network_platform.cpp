// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network_platform.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <utility>

#include "core/print.h"
#include "core/run_dir.h"
#include "core/text_fields.h"
#include "core/watchdog.h"
#include "platforms/network/network_graph.h"

namespace gf::platforms::network {
namespace {

constexpr unsigned kMostListedFlits = 64;  // as packet_flits

}  // namespace

NetworkPlatform::NetworkPlatform(std::string name, std::vector<std::string> patterns)
    : name_(std::move(name)), patterns_(std::move(patterns)) {
  traffic_settings_.pattern = patterns_.front();
}

std::vector<std::string> NetworkPlatform::patterns_without_groups() {
  std::vector<std::string> names = model::traffic_names();
  names.erase(std::remove(names.begin(), names.end(), "wc"), names.end());
  return names;
}

void NetworkPlatform::declare(core::ParamScope root) {
  declare_shape(root);
  root.add("unsafe", unsafe_, "whether to accept fewer virtual channels than the routing needs",
           "assumed");
  root.add("traffic", traffic_settings_.pattern, "traffic pattern, which says where packets go",
           "[DF08], evaluation: uniform random and worst case", core::one_of(patterns_));
  root.add("packets", packets_file_,
           "traffic = file: CSV file with the columns cycle,src,dst,flits and one packet per line",
           "none", core::names_file(core::whole_text));
  traffic_settings_.declare(root);
  network_params_.declare(root);
  measurement_params_.declare(root.child("measurement"));
}

void NetworkPlatform::build(std::uint64_t seed) {
  build_shape(seed);
  // After build_shape(): which channels exist is known only from the topology.
  refuse_failed_channels();
  build_traffic(seed);
  unsigned& flits = router().packet_flits;
  const hw::router::InjectionParams& injection = network_params_.injection;
  flits = std::max(injection.packet_flits.get(), injection.reply_flits.get());
  for (const model::ListedPacket& packet : packets_) flits = std::max(flits, packet.flits);
  router().validate(name_);
  measurement_ = std::make_unique<Measurement>("measurement", measurement_params_);
  network_ = std::make_unique<Network>(topology(), network_params_, routing(), *traffic_,
                                       *measurement_, seed);
  measurement_->observe(*network_, injection.reply_flits > 0);
  if (!packets_.empty()) schedule_list();
}

Graph NetworkPlatform::graph() const {
  Graph graph = network_graph(topology(), nodes_drawn_together());
  graph.title = title();
  for (Graph::Node& node : graph.nodes) {
    const bool router = node.kind == "router";
    node.place = place_of(router ? *node.number : topology().router_of(*node.number));
  }
  return graph;
}

/// No routing here knows a way around a broken channel.
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
      core::fail_config(name_, "failed_channels", std::string(text), "router:port of a channel",
                        "gpufabric topology --csv lists them");
    }
    const model::RouterPort& end = topology().port(*router, *port);
    core::fail_config(
        name_, "failed_channels", std::string(text),
        fmt::format("none: packets from router {} to {} {} have no other path with routing = {}",
                    *router, end.type == model::ChannelType::kTerminal ? "node" : "router",
                    end.peer, routing_text()),
        "routing around faults is not modelled; flit_error_rate models transient errors");
  }
}

void NetworkPlatform::check_vcs(unsigned needed) {
  core::Param<unsigned>& vcs = router().vcs;
  // 0 stands for as many as the routing needs; from here on the parameter holds the number itself.
  if (vcs == 0) vcs = needed;
  if (vcs >= needed || unsafe_) return;
  core::fail_config(name_, "vcs", std::to_string(vcs),
                    fmt::format("at least {} for this routing", needed),
                    "fewer can deadlock; set unsafe = true to see this");
}

void NetworkPlatform::build_traffic(std::uint64_t seed) {
  const bool file = traffic_settings_.pattern == "file";
  if (file == packets_file_.empty()) {
    core::fail_config(name_, "packets", packets_file_.empty() ? "(none)" : packets_file_,
                      "a file with traffic = file, none with any other traffic",
                      "set both or neither");
  }
  traffic_settings_.nodes = topology().nodes();
  traffic_settings_.nodes_per_group = nodes_per_group();
  traffic_settings_.seed = seed;
  if (file) {
    // Nodes that send a list draw nothing beside it.
    network_params_.injection.load = 0;
    packets_ = model::read_packet_list(packets_file_, topology().nodes(), kMostListedFlits);
  }
  model::TrafficSettings settings = traffic_settings_;
  if (file) settings.pattern = "uniform";  // asked by nobody at load 0
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
  measurement_->show_phase();
  return end;
}

void NetworkPlatform::judge(RunOutcome& outcome) {
  if (outcome.code != core::ExitCode::kDone || measurement_->stable()) return;
  outcome.code = core::ExitCode::kNoSteadyState;
  outcome.reason = measurement_->trouble();
}

void NetworkPlatform::write_files(const core::RunDirectory& directory) const {
  write_channels(directory, network_->clock().now());
  std::ofstream latencies(directory.file("latencies.csv"));
  measurement_->write_latencies(latencies);
}

core::CountedWaits NetworkPlatform::count_waits(unsigned router, unsigned port) const {
  hw::router::PortWaits& counted = network_->router(router).count_waits();
  const core::Ticks period = network_->clock().period();
  core::CountedWaits waits;
  waits.book = [&counted, period](core::Ticks until) { counted.book_until(until / period); };
  waits.unit = period;
  for (const core::StallCause cause : hw::router::PortWaits::kCauses)
    waits.numbers.emplace_back(cause, &counted.cycles(port, cause));
  return waits;
}

std::vector<core::LinkSender> NetworkPlatform::link_senders() const {
  std::vector<core::LinkSender> senders;
  for (unsigned r = 0; r < topology().routers(); ++r) {
    for (unsigned p = 0; p < topology().ports(); ++p) {
      const model::RouterPort& port = topology().port(r, p);
      if (port.type == model::ChannelType::kUnused) continue;
      const hw::router::OutputPort& output = network_->router(r).output(p);
      const core::Ticks flit = network_->timing(port.type).flit_cycles * network_->clock().period();
      senders.push_back({sender_name(topology(), r, p),
                         [&output, flit] { return output.flits() * flit; }, nullptr, nullptr,
                         [this, r, p] { return count_waits(r, p); }});
    }
  }
  return senders;
}

std::vector<Result> NetworkPlatform::results() const {
  std::vector<Result> results = measurement_->results();
  const hw::router::InjectionParams& injection = network_params_.injection;
  // Replies load the network, too: each packet brings one back, so the load that is offered is that
  // of both.
  const double both = 1.0 + static_cast<double>(injection.reply_flits) / injection.packet_flits;
  results.insert(results.begin(), {"offered_load", injection.load * both, "flits/node/cycle"});
  if (network_params_.flit_error_rate > 0)
    results.push_back({"replays", static_cast<double>(network_->replays()), "count"});
  results.push_back({"flit_hops", static_cast<double>(network_->flit_hops()), "count"});
  return results;
}

void NetworkPlatform::write_channels(const core::RunDirectory& directory,
                                     core::Cycle cycles) const {
  std::ofstream file(directory.file("channels.csv"));
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

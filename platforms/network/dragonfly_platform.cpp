// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/dragonfly_platform.h"

#include <fmt/ostream.h>
#include <fstream>

#include "core/progress.h"
#include "core/run_dir.h"
#include "core/watchdog.h"
#include "hw/router/routing/dragonfly_routing.h"

namespace gf::platforms::network {

using model::ChannelType;

void DragonflyPlatform::declare(core::ParamScope root) {
  shape_.declare(root);
  root.add_choice("routing", routing_name_, hw::router::dragonfly_routing_names(),
                  "how a packet's way is chosen at its source router", "seed 003, routing");
  root.add("ugal_threshold", threshold_, "minimal if q_m H_m <= q_nm H_nm + this",
           "assumed: 0, the seed's rule", core::between(0u, 100'000u));
  root.add("unsafe", unsafe_, "accept fewer virtual channels than the routing needs", "assumed");
  root.add_choice("traffic", traffic_settings_.pattern, model::traffic_names(), "where packets go",
                  "seed 003, evaluation: uniform random and worst case");
  root.add("hotspot_node", traffic_settings_.hotspot_node, "traffic = hotspot: the node",
           "assumed");
  root.add("hotspot_part", traffic_settings_.hotspot_part, "traffic = hotspot: part of all packets",
           "assumed", core::between(0.0, 1.0));
  network_params_.declare(root);
  measurement_params_.declare(root.child("measurement"));
}

void DragonflyPlatform::build(std::uint64_t seed) {
  dragonfly_.emplace(shape_);
  routing_ = hw::router::make_dragonfly_routing(routing_name_, *dragonfly_, seed, threshold_);
  hw::router::RouterParams& router = network_params_.router;
  if (router.vcs == 0) router.vcs = routing_->vcs();
  if (router.vcs < routing_->vcs() && !unsafe_) {
    core::fail_config("dragonfly", "vcs", std::to_string(router.vcs),
                      fmt::format("at least {} for routing = {}", routing_->vcs(), routing_name_),
                      "fewer can deadlock; set unsafe = true to see it");
  }
  router.credit_delay = routing_name_ == "ugal_l_cr";
  router.packet_flits = network_params_.injection.packet_flits;
  router.validate("dragonfly");
  traffic_settings_.nodes = dragonfly_->graph().nodes();
  traffic_settings_.nodes_per_group = shape_.a * shape_.p;
  traffic_settings_.seed = seed;
  traffic_ = model::make_traffic(traffic_settings_);
  measurement_ = std::make_unique<Measurement>("measurement", measurement_params_);
  network_ = std::make_unique<Network>(dragonfly_->graph(), network_params_, *routing_, *traffic_,
                                       *measurement_, seed);
  measurement_->observe(*network_, network_params_.injection.packet_flits);
}

void DragonflyPlatform::print_topology(std::ostream& out, const std::string& format) const {
  const model::RouterGraph& graph = dragonfly_->graph();
  if (format == "dot") {
    model::write_router_graph_dot(out, graph);
  } else if (format == "csv") {
    model::write_router_graph_csv(out, graph);
  } else {
    fmt::print(out,
               "dragonfly p={} a={} h={} g={}: {} nodes, {} routers of radix {}, group radix {}\n"
               "channels: {} terminal, {} local, {} global\n",
               shape_.p, shape_.a, shape_.h, dragonfly_->groups(), graph.nodes(), graph.routers(),
               graph.ports(), shape_.a * (shape_.p + shape_.h),
               graph.channels(ChannelType::kTerminal), graph.channels(ChannelType::kLocal),
               graph.channels(ChannelType::kGlobal));
  }
}

RunOutcome DragonflyPlatform::run(const RunContext& context) {
  core::RunLimits limits;
  limits.stop_at = context.stop_at;
  limits.interrupted = context.interrupted;
  if (context.progress != nullptr) {
    limits.on_slice = [&] {
      context.progress->update(measurement_->ended(), measurement_->born());
    };
  }
  const core::RunEndReport end = core::run_simulation(limits);
  RunOutcome outcome;
  outcome.code = core::exit_code(end.end);
  outcome.reason = end.explanation;
  if (outcome.code == core::ExitCode::kDone && !measurement_->stable()) {
    outcome.code = core::ExitCode::kNoSteadyState;
    outcome.reason = measurement_->trouble();
  }
  outcome.results = measurement_->results();
  outcome.results.insert(outcome.results.begin(),
                         {"offered_load", network_params_.injection.load, "flits/node/cycle"});
  outcome.results.push_back({"flit_hops", static_cast<double>(network_->flit_hops()), "count"});
  if (context.directory != nullptr) write_channels(*context.directory, network_->clock().now());
  return outcome;
}

void DragonflyPlatform::write_channels(const core::RunDirectory& directory,
                                       core::Cycle cycles) const {
  std::ofstream file(directory.file("channels.csv"));
  const model::RouterGraph& graph = dragonfly_->graph();
  fmt::print(file, "router,port,type,peer,flits,utilization\n");
  for (unsigned r = 0; r < graph.routers(); ++r) {
    for (unsigned p = 0; p < graph.ports(); ++p) {
      const model::RouterPort& port = graph.port(r, p);
      if (port.type == ChannelType::kUnused) continue;
      const std::uint64_t flits = network_->router(r).output(p).flits();
      fmt::print(file, "{},{},{},{},{},{:.6f}\n", r, p, model::to_text(port.type), port.peer, flits,
                 static_cast<double>(flits) / static_cast<double>(cycles + 1));
    }
  }
}

}  // namespace gf::platforms::network

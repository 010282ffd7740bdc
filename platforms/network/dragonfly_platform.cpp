// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/dragonfly_platform.h"

#include "core/print.h"

namespace gf::platforms::network {

using model::ChannelType;

DragonflyPlatform::DragonflyPlatform() : NetworkPlatform("dragonfly", model::traffic_names()) {}

void DragonflyPlatform::declare_shape(const core::ParamScope& root) {
  shape_.declare(root);
  root.add_choice("routing", routing_name_, hw::router::dragonfly_routing_names(),
                  "how a packet's way is chosen at its source router", "[DF08], routing");
  root.add_choice("ugal_rule", ugal_.rule, {"paper", "booksim"},
                  "UGAL: queues weighed by the channels of each way, or as BookSim2 does",
                  "[DF08]: q_m H_m <= q_nm H_nm; booksim: q_m <= 2 q_nm");
  root.add_choice("ugal_queue", ugal_.queue, {"auto", "waiting", "credits", "both"},
                  "UGAL-L: what a queue is: flits here that wait for an output, places used "
                  "behind it, or both; auto: both for ugal_l_cr, else waiting",
                  "[DF08], Fig. 13: a queue grows when the next one is full; credits as [B]");
  root.add("ugal_threshold", ugal_.threshold, "minimal if q_m W_m <= q_nm W_nm + this",
           "assumed: 0, [DF08]'s rule; [B] 30", core::between(0u, 100'000u));
}

void DragonflyPlatform::build_shape(std::uint64_t seed) {
  dragonfly_.emplace(shape_);
  routing_ = hw::router::make_dragonfly_routing(routing_name_, *dragonfly_, seed, ugal_);
  check_vcs(routing_->vcs());
  router().credit_delay = routing_name_ == "ugal_l_cr";
}

void DragonflyPlatform::print_topology(std::ostream& out, const std::string& format) const {
  if (model::print_router_graph(out, graph(), format)) return;
  core::print(out,
              "dragonfly p={} a={} h={} g={}: {} nodes, {} routers of radix {}, group radix {}\n"
              "channels: {} terminal, {} local, {} global\n",
              shape_.p, shape_.a, shape_.h, dragonfly_->groups(), graph().nodes(),
              graph().routers(), graph().ports(), shape_.a * (shape_.p + shape_.h),
              graph().channels(ChannelType::kTerminal), graph().channels(ChannelType::kLocal),
              graph().channels(ChannelType::kGlobal));
}

}  // namespace gf::platforms::network

// SPDX-License-Identifier: Apache-2.0
#include "platforms/goodput/store_goodput_platform.h"

#include <fmt/format.h>

#include "core/time/watchdog.h"
#include "core/trace/timeline.h"
#include "tlm_models/analytic/store_goodput.h"

namespace gf::platforms::goodput {
namespace {

constexpr Note kGoodput{"goodput", "%", "data bytes per second as a share of the link's raw rate"};
constexpr Note kClosedForm{"closed_form", "%",
                           "the same share, computed from the packet format alone"};
constexpr Note kPayloadRate{"payload_rate", "B/s", "data bytes per second"};
constexpr Note kStores{"stores", "count", "stores that were answered"};
constexpr Note kPackets{"packets", "count", "packets sent"};
constexpr Note kWireBytes{"wire_bytes", "B", "bytes sent, headers included"};

}  // namespace

Outputs StoreGoodputPlatform::outputs() const {
  return {{kGoodput, kClosedForm, kPayloadRate, kStores, kPackets, kWireBytes}};
}

// The payload share refers to a fixed rate, which lanes turned towards the stores would change.
StoreGoodputPlatform::StoreGoodputPlatform() { nvlink_.policy = "static"; }

void StoreGoodputPlatform::declare(core::ParamScope root) {
  root.add("fabric", fabric_, "kind of the link", "[PROACT21], Fig. 2",
           core::one_of({"nvlink", "pcie"}));
  stream_params_.declare(root);
  if (fabric_ == "pcie") {
    endpoint_.declare(root.child("pcie"));
  } else {
    nvlink_.declare(root.child("nvlink"));
    port_.declare_but(root.child("nvlink.port"), hw::nvlink::NvlinkPortParams::kSeveralWays);
  }
}

void StoreGoodputPlatform::build(std::uint64_t seed) {
  if (fabric_ == "pcie") {
    endpoint_.validate("pcie");
    link_ = std::make_unique<PcieStoreLink>(endpoint_, seed);
  } else {
    nvlink_.validate("nvlink");
    link_ = std::make_unique<NvlinkStoreLink>(port_, nvlink_, seed);
  }
  stream_ = std::make_unique<model::StoreStream>("stream", stream_params_, link_->base());
  link_->bind(*stream_);
}

Graph StoreGoodputPlatform::graph() const {
  Graph graph;
  graph.title = fmt::format("stores from a to b over {}", fabric_);
  graph.nodes = {{"a", "gpu"}, {"b", "gpu"}};
  const unsigned lanes = fabric_ == "nvlink" ? nvlink_.lanes : 0;
  graph.links = {
      {fabric_, {"a"}, {"b"}, direction(link_->wire()), direction(link_->back()), lanes}};
  return graph;
}

RunProgress StoreGoodputPlatform::progress() const {
  return {stream_->responses(), stream_params_.stores};
}

core::RunEndReport StoreGoodputPlatform::simulate(const core::RunLimits& limits) {
  const core::RunEndReport end = core::run_simulation(limits);
  if (core::Timeline* const timeline = core::Timeline::active()) show_phases(*timeline);
  return end;
}

void StoreGoodputPlatform::judge(RunOutcome& outcome) {
  if (stream_->errors() == 0) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = fmt::format("{} stores ended in error", stream_->errors());
}

std::string StoreGoodputPlatform::table() const {
  const std::vector<Result> found = results();
  return fmt::format(
      "stores of {} over {}: {:.2f} % of {} is payload; the packet format gives {:.2f} %\n",
      core::to_text(stream_params_.bytes), fabric_, found[0].value, core::to_text(link_->rate()),
      found[1].value);
}

void StoreGoodputPlatform::show_phases(core::Timeline& timeline) const {
  if (stream_->responses() == 0) return;
  const core::Ticks first = stream_->first_response();
  timeline.slice("stream", "phases", "time to the first response", 0, first);
  // The measurement starts at the first response and leaves out the first store, so that the
  // latency of that store does not count.
  timeline.slice("stream", "phases", "measured", first, stream_->last_response(),
                 {{"stores", stream_->responses() - 1},
                  {"payload_bytes_per_second", stream_->payload_rate()}});
}

std::vector<Result> StoreGoodputPlatform::results() const {
  const double rate = stream_->payload_rate();
  const double closed =
      model::store_goodput(model::parse_store_format(fabric_), stream_params_.bytes.count());
  const auto& wire = link_->wire().stats();
  return {kGoodput.result(rate / link_->rate().bytes_per_second() * 100),
          kClosedForm.result(closed * 100),
          kPayloadRate.result(rate),
          kStores.result(stream_->responses()),
          kPackets.result(wire.packets.value()),
          kWireBytes.result(wire.wire_bytes.value())};
}

}  // namespace gf::platforms::goodput

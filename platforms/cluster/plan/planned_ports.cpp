// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/plan/planned_ports.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "hw/pcie/port/tlp.h"
#include "platforms/cluster/plan/gpu_preset.h"
#include "tlm_models/analytic/pcie_dllps.h"
#include "tlm_models/machine/cpu_presets.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/pcie_generation.h"

namespace gf::platforms::cluster {
namespace {

using model::LinkFamily;
using model::LinkSpec;
using model::PcieNode;

/// Buffers sized for the round trip of a gen3 x16 link would slow down a faster link.
void enlarge_buffers(hw::pcie::PortParams& port, core::ByteRate rate) {
  const double base = model::pcie_rate(3, 16).bytes_per_second();
  const auto times = static_cast<unsigned>(std::lround(rate.bytes_per_second() / base));
  if (times <= 1) return;
  port.header_credits = std::min(port.header_credits * times, 1u << 16);
  port.data_credits = std::min(port.data_credits * times, 1u << 20);
  port.link.replay_buffer = core::Bytes(port.link.replay_buffer.count() * times);
  for (const char* name : {"header_credits", "data_credits", "replay_buffer"})
    port.sources.emplace_back(name, "assumed: as at 16 lanes of PCIe 3.0, times the rate");
}

/// Returns the source of a link's rate and latency. Values in a user's file are known; those of a
/// preset, and those of links that no file describes, are assumed.
std::string source_of(const model::PlannedLink& link) {
  const bool stated = link.spec->rate || link.spec->latency;
  const bool from_file = link.place.line != 0 && !model::is_machine_preset(link.place.file);
  if (!stated || !from_file) return link.spec->rate_source();
  return "the machine's file, line " + std::to_string(link.place.line);
}

void cite(hw::pcie::PortParams& port, const char* name, core::DefaultSource source) {
  port.sources.emplace_back(name, std::move(source));
}

void make_as(hw::pcie::PortParams& port, const model::PlannedLink& link) {
  const LinkSpec& spec = *link.spec;
  if (const auto rate = spec.raw_rate()) {
    port.link.rate = *rate;
    cite(port, "rate", source_of(link));
    enlarge_buffers(port, *rate);
    // PCIe 3.0 gives no timers for generations above 3: they use those of 8 GT/s.
    if (spec.family == LinkFamily::kPcie && spec.generation < 3)
      port.dllp.lane_speed = spec.generation == 1 ? "2.5 GT/s" : "5 GT/s";
  }
  if (!spec.latency) return;
  port.link.propagation = *spec.latency;
  cite(port, "propagation", source_of(link));
}

constexpr unsigned kDefaultGeneration = 3;  // of a link whose generation the file does not state

/// Sets the share of the rate that packets get. `payload` is the largest one of the tree's TLPs.
void set_efficiency(hw::pcie::PortParams& port, const model::PlannedLink& link,
                    const std::optional<StatedNumber>& measured, core::Bytes payload) {
  const LinkFamily family = link.family();
  if (family == LinkFamily::kPcie && measured) {
    port.link.efficiency = measured->value;
    cite(port, "efficiency", measured->source);
    return;
  }
  double share = 1;
  std::string source = "assumed: the stated rate is what packets get";
  if (family == LinkFamily::kPcie) {
    const core::ByteRate rate = port.link.rate;
    const double wire = static_cast<double>(payload.count()) + hw::pcie::overhead_bytes(0);
    const double timer = core::to_time(port.dllp.wait(rate, payload)).to_seconds();
    const bool stated = link.spec && link.spec->generation != 0;
    const unsigned generation = stated ? link.spec->generation : kDefaultGeneration;
    // Four digits, so that the parameter's text is short.
    share = std::round(
                1e4 * model::ideal_efficiency({rate.bytes_per_second(), wire, timer}, generation)) /
            1e4;
    source =
        "assumed: ports lose nothing else than skip ordered sets (PCIe 3.0, 4.2.7), and an ACK and "
        "an UpdateFC in each period of their timers (3.5.3.1, 2.6.1.2) for data both ways";
  }
  port.link.efficiency = share;
  cite(port, "efficiency",
       {source,
        {"0.85239", "1",
         "at least as in a server with K80 ([SC16], II-A); at most no DLLPs and no ordered "
         "sets"}});
}

/// Limits the lines in flight towards this port, which leads to another socket.
void limit_lines(hw::pcie::PortParams& port, const model::CpuPreset& cpu) {
  const double round_trip =
      cpu.socket_latency * 1e-9 +
      (hw::pcie::SwitchParams().hop_latency + port.link.credit_latency).to_seconds();
  const auto line = static_cast<std::uint32_t>(port.socket->packet_payload.get().count());
  const model::LinesInFlight lines =
      model::lines_in_flight(cpu, round_trip, double(line) / port.socket->wire_bytes(line));
  const std::string why = fmt::format(
      "assumed: {} lines of 64 B in flight, the middle by ratio of {} (the {} GB/s of NCCL, "
      "src/graph/topo.h) and {} (the rate of one link)",
      lines.lines, lines.low, cpu.nccl_rate, lines.high);
  port.header_credits = lines.lines;
  port.data_credits = lines.lines * line / hw::pcie::kDataCreditBytes;
  for (const char* name : {"header_credits", "data_credits"}) cite(port, name, why);
}

/// Gives a port to another root complex the link of the file, else of the processor, and the
/// limits of the processor.
void make_socket(hw::pcie::PortParams& port, const model::MachinePlan& plan,
                 const model::PlannedLink& link) {
  const model::PlannedDevice &a = plan.devices[link.a], &b = plan.devices[link.b];
  const model::CpuPreset& cpu = *model::cpu_preset(a.cpu);
  model::PlannedLink whole = link;
  whole.spec = plan.socket_spec(link);
  make_as(port, whole);
  if (!link.spec || !link.spec->rate) cite(port, "rate", std::string(cpu.socket_source));
  if (!link.spec || !link.spec->latency)
    cite(port, "propagation",
         "assumed: half of what a load from the other socket's memory takes more");
  const bool within_a_socket = a.numa && a.numa == b.numa;
  if (cpu.nccl_rate > 0 && !within_a_socket) limit_lines(port, cpu);
}

/// Gives a root complex the properties of its processor.
void make_as(hw::pcie::SwitchParams& root, const model::CpuPreset& cpu) {
  const bool cuts = cpu.split_payload != 0;
  // The largest legal payload: no TLP is longer, so that none is cut.
  root.split_payload = core::Bytes(cuts ? cpu.split_payload : hw::pcie::kMaxPayload);
  root.sources.emplace_back(
      "split_payload",
      core::DefaultSource(std::string(cpu.split_source),
                          {"64 B", core::to_text(core::Bytes(hw::pcie::kMaxPayload)),
                           "from lines, as Intel's root complexes cut, to whole TLPs"}));
}

void make_foreign(hw::pcie::EndpointParams& endpoint, const model::PlannedModel& model) {
  endpoint.foreign = true;
  endpoint.bar = model.window;
  cite(endpoint.port, "bar", fmt::format("the machine's file, line {}", model.place.line));
}

hw::pcie::PortParams& port_of(pcie::EndpointTreeParams& params, const PcieNode& node,
                              unsigned index, unsigned port) {
  pcie::EndpointTreeParams::Node& at = params.nodes[index];
  return node.kind == model::PcieNodeKind::kDevice ? at.endpoint.port : at.bridge.ports[port];
}

void set_sizes(hw::pcie::EndpointParams& endpoint, const model::PcieGeneration& of) {
  for (core::Param<core::Bytes>* const payload :
       {&endpoint.copy.max_payload, &endpoint.requester.max_payload,
        &endpoint.completer.max_payload})
    *payload = core::Bytes(of.max_payload);
  endpoint.requester.max_read_request = core::Bytes(of.max_read_request);
  endpoint.requester.tags = of.tags;
}

/// Returns the largest payload of a tree: that of its slowest generation.
core::Bytes set_all_sizes(pcie::EndpointTreeParams& params, unsigned slowest) {
  if (slowest == 0) return hw::pcie::CopyEngineParams().max_payload;
  const model::PcieGeneration& generation = model::kPcieGenerations.at(slowest - 1);
  for (pcie::EndpointTreeParams::Node& node : params.nodes) set_sizes(node.endpoint, generation);
  return core::Bytes(generation.max_payload);
}

}  // namespace

pcie::EndpointTreeParams planned_params(const model::MachinePlan& plan,
                                        const model::PlannedTree& planned) {
  const model::PcieTree& tree = planned.tree;
  pcie::EndpointTreeParams params(tree);
  const auto device_of = [&](unsigned node) -> const model::PlannedDevice& {
    return plan.devices[planned.devices[node]];
  };
  unsigned slowest = 0;
  for (unsigned i = 0; i < tree.nodes().size(); ++i) {
    const PcieNode& node = tree.node(i);
    hw::pcie::SwitchParams& here = params.nodes[i].bridge;
    if (node.kind == model::PcieNodeKind::kRootComplex)
      make_as(here, *model::cpu_preset(device_of(i).cpu));
    if (planned.up[i] == nullptr || !planned.up[i]->spec || tree.is_socket(i)) continue;
    const LinkSpec& spec = *planned.up[i]->spec;
    make_as(port_of(params, node, i, node.up_port()), *planned.up[i]);
    make_as(params.nodes[node.parent].bridge.ports[node.parent_port], *planned.up[i]);
    if (spec.family == LinkFamily::kPcie)
      slowest = slowest == 0 ? spec.generation : std::min(slowest, spec.generation);
  }
  const core::Bytes payload = set_all_sizes(params, slowest);
  const std::optional<GpuPreset> gpu = gpu_preset_of(plan);
  const std::optional<StatedNumber> measured = gpu ? gpu->link_efficiency : std::nullopt;
  for (unsigned i = 1; i < tree.nodes().size(); ++i) {
    const PcieNode& node = tree.node(i);
    hw::pcie::SwitchParams& above = params.nodes[node.parent].bridge;
    if (device_of(i).model) make_foreign(params.nodes[i].endpoint, *device_of(i).model);
    if (device_of(i).kind == model::DeviceKind::kHost) above.host_ports.push_back(node.parent_port);
    for (hw::pcie::PortParams* const port :
         {&port_of(params, node, i, node.up_port()), &above.ports[node.parent_port]}) {
      if (tree.is_socket(i))
        make_socket(*port, plan, *planned.up[i]);
      else
        set_efficiency(*port, *planned.up[i], measured, payload);
    }
  }
  for (std::size_t i = 0; i < planned.cross.size(); ++i) {
    const model::RootLink& link = tree.cross_links()[i];
    make_socket(params.nodes[link.a].bridge.ports[link.a_port], plan, *planned.cross[i]);
    make_socket(params.nodes[link.b].bridge.ports[link.b_port], plan, *planned.cross[i]);
  }
  return params;
}

}  // namespace gf::platforms::cluster

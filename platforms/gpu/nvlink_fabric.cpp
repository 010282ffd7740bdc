// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/nvlink_fabric.h"

#include <fmt/format.h>

#include "core/error.h"

namespace gf::platforms::gpu {
namespace {

void add(const hw::link::Transmitter& tx, unsigned links, FabricWay& way) {
  way.bytes += static_cast<double>(tx.stats().wire_bytes.value());
  way.payload += static_cast<double>(tx.stats().payload_bytes.value());
  way.packets += static_cast<double>(tx.stats().packets.value());
  way.busy += tx.stats().busy.value().to_seconds() / links;
}

}  // namespace

void NvlinkFabricParams::declare(const core::ParamScope& root) {
  core::ParamGroup::declare(root);
  link.declare_turning(root);
  link.declare(root.child("nvlink"));
  port.declare(root.child("nvlink.port"));
  bridge.declare(root.child("nvlink.switch"));
}

NvlinkFabric::NvlinkFabric(const NvlinkFabricParams& params, unsigned gpus, std::uint64_t seed)
    : params_(params), link_(params.link), count_(gpus), seed_(seed) {
  // A GPU has `lanes` in all: a mesh shares them out among its peers, a switch takes them as one
  // link, so the two can be compared.
  if (mesh() && gpus > 2) link_.lanes = link_.lanes / (gpus - 1);
  if (mesh() && link_.lanes < 2) {
    core::fail_config("nvlink", "lanes", std::to_string(params.link.lanes),
                      fmt::format("at least {} for a mesh of {} GPUs", 2 * (gpus - 1), gpus),
                      "each link needs a lane in each direction; use a switch");
  }
  link_.validate("nvlink");
}

void NvlinkFabric::add_port(Gpu& gpu, unsigned number) {
  if (count_ == 1) return;  // nobody to talk to
  ports_.push_back(std::make_unique<hw::nvlink::NvlinkPort>("nvlink", params_.port, link_, links(),
                                                            number, seed_, pool_));
  gpu.memory.to_peers.bind(ports_.back()->from_gpu);
  ports_.back()->to_memory.bind(gpu.memory.from_peers);
}

unsigned NvlinkFabric::links() const { return mesh() ? std::max(count_ - 1, 1u) : 1; }

void NvlinkFabric::connect() {
  if (count_ == 1) return;
  if (!mesh()) {
    switch_ = std::make_unique<hw::nvlink::NvlinkSwitch>("nvswitch", params_.bridge, link_, count_,
                                                         seed_, pool_);
    for (unsigned g = 0; g < count_; ++g) hw::nvlink::connect(ports_[g]->link(), switch_->port(g));
  }
  for (unsigned g = 0; g < count_; ++g) {
    for (unsigned peer = 0; peer < count_; ++peer) {
      if (peer == g) continue;
      ports_[g]->route(peer, mesh() ? link_to(g, peer) : 0);
      // Each pair has one link, which is connected from its lower end.
      if (mesh() && g < peer)
        hw::nvlink::connect(ports_[g]->link(link_to(g, peer)),
                            ports_[peer]->link(link_to(peer, g)));
    }
  }
}

void NvlinkFabric::kernel_started(unsigned, const model::Kernel& kernel, core::Cycle) {
  for (unsigned g = 0; g < gpus(); ++g)
    if (kernel.split || kernel.gpu == g) ports_[g]->kernel_started();
}

const hw::nvlink::LinkEnd& NvlinkFabric::end(unsigned gpu, unsigned link) const {
  return ports_[gpu]->link(link);
}

const hw::nvlink::LinkEnd& NvlinkFabric::far_end(unsigned gpu, unsigned link) const {
  if (!mesh()) return switch_->port(gpu);
  // Links are numbered by peer, and a GPU has none to itself.
  const unsigned peer = link < gpu ? link : link + 1;
  return ports_[peer]->link(link_to(peer, gpu));
}

std::uint64_t NvlinkFabric::packet_hops() const {
  std::uint64_t packets = 0;
  for (unsigned g = 0; g < gpus(); ++g) {
    for (unsigned l = 0; l < links(); ++l) {
      packets += end(g, l).tx.stats().packets.value();
      // In a mesh the far end is the near end of another GPU and is counted there; the switch's
      // ends are nobody else's.
      if (!mesh()) packets += far_end(g, l).tx.stats().packets.value();
    }
  }
  return packets;
}

FabricTraffic NvlinkFabric::traffic(unsigned gpu) const {
  FabricTraffic all;
  const unsigned count = gpus() == 0 ? 0 : links();
  for (unsigned l = 0; l < count; ++l) {
    add(end(gpu, l).tx, count, all.out);
    add(far_end(gpu, l).tx, count, all.in);
  }
  return all;
}

core::ByteRate NvlinkFabric::wire_rate() const {
  return link_.lane_rate * link_.lanes * links() * 0.5;
}

void NvlinkFabric::add_to(Graph& graph) const {
  const auto name = [](unsigned gpu) { return "gpu_" + std::to_string(gpu); };
  for (unsigned g = 0; g < count_; ++g) graph.nodes.push_back({name(g), "gpu", g});
  if (switch_ != nullptr) graph.nodes.push_back({switch_->name(), "switch"});
  for (unsigned g = 0; g < gpus(); ++g) {
    for (unsigned l = 0; l < links(); ++l) {
      if (seen_before(g, l)) continue;
      const hw::nvlink::LinkEnd& here = end(g, l);
      const hw::nvlink::LinkEnd& far = far_end(g, l);
      graph.links.push_back({"nvlink",
                             {name(g), here.number()},
                             {mesh() ? name(l + 1) : switch_->name(), far.number()},
                             direction(here.tx),
                             direction(far.tx),
                             link_.lanes});
    }
  }
}

std::string NvlinkFabric::text() const {
  if (count_ == 1) return "1 GPU";
  return mesh()
             ? fmt::format("{} GPUs with a link of {} lanes between each pair", count_, link_.lanes)
             : fmt::format("{} GPUs, each joined to a switch by a link of {} lanes", count_,
                           link_.lanes);
}

}  // namespace gf::platforms::gpu

// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/switch/nvlink_switch.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"

namespace gf::hw::nvlink {

NvlinkSwitch::NvlinkSwitch(const sc_core::sc_module_name& name, const NvlinkSwitchParams& params,
                           const std::vector<NvlinkParams>& links, std::uint64_t seed,
                           NvlinkPool& pool, bool reduces)
    : sc_module(name),
      Quiescent(this->name()),
      hop_latency_(params.hop_latency.value()),
      forwarder_(ends_, static_cast<unsigned>(links.size()), 0),
      routes_(links.size()) {
  if (links.size() < 2) {
    core::fail_config(this->name(), "ports", std::to_string(links.size()), "at least 2",
                      "two GPUs need no switch, and one needs no link");
  }
  for (unsigned gpu = 0; gpu < routes_.size(); ++gpu) routes_[gpu] = {gpu};
  // The base is private, so make_unique could not convert to it.
  LinkEndClient& self = *this;
  const auto ports = static_cast<unsigned>(links.size());
  for (unsigned i = 0; i < ports; ++i) {
    const std::string end = "port_" + std::to_string(i);
    ends_.push_back(std::make_unique<LinkEnd>(end.c_str(), links[i], ports + (reduces ? 1 : 0), i,
                                              seed, pool, self));
  }
  if (!reduces) return;
  multicast_ = std::make_unique<MulticastUnit>(
      "multicast", params.multicast, hop_latency_, ends_, ports, pool,
      [this](unsigned gpu, unsigned input) { return output_for(gpu, input); });
}

void NvlinkSwitch::route(unsigned gpu, const std::vector<unsigned>& ports) {
  for (const unsigned port : ports) {
    if (port < ends_.size()) continue;
    core::fail_config(name(), "route", "port " + std::to_string(port),
                      "0 ... " + std::to_string(ends_.size() - 1), "the switch has no such port");
  }
  if (gpu >= routes_.size()) routes_.resize(gpu + 1);
  routes_[gpu] = ports;
}

unsigned NvlinkSwitch::output_for(std::uint64_t gpu, unsigned input) const {
  GF_CHECK(gpu < routes_.size() && !routes_[gpu].empty(),
           std::string(name()) + ": no route to GPU " + std::to_string(gpu));
  const std::vector<unsigned>& ports = routes_[gpu];
  return ports.size() == 1 ? ports[0] : ports[input % ports.size()];
}

void NvlinkSwitch::on_packet(unsigned link, NvlinkPacket& packet, core::Ticks at) {
  packet.ready = at + hop_latency_;
  if (is_group(packet.destination)) {
    GF_CHECK(multicast_ != nullptr, std::string(name()) + ": a packet to a group");
    return packet.credit_class == kRequests ? multicast_->request_comes(link, packet)
                                            : multicast_->response_comes(link, packet, at);
  }
  forwarder_.comes(link, output_for(packet.destination, link), packet);
}

NvlinkPacket& NvlinkSwitch::take(unsigned link, unsigned input, NvlinkClass of, core::Ticks now) {
  return input < ports() ? forwarder_.take(link, input, of, now) : multicast_->take(link, of, now);
}

unsigned NvlinkSwitch::debug_access(unsigned link, tlm::tlm_generic_payload& access) {
  if (is_group(gpu_of(access.get_address()))) return debug_write(link, access);
  return ends_[output_for(gpu_of(access.get_address()), link)]->tx.debug_access(access);
}

unsigned NvlinkSwitch::debug_write(unsigned link, tlm::tlm_generic_payload& access) {
  const std::uint64_t address = access.get_address();
  if (multicast_ == nullptr || !access.is_write()) return 0;
  unsigned moved = access.get_data_length();
  for (const unsigned gpu : multicast_->groups().members(static_cast<unsigned>(gpu_of(address)))) {
    access.set_address(std::uint64_t{gpu} << kGpuShift | local_address(address));
    moved = std::min(moved, ends_[output_for(gpu, link)]->tx.debug_access(access));
  }
  access.set_address(address);
  return moved;
}

void NvlinkSwitch::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(forwarder_.held()) + " packets to leave", "its outputs"});
}

}  // namespace gf::hw::nvlink

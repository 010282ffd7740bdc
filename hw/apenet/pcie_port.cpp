// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/pcie_port.h"

#include <algorithm>

#include "core/error.h"

namespace gf::hw::apenet {

PciePortParams::PciePortParams() { port.link.rate = core::gigabytes_per_second(4); }

void PciePortParams::declare(const core::ParamScope& scope) {
  port.declare(scope);
  core::ParamGroup::declare(scope);
}

void PciePortParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  port.validate(path, max_payload);
}

PciePort::PciePort(const sc_core::sc_module_name& name, const PciePortParams& params,
                   std::uint64_t seed, pcie::TlpPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      egress("egress", params.port.link, seed, pcie::make_arbiter({"round_robin", 16, {}, 0}, "")),
      rx("rx", params.port.link, params.port.credit_limits(), seed, *this),
      params_(params),
      latency_(params.receive_latency.value()),
      pool_(pool),
      stats_(*this) {
  params_.validate(this->name());
  SC_METHOD(deliver);
  sensitive << wakeup_.event();
  dont_initialize();
}

void PciePort::configure(pcie::DeviceId id, const pcie::AddressWindow& window) {
  id_ = id;
  window_ = window;
}

unsigned PciePort::add_source(pcie::TlpSource& source) {
  egress.add_source(source);
  return sources_++;
}

void PciePort::add_target(std::uint64_t first, std::uint64_t bytes, TlpTarget& target) {
  for (const Region& region : regions_) {
    GF_CHECK(first >= region.first + region.bytes || region.first >= first + bytes,
             std::string(name()) + ": two blocks at " + std::to_string(first));
  }
  regions_.push_back({first, bytes, &target});
}

void PciePort::packet_comes(model::Packet& packet, core::Ticks, core::Ticks tail_at) {
  ++stats_.tlps;
  packet.ready = tail_at + latency_;
  received_.push(static_cast<pcie::Tlp&>(packet));
  wakeup_.at(received_.front()->ready);
}

void PciePort::deliver() {
  wakeup_.woken();
  const core::Ticks now = core::now_ticks();
  while (!received_.empty() && received_.front()->ready <= now) {
    pcie::Tlp& tlp = received_.pop();
    ++held_;
    TlpTarget* const target = target_of(tlp);
    if (target != nullptr) {
      target->tlp_comes(tlp);
    } else {
      GF_CHECK(tlp.type == pcie::TlpType::kMemoryWrite,
               std::string(name()) + ": read of offset " +
                   std::to_string(tlp.address - window_.first) + ", which no block claims");
      ++stats_.unclaimed;
      done(tlp);
    }
  }
  if (!received_.empty()) wakeup_.at(received_.front()->ready);
}

TlpTarget* PciePort::target_of(const pcie::Tlp& tlp) const {
  if (pcie::class_of(tlp.type) == pcie::kCompletion) return completions_;
  const std::uint64_t offset = tlp.address - window_.first;
  for (const Region& region : regions_) {
    if (offset - region.first < region.bytes) return region.target;
  }
  return nullptr;
}

void PciePort::done(pcie::Tlp& tlp) {
  --held_;
  rx.release(tlp.credit_class, tlp.cost, core::now_ticks());
  if (tlp.observer != nullptr) {
    tlp.observer->posted_ended(tlp.observer_key, pcie::CompletionStatus::kSuccess);
  }
  pool_.recycle(tlp);
}

void PciePort::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), "received TLPs to be used up", "the blocks of " + std::string(name())});
}

void TlpQueue::send(pcie::Tlp& tlp, core::Ticks ready) {
  tlp.ready = tlp.arrived = ready;
  const bool first = queue_.empty();
  queue_.push(tlp);
  ++size_;
  if (first) port_.egress.offer(input_, tlp);
}

pcie::Tlp& TlpQueue::make_write(std::uint64_t address, const std::uint8_t* data,
                                std::uint32_t bytes) {
  pcie::Tlp& tlp = port_.pool().make();
  tlp.type = pcie::TlpType::kMemoryWrite;
  tlp.address = address;
  tlp.requester = port_.id();
  if (data != nullptr) tlp.data = port_.pool().copy_data(data, bytes);
  pcie::finish(tlp, bytes);
  return tlp;
}

pcie::Tlp& TlpQueue::take(pcie::TlpClass, core::Ticks now) {
  pcie::Tlp& tlp = queue_.pop();
  --size_;
  if (!queue_.empty()) {
    pcie::Tlp& next = *queue_.front();
    next.ready = std::max(next.ready, now);
    port_.egress.offer(input_, next);
  }
  return tlp;
}

}  // namespace gf::hw::apenet

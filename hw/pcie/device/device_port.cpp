// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/device_port.h"

#include "core/base/error.h"

namespace gf::hw::pcie {

void DevicePortParams::declare(const core::ParamScope& scope) {
  port.declare(scope);
  core::ParamGroup::declare(scope);
}

void DevicePortParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  port.validate(path, max_payload);
}

DevicePort::DevicePort(const sc_core::sc_module_name& name, const DevicePortParams& params,
                       std::uint64_t seed, TlpPool& pool)
    // Round robin needs neither the number of inputs nor a path for error messages.
    : DevicePort(name, params.port, params.receive_latency,
                 make_arbiter({"round_robin", 16, {}, 0}, ""), seed, pool) {
  params.validate(this->name());
  use_dllps(params.port, params.max_payload);
}

DevicePort::DevicePort(const sc_core::sc_module_name& name, const PortParams& port,
                       const sc_core::sc_time& receive_latency, std::unique_ptr<ArbiterIf> arbiter,
                       std::uint64_t seed, TlpPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      egress("egress", port.link, seed, std::move(arbiter)),
      rx("rx", port.link, port.credit_limits(), seed, *this),
      latency_(receive_latency.value()),
      pool_(pool),
      stats_(*this) {}

void DevicePort::configure(DeviceId id, const AddressWindow& window) {
  id_ = id;
  window_ = window;
}

unsigned DevicePort::add_source(TlpSource& source) {
  egress.add_source(source);
  return sources_++;
}

void DevicePort::claim(std::uint64_t first, std::uint64_t bytes, TlpClient& client) {
  for (const Region& region : regions_) {
    GF_CHECK(first >= region.first + region.bytes || region.first >= first + bytes,
             std::string(name()) + ": two blocks at " + std::to_string(first));
  }
  regions_.push_back({first, bytes, &client});
}

void DevicePort::on_packet(model::Packet& packet, core::Ticks, core::Ticks tail_at) {
  receive(static_cast<Tlp&>(packet), tail_at + latency_);
}

void DevicePort::receive(Tlp& tlp, core::Ticks due) {
  ++stats_.tlps;
  packet_ends(tlp, due);
  tlp.ready = due;
  received_.push(tlp);
  wakeup_.at(received_.front()->ready);  // first in, first out: no later TLP is due earlier
}

void DevicePort::deliver() {
  const core::Ticks now = core::now_ticks();
  while (!received_.empty() && received_.front()->ready <= now) {
    Tlp& tlp = received_.pop();
    ++held_;  // before the call: the block may release the TLP in it
    client_of(tlp).on_tlp(tlp);
  }
  if (!received_.empty()) wakeup_.at(received_.front()->ready);
}

TlpClient& DevicePort::client_of(const Tlp& tlp) const {
  if (class_of(tlp.type) == kCompletion) return completions_ != nullptr ? *completions_ : *rest_;
  const std::uint64_t offset = tlp.address - window_.first;
  for (const Region& region : regions_) {
    // Unsigned: an offset below the region wraps around and is larger than any size.
    if (offset - region.first < region.bytes) return *region.client;
  }
  return *rest_;
}

void DevicePort::done(Tlp& tlp) {
  release(tlp);
  end(tlp);
}

void DevicePort::release(const Tlp& tlp) {
  --held_;
  rx.release(tlp.credit_class, tlp.cost, core::now_ticks());
}

void DevicePort::end(Tlp& tlp, CompletionStatus status) {
  if (tlp.posted_client != nullptr) tlp.posted_client->posted_ended(tlp.posted_key, status);
  pool_.recycle(tlp);
}

void DevicePort::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), "received TLPs to be consumed", "the blocks of " + std::string(name())});
}

UnclaimedWrites::UnclaimedWrites(DevicePort& port)
    : port_(port),
      unclaimed_(port.stats(), "unclaimed", core::Unit::kCount,
                 "writes dropped because no block claims the address") {
  port.claim_rest(*this);
}

void UnclaimedWrites::on_tlp(Tlp& tlp) {
  GF_CHECK(tlp.type == TlpType::kMemoryWrite,
           std::string(port_.name()) + ": read of offset " +
               std::to_string(tlp.address - port_.window().first) + ", which no block claims");
  ++unclaimed_;
  port_.done(tlp);
}

}  // namespace gf::hw::pcie

// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/endpoint.h"

#include <algorithm>

#include "core/error.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::pcie {
namespace {

constexpr unsigned kCopyInput = 0;
constexpr unsigned kRequesterInput = 1;
constexpr unsigned kCompleterInput = 2;

std::unique_ptr<ArbiterIf> make_endpoint_arbiter(const std::string& policy) {
  ArbiterSettings settings;
  settings.policy = policy;
  settings.inputs = 3;
  return make_arbiter(settings, "endpoint");
}

}  // namespace

void EndpointParams::declare(const core::ParamScope& scope) {
  port.declare(scope);
  copy.declare(scope.child("copy_engine"));
  requester.declare(scope.child("requester"));
  completer.declare(scope.child("completer"));
  core::ParamGroup::declare(scope);
}

void EndpointParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  copy.validate(path + ".copy_engine");
  requester.validate(path + ".requester");
  completer.validate(path + ".completer");
  port.validate(path, largest_payload());
}

core::Bytes EndpointParams::largest_payload() const {
  return std::max({copy.max_payload, requester.max_payload, completer.max_payload});
}

Endpoint::Endpoint(const sc_core::sc_module_name& name, const EndpointParams& params,
                   std::uint64_t seed, TlpPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      egress("egress", params.port.link, seed, make_endpoint_arbiter(params.arbitration)),
      rx("rx", params.port.link, params.port.credit_limits(), seed, *this),
      copy_engine("copy_engine", params.copy, kCopyInput, egress, pool, *this),
      requester("requester", params.requester, kRequesterInput, egress, pool),
      completer("completer", params.completer, kCompleterInput, egress, pool),
      memory("memory", *this),
      params_(params),
      latency_(params.receive_latency.value()),
      pool_(pool),
      stats_(*this) {
  params_.validate(this->name());
  egress.add_source(copy_engine);
  egress.add_source(requester);
  egress.add_source(completer);
  SC_METHOD(deliver);
  sensitive << wakeup_.event();
  dont_initialize();
}

void Endpoint::configure(DeviceId id, const AddressWindow& window) {
  id_ = id;
  window_ = window;
  copy_engine.set_id(id);
  requester.set_id(id);
  completer.set_id(id);
}

void Endpoint::packet_comes(model::Packet& packet, core::Ticks, core::Ticks tail_at) {
  Tlp& tlp = static_cast<Tlp&>(packet);
  ++stats_.tlps;
  tlp.ready = tail_at + latency_;
  if (params_.stuck) {
    received_.push(tlp);
    return;
  }
  // A write that nobody can observe before the last one of its copy needs no event of its own. Its
  // credits carry their date, so that it may leave the queue before what came earlier.
  const bool silent = tlp.type == TlpType::kMemoryWrite && !tlp.last && tlp.data == nullptr &&
                      tlp.observer == nullptr && !memory.bound();
  if (silent) {
    release(tlp, tlp.ready);
    count_write(tlp);
    pool_.recycle(tlp);
    return;
  }
  received_.push(tlp);
  wakeup_.at(received_.front()->ready);
}

void Endpoint::deliver() {
  wakeup_.woken();
  const core::Ticks now = core::now_ticks();
  while (!received_.empty() && received_.front()->ready <= now) act(received_.pop());
  if (!received_.empty()) wakeup_.at(received_.front()->ready);
}

void Endpoint::act(Tlp& tlp) {
  if (class_of(tlp.type) == kCompletion) {
    release(tlp, core::now_ticks());
    requester.completion_comes(tlp);
    pool_.recycle(tlp);
    return;
  }
  const std::uint64_t offset = tlp.address - window_.first;
  if (!memory.bound()) {
    release(tlp, core::now_ticks());
    if (class_of(tlp.type) == kNonPosted) {
      completer.answer(tlp, nullptr, CompletionStatus::kSuccess);
    } else {
      end_write(tlp, CompletionStatus::kSuccess);
    }
    return;
  }
  ++accesses_;
  issue(tlp, offset);
}

void Endpoint::issue(Tlp& tlp, std::uint64_t offset) {
  if (tlp.data == nullptr && !tlp.hollow) {
    tlp.data = pool_.make_data();
    std::fill_n(tlp.data, tlp.payload_bytes, std::uint8_t{0});  // sent by a GPU without memory
  }
  std::uint8_t* const data = tlp.hollow ? model::no_bytes() : tlp.data;
  const auto key = reinterpret_cast<std::uintptr_t>(&tlp);
  if (tlp.type == TlpType::kAtomic) {
    model::AtomicExtension atomic;
    atomic.op = tlp.op;
    atomic.scope = tlp.scope;
    memory.issue(atomic, offset, data, tlp.payload_bytes, key);
    return;
  }
  const bool reads = tlp.type == TlpType::kMemoryRead;
  memory.issue(reads ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND, offset, data,
               reads ? tlp.length : tlp.payload_bytes, key);
}

void Endpoint::access_ended(std::uint64_t key, tlm::tlm_response_status status) {
  Tlp& tlp = *reinterpret_cast<Tlp*>(key);
  --accesses_;
  release(tlp, core::now_ticks());
  const bool good = status == tlm::TLM_OK_RESPONSE;
  if (!good) ++stats_.refused;
  const CompletionStatus result =
      good ? CompletionStatus::kSuccess : CompletionStatus::kUnsupportedRequest;
  if (class_of(tlp.type) == kNonPosted) {
    completer.answer(tlp, tlp.data, result);
  } else {
    end_write(tlp, result);
  }
}

void Endpoint::end_write(Tlp& tlp, CompletionStatus status) {
  count_write(tlp);
  if (tlp.observer != nullptr) tlp.observer->posted_ended(tlp.observer_key, status);
  Flow* flow = tlp.flow;
  pool_.recycle(tlp);
  if (flow == nullptr || flow->delivered < flow->bytes) return;
  flow->finished = core::now_ticks();
  if (copy_finished_) copy_finished_(*flow);
}

void Endpoint::count_write(Tlp& tlp) {
  stats_.bytes += tlp.payload_bytes;
  if (tlp.flow != nullptr) tlp.flow->delivered += tlp.payload_bytes;
}

void Endpoint::read(std::uint64_t address, std::uint8_t* data, std::uint32_t bytes) {
  memory.debug(tlm::TLM_READ_COMMAND, address, data, bytes);
}

unsigned Endpoint::debug_access(tlm::tlm_generic_payload& access) {
  const std::uint64_t address = access.get_address();
  access.set_address(address - window_.first);
  const unsigned moved = memory.debug(access);
  access.set_address(address);
  return moved;
}

bool Endpoint::idle() const { return received_.empty() && accesses_ == 0 && memory.idle(); }

void Endpoint::append_waits(std::vector<core::Wait>& waits) const {
  if (accesses_ != 0 || !memory.idle()) {
    waits.push_back({name(), std::to_string(accesses_) + " memory accesses to end",
                     std::string(name()) + ".memory"});
  }
  if (!received_.empty())
    waits.push_back(
        {name(), "received TLPs to be acted on", "the device behind " + std::string(name())});
}

}  // namespace gf::hw::pcie

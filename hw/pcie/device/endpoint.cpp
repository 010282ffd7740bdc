// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/endpoint.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::pcie {
namespace {

// Input numbers at the egress, in the order of the add_source() calls.
constexpr unsigned kCopyInput = 0;
constexpr unsigned kRequesterInput = 1;
constexpr unsigned kCompleterInput = 2;
constexpr unsigned kMoreEngines = 3;  // further copy engines, then stores

// The stores of a warp to one line are one write: CUDA C++ Programming Guide, device memory
// accesses.
constexpr std::uint64_t kStore = 128;

CopyEngineParams store_params(CopyEngineParams params) {
  params.setup = sc_core::SC_ZERO_TIME;
  params.max_payload = core::Bytes(std::min(kStore, params.max_payload.count()));
  return params;
}

std::unique_ptr<ArbiterIf> make_endpoint_arbiter(const EndpointParams& params) {
  ArbiterSettings settings;
  settings.policy = params.arbitration;
  settings.inputs = kMoreEngines + params.engines - 1 + (params.stores ? 1 : 0);
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
    : DevicePort(name, params.port, params.receive_latency, make_endpoint_arbiter(params), seed,
                 pool),
      copy_engine("copy_engine", params.copy, kCopyInput, egress, pool, memory),
      requester("requester", params.requester, kRequesterInput, egress, pool),
      completer("completer", params.completer, kCompleterInput, egress, pool),
      memory("memory", *this),
      params_(params) {
  params_.validate(this->name());
  use_dllps(params.port, params.largest_payload());
  add_source(copy_engine);
  add_source(requester);
  add_source(completer);
  for (unsigned more = 1; more < params.engines; ++more) {
    const std::string own = "copy_engine_" + std::to_string(more);
    more_engines_.push_back(std::make_unique<CopyEngine>(
        own.c_str(), params.copy, kMoreEngines + more - 1, egress, pool, memory));
    add_source(*more_engines_.back());
  }
  if (params.stores) {
    stores_ = std::make_unique<CopyEngine>("stores", store_params(params.copy),
                                           kMoreEngines + params.engines - 1, egress, pool, memory);
    add_source(*stores_);
  }
  claim_rest(*this);  // memory itself refuses addresses that it does not have
}

void Endpoint::configure(DeviceId id, const AddressWindow& window) {
  DevicePort::configure(id, window);
  copy_engine.set_id(id);
  for (const auto& engine : more_engines_) engine->set_id(id);
  if (stores_) stores_->set_id(id);
  requester.set_id(id);
  completer.set_id(id);
}

void Endpoint::copy(const CopyRequest& request) {
  CopyEngine* best = &copy_engine;
  for (const auto& engine : more_engines_)
    if (engine->pending() < best->pending()) best = engine.get();
  best->submit(request);
}

void Endpoint::on_packet(model::Packet& packet, core::Ticks, core::Ticks tail_at) {
  Tlp& tlp = static_cast<Tlp&>(packet);
  // A write that nobody can observe before the last write of its copy needs no event of its own.
  // Its credits are released for a future time, so it may leave the queue before earlier TLPs.
  const bool silent = tlp.type == TlpType::kMemoryWrite && !tlp.last && tlp.data == nullptr &&
                      tlp.posted_client == nullptr && !memory.bound();
  if (!silent || params_.stuck) {
    // Never due: a stuck device keeps the TLP in its queue, and the credits with it.
    receive(tlp, params_.stuck ? core::kNever : tail_at + latency());
    return;
  }
  ++stats().tlps;
  packet_ends(tlp, tail_at + latency());
  rx.release(tlp.credit_class, tlp.cost, tail_at + latency());
  count_write(tlp);
  pool().recycle(tlp);
}

void Endpoint::on_tlp(Tlp& tlp) {
  if (class_of(tlp.type) == kCompletion) {
    release(tlp);
    requester.on_completion(tlp);
    pool().recycle(tlp);
  } else if (memory.bound()) {
    issue(tlp);
  } else {
    memory_done(tlp, nullptr, CompletionStatus::kSuccess);
  }
}

void Endpoint::issue(Tlp& tlp) {
  if (params_.foreign) tlp.hollow = false;
  if (tlp.data == nullptr && !tlp.hollow) {
    tlp.data = pool().make_data();
    std::fill_n(tlp.data, tlp.payload_bytes, std::uint8_t{0});  // sent by a GPU without memory
  }
  std::uint8_t* const data = tlp.hollow ? model::no_bytes() : tlp.data;
  const std::uint64_t offset = tlp.address - window().first;
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
  const bool good = status == tlm::TLM_OK_RESPONSE;
  if (!good && params_.foreign) fail(tlp, status);
  if (!good) ++refused_;
  memory_done(tlp, tlp.data,
              good ? CompletionStatus::kSuccess : CompletionStatus::kUnsupportedRequest);
}

void Endpoint::fail(const Tlp& tlp, tlm::tlm_response_status status) const {
  tlm::tlm_generic_payload answer;
  answer.set_response_status(status);
  const bool reads = tlp.type == TlpType::kMemoryRead;
  core::fail_config(
      name(), "model",
      fmt::format("{} for {} of {} B at {:#x}", answer.get_response_string(),
                  reads ? "a read" : "a write", reads ? tlp.length : tlp.payload_bytes,
                  tlp.address - window().first),
      "a target that serves its whole window of " +
          core::to_text(core::Bytes(window().last - window().first + 1)),
      "make the window smaller, or the target larger");
}

void Endpoint::memory_done(Tlp& tlp, const std::uint8_t* data, CompletionStatus status) {
  release(tlp);  // first: both branches give the TLP back to the pool
  if (class_of(tlp.type) == kNonPosted) {
    completer.answer(tlp, data, status);
  } else {
    end_write(tlp, status);
  }
}

void Endpoint::end_write(Tlp& tlp, CompletionStatus status) {
  count_write(tlp);
  Flow* const flow = tlp.flow;
  const bool counts = tlp.counts;
  end(tlp, status);
  // Silent writes are counted before they are due. The last write of a copy is never silent and
  // comes after them, so its time is the end of the copy.
  if (flow == nullptr || !counts || flow->delivered < flow->bytes) return;
  flow->finished = core::now_ticks();
  model::flow_ends(flow, flow->finished);
  if (copy_finished_) copy_finished_(*flow);
}

void Endpoint::count_write(const Tlp& tlp) {
  bytes_ += tlp.payload_bytes;
  if (tlp.flow != nullptr && tlp.counts) tlp.flow->deliver(tlp.payload_bytes);
}

unsigned Endpoint::debug_access(tlm::tlm_generic_payload& access) {
  // The payload belongs to the initiator, so its address is restored.
  const std::uint64_t address = access.get_address();
  access.set_address(address - window().first);
  const unsigned moved = memory.debug(access);
  access.set_address(address);
  return moved;
}

bool Endpoint::idle() const { return DevicePort::idle() && memory.idle(); }

void Endpoint::append_waits(std::vector<core::Wait>& waits) const {
  if (held() != 0 || !memory.idle()) {
    waits.push_back({name(), std::to_string(held()) + " memory accesses to end",
                     std::string(name()) + ".memory"});
  }
  if (queued())
    waits.push_back(
        {name(), "received TLPs to be acted on", "the device behind " + std::string(name())});
}

}  // namespace gf::hw::pcie

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "core/base/error.h"
#include "core/base/ticks.h"
#include "core/time/wakeup.h"
#include "hw/nvlink/end/nvlink_port.h"
#include "hw/nvlink/switch/nvlink_switch.h"
#include "tests/support/set_access.h"
#include "tlm_models/memory/no_bytes.h"
#include "tlm_models/memory/payload_pool.h"

namespace gf::test {

/// A GPU that sends accesses as fast as END_REQ lets it: `next` fills each payload and says whether
/// there is one. Ends response phases at once.
class NvlinkGpu final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<NvlinkGpu> out{"out"};
  std::function<bool(tlm::tlm_generic_payload&)> next;
  std::function<void(tlm::tlm_generic_payload&)> ended;
  std::uint64_t bytes = 0;  ///< Of ended accesses.
  std::uint64_t read_bytes = 0;
  unsigned errors = 0;
  core::Ticks last_at = 0;  ///< When the last access ended.
  unsigned under_way = 0;
  unsigned most = ~0u;  ///< Accesses under way at most.

  SC_HAS_PROCESS(NvlinkGpu);
  explicit NvlinkGpu(const sc_core::sc_module_name& name) : sc_module(name) {
    out.register_nb_transport_bw(this, &NvlinkGpu::nb_transport_bw);
    SC_METHOD(send);
    sensitive << go_;
  }
  void go(core::Ticks in = 0) { go_.notify(core::to_time(in)); }

 private:
  void send() {
    while (open_ == nullptr && next && under_way < most) {
      tlm::tlm_generic_payload& payload = pool_.make();
      payload.set_byte_enable_ptr(nullptr);
      payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      if (!next(payload)) {
        payload.release();
        next = nullptr;
        return;
      }
      payload.set_streaming_width(payload.get_data_length());
      ++under_way;
      open_ = &payload;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay;
      const auto status = out->nb_transport_fw(payload, phase, delay);
      if (status == tlm::TLM_ACCEPTED) continue;
      open_ = nullptr;
      if (status == tlm::TLM_COMPLETED) finish(payload);
    }
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) {
    if (open_ == &payload) open_ = nullptr;
    if (phase == tlm::BEGIN_RESP) finish(payload);
    go_.notify(sc_core::SC_ZERO_TIME);
    return phase == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  }
  void finish(tlm::tlm_generic_payload& payload) {
    --under_way;
    last_at = core::now_ticks();
    if (payload.is_response_ok()) {
      bytes += payload.get_data_length();
      if (payload.is_read()) read_bytes += payload.get_data_length();
    } else {
      ++errors;
    }
    if (ended) ended(payload);
    payload.release();
  }

  model::PayloadPool pool_;
  tlm::tlm_generic_payload* open_ = nullptr;
  sc_core::sc_event go_{"go"};
};

/// Bytes that any number of accesses may touch at once; answers `latency` after BEGIN_REQ, which
/// it ends at once.
class NvlinkMemory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<NvlinkMemory> in{"in"};
  std::vector<std::uint8_t> bytes;
  unsigned atomics = 0;

  SC_HAS_PROCESS(NvlinkMemory);
  NvlinkMemory(const sc_core::sc_module_name& name, std::size_t size,
               const sc_core::sc_time& latency = sc_core::sc_time(100, sc_core::SC_NS))
      : sc_module(name), bytes(size), latency_(latency.value()) {
    in.register_nb_transport_fw(this, &NvlinkMemory::nb_transport_fw);
    in.register_transport_dbg(this, &NvlinkMemory::transport_dbg);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) {
    payload.acquire();
    due_.push_back({&payload, core::now_ticks() + latency_});
    wakeup_.at(due_.front().at);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  void respond() {
    while (!due_.empty() && due_.front().at <= core::now_ticks()) {
      tlm::tlm_generic_payload& payload = *due_.front().payload;
      due_.pop_front();
      access(payload);
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay;
      in->nb_transport_bw(payload, phase, delay);
      payload.release();
    }
    if (!due_.empty()) wakeup_.at(due_.front().at);
  }
  void access(tlm::tlm_generic_payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    std::uint8_t* data = payload.get_data_ptr();
    if (data == nullptr || data == model::no_bytes()) return;
    if (address + length > bytes.size()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    const std::uint8_t* enables = payload.get_byte_enable_ptr();
    const bool atomic = payload.get_extension<model::AtomicExtension>() != nullptr;
    if (atomic) ++atomics;
    for (unsigned i = 0; i < length; ++i) {
      std::uint8_t& here = bytes[address + i];
      if (atomic) {
        std::swap(here, data[i]);
      } else if (payload.is_read()) {
        data[i] = here;
      } else if (enables == nullptr || enables[i] != 0) {
        here = data[i];
      }
    }
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    access(payload);
    return payload.is_response_ok() ? payload.get_data_length() : 0;
  }

  struct Due {
    tlm::tlm_generic_payload* payload;
    core::Ticks at;
  };
  const core::Ticks latency_;
  std::deque<Due> due_;
  core::Wakeup wakeup_{this, core::Runs<&NvlinkMemory::respond>{}};
};

inline std::uint64_t at_gpu(unsigned gpu, std::uint64_t address) {
  return (std::uint64_t{gpu} << hw::nvlink::kGpuShift) + address;
}

/// Two GPUs, one link between them; memories are there where `memory_bytes` is not 0.
struct NvlinkPair {
  explicit NvlinkPair(const hw::nvlink::NvlinkParams& link, std::size_t memory_bytes = 0,
                      const hw::nvlink::NvlinkPortParams& params = {}, std::uint64_t seed = 1)
      : a("a", params, link, 1, 0, seed, pool), b("b", params, link, 1, 1, seed, pool) {
    connect(a.link(), b.link());
    a.route(1, 0);
    b.route(0, 0);
    gpu_a.out.bind(a.from_gpu);
    gpu_b.out.bind(b.from_gpu);
    if (memory_bytes == 0) return;
    memory_a = std::make_unique<NvlinkMemory>("memory_a", memory_bytes);
    memory_b = std::make_unique<NvlinkMemory>("memory_b", memory_bytes);
    a.to_memory.bind(memory_a->in);
    b.to_memory.bind(memory_b->in);
  }
  hw::nvlink::NvlinkPool pool;
  hw::nvlink::NvlinkPort a;
  hw::nvlink::NvlinkPort b;
  NvlinkGpu gpu_a{"gpu_a"};
  NvlinkGpu gpu_b{"gpu_b"};
  std::unique_ptr<NvlinkMemory> memory_a;
  std::unique_ptr<NvlinkMemory> memory_b;
};

/// For NvlinkGpu::next: accesses of `bytes` each without real bytes, until `until` or `count`.
inline std::function<bool(tlm::tlm_generic_payload&)> stream(tlm::tlm_command command, unsigned gpu,
                                                             unsigned bytes, std::uint64_t count) {
  return [=, left = count, address = std::uint64_t{0}](tlm::tlm_generic_payload& p) mutable {
    if (left == 0) return false;
    --left;
    set_access(p, command, at_gpu(gpu, address), nullptr, bytes);
    address += bytes;
    return true;
  };
}

}  // namespace gf::test

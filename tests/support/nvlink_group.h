// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/nvlink_bench.h"

namespace gf::test {

struct NvlinkGroupSettings {
  hw::nvlink::NvlinkSwitchParams bridge{};
  hw::nvlink::NvlinkParams link{};
  hw::nvlink::NvlinkPortParams port{};
  unsigned links = 1;  ///< Of each GPU.
};

/// GPUs with memories on one switch that reduces, all of them its first group. Memory of GPU g
/// holds the elements 1000 g, 1000 g + 1, ...
struct NvlinkGroup {
  using Settings = NvlinkGroupSettings;
  static constexpr std::size_t kElements = 4096;

  explicit NvlinkGroup(unsigned gpus, Settings with = {}) {
    with.link.policy = "static";
    bridge = std::make_unique<hw::nvlink::NvlinkSwitch>("switch", with.bridge, with.link,
                                                        gpus * with.links, 1, pool, true);
    std::vector<unsigned> members(gpus), links(with.links);
    std::iota(members.begin(), members.end(), 0);
    std::iota(links.begin(), links.end(), 0);
    for (const unsigned g : members) {
      const std::string n = std::to_string(g);
      ports.push_back(std::make_unique<hw::nvlink::NvlinkPort>(("port_" + n).c_str(), with.port,
                                                               with.link, with.links, g, 1, pool));
      gpu.push_back(std::make_unique<NvlinkGpu>(("gpu_" + n).c_str()));
      gpu[g]->out.bind(ports[g]->from_gpu);
      memory.push_back(
          std::make_unique<NvlinkMemory>(("memory_" + n).c_str(), 4 * kElements, latency(g)));
      ports[g]->to_memory.bind(memory[g]->in);
      std::vector<unsigned> at_switch;
      for (const unsigned link : links) {
        at_switch.push_back(g * with.links + link);
        connect(ports[g]->link(link), bridge->port(at_switch.back()));
      }
      bridge->route(g, at_switch);
      for (const unsigned other : members)
        if (other != g) ports[g]->route(other, links);
      ports[g]->route(hw::nvlink::kFirstGroup, links);
      for (unsigned i = 0; i < kElements; ++i) set(g, i, 1000 * g + i);
    }
    bridge->set_group(hw::nvlink::kFirstGroup, members);
  }
  /// Memory 2 is slow.
  [[nodiscard]] sc_core::sc_time latency(unsigned g) const {
    return sc_core::sc_time(g == 2 ? 900 : 100, sc_core::SC_NS);
  }
  void set(unsigned g, std::size_t element, std::uint32_t value) {
    std::memcpy(memory[g]->bytes.data() + 4 * element, &value, 4);
  }
  [[nodiscard]] std::uint32_t at(unsigned g, std::size_t element) const {
    std::uint32_t value = 0;
    std::memcpy(&value, memory[g]->bytes.data() + 4 * element, 4);
    return value;
  }
  [[nodiscard]] const hw::nvlink::MulticastUnit::Stats& stats() const {
    return bridge->multicast()->stats();
  }
  /// Lets GPU `g` make `count` accesses to consecutive places of the group, of `bytes` real or
  /// unreal bytes each.
  void stream_to_group(unsigned g, tlm::tlm_command command, unsigned bytes, std::uint64_t count) {
    gpu[g]->next = test::stream(command, hw::nvlink::kFirstGroup, bytes, count);
    gpu[g]->go();
  }
  /// Makes one access of GPU `g` to the group with the bytes of `data`. Returns its status.
  tlm::tlm_response_status access(unsigned g, tlm::tlm_command command, std::uint64_t address,
                                  std::vector<std::uint32_t>& data,
                                  model::AtomicExtension* extension = nullptr,
                                  unsigned less_bytes = 0) {
    bool made = false;
    tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
    gpu[g]->next = [&, made](tlm::tlm_generic_payload& payload) mutable {
      if (made) return false;
      made = true;
      set_access(payload, command, at_gpu(hw::nvlink::kFirstGroup, address),
                 reinterpret_cast<std::uint8_t*>(data.data()),
                 static_cast<unsigned>(4 * data.size()) - less_bytes);
      if (extension != nullptr) payload.set_extension(extension);
      return true;
    };
    gpu[g]->ended = [&](tlm::tlm_generic_payload& payload) {
      status = payload.get_response_status();
      payload.clear_extension<model::AtomicExtension>();
    };
    gpu[g]->go();
    sc_core::sc_start();
    return status;
  }
  /// Returns whether nothing is held anywhere: no packet, no waiter, no credit.
  [[nodiscard]] bool drained() const {
    if (pool.in_use() > 0 || !bridge->multicast()->idle() || !bridge->idle()) return false;
    for (unsigned port = 0; port < bridge->ports(); ++port)
      for (const auto of : {hw::nvlink::kRequests, hw::nvlink::kResponses})
        if (bridge->port(port).rx.held(of).header > 0 || bridge->port(port).rx.held(of).data > 0)
          return false;
    return true;
  }

  hw::nvlink::NvlinkPool pool;
  std::unique_ptr<hw::nvlink::NvlinkSwitch> bridge;
  std::vector<std::unique_ptr<hw::nvlink::NvlinkPort>> ports;
  std::vector<std::unique_ptr<NvlinkGpu>> gpu;
  std::vector<std::unique_ptr<NvlinkMemory>> memory;
};

}  // namespace gf::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/time/quiescence.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/nvlink_links.h"
#include "tests/support/set_access.h"

namespace gf::test {

/// The hardware of an NvlinkGraph between GPUs that are a memory and who accesses those of others.
/// Paths are those of a platform: gpu_0.nvlink.link_0, nvswitch.port_0.
struct NvlinkNode {
  static constexpr std::size_t kMemory = 1 << 20;

  explicit NvlinkNode(const model::NvlinkGraph& graph,
                      const platforms::gpu::NvlinkFabricParams& params = {}, std::uint64_t seed = 1)
      : fabric(params, graph, "a test", seed) {
    for (unsigned i = 0; i < graph.gpus(); ++i) {
      const std::string n = std::to_string(i);
      shells.push_back(std::make_unique<Shell>(("gpu_" + n).c_str(), fabric, i));
      gpu.push_back(std::make_unique<NvlinkGpu>(("user_" + n).c_str()));
      memory.push_back(std::make_unique<NvlinkMemory>(("memory_" + n).c_str(), kMemory));
      gpu[i]->out.bind(port(i).from_gpu);
      port(i).to_memory.bind(memory[i]->in);
    }
    fabric.connect();
  }
  [[nodiscard]] hw::nvlink::NvlinkPort& port(unsigned i) const { return *shells[i]->port; }
  [[nodiscard]] unsigned gpus() const { return static_cast<unsigned>(gpu.size()); }
  /// Both ends of each link.
  template <class Act>
  void each_link(const Act& act) const {
    for (const model::NvlinkGraph::Link& link : fabric.shape().links())
      act(fabric.end_of(link.first), fabric.end_of(link.second));
  }
  void expect_all_home() const {
    EXPECT_EQ(fabric.pool().in_use(), 0u);
    EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
    each_link([](const auto& near, const auto& far) { expect_joined(near, far); });
  }

  struct Shell final : sc_core::sc_module {
    Shell(const sc_core::sc_module_name& name, platforms::gpu::NvlinkFabric& fabric, unsigned i)
        : sc_module(name), port(&fabric.make_port(i)) {}
    hw::nvlink::NvlinkPort* port;
  };
  platforms::gpu::NvlinkFabric fabric;
  std::vector<std::unique_ptr<Shell>> shells;
  std::vector<std::unique_ptr<NvlinkGpu>> gpu;
  std::vector<std::unique_ptr<NvlinkMemory>> memory;
};

/// One GPU's accesses: it writes bytes of its own to a part of each peer's memory that is its own,
/// reads them back later, and compares.
class NvlinkScript {
 public:
  NvlinkScript(NvlinkNode& node, unsigned self, unsigned accesses, std::uint64_t seed)
      : node_(node), self_(self), left_(accesses), random_(seed, "script" + std::to_string(self)) {
    node.gpu[self]->next = [this](auto& p) { return next(p); };
    node.gpu[self]->ended = [this](auto& p) { ended(p); };
  }
  std::uint64_t moved = 0;
  std::uint64_t wrong = 0;

 private:
  static constexpr unsigned kPlaces = 64;
  struct Place {
    bool busy = false;
    std::vector<std::uint8_t> bytes;  ///< What is there; empty: nothing written.
  };

  bool next(tlm::tlm_generic_payload& p) {
    if (left_ == 0) return false;
    const auto gpus = static_cast<unsigned>(node_.gpu.size());
    for (;;) {
      const auto peer = static_cast<unsigned>((self_ + 1 + random_.below(gpus - 1)) % gpus);
      const std::uint64_t address = (self_ * kPlaces + random_.below(kPlaces)) * 1024;
      Place& place = places_[at_gpu(peer, address)];
      if (place.busy) continue;
      --left_;
      place.busy = true;
      auto& buffer = buffers_[at_gpu(peer, address)];
      const bool write = place.bytes.empty() || random_.below(2) == 0;
      if (write) {
        place.bytes.resize(1 + random_.below(700));
        for (auto& byte : place.bytes) byte = static_cast<std::uint8_t>(random_());
      }
      buffer = write ? place.bytes : std::vector<std::uint8_t>(place.bytes.size());
      set_access(p, write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, at_gpu(peer, address),
                 buffer.data(), buffer.size());
      return true;
    }
  }
  void ended(tlm::tlm_generic_payload& p) {
    Place& place = places_.at(p.get_address());
    place.busy = false;
    moved += p.get_data_length();
    if (!p.is_response_ok()) ++wrong;
    const auto& memory = node_.memory[hw::nvlink::gpu_of(p.get_address())]->bytes;
    const auto at =
        memory.begin() + static_cast<std::ptrdiff_t>(hw::nvlink::local_address(p.get_address()));
    if (!std::equal(place.bytes.begin(), place.bytes.end(), at)) ++wrong;
    if (!std::equal(place.bytes.begin(), place.bytes.end(), p.get_data_ptr())) ++wrong;
  }

  NvlinkNode& node_;
  const unsigned self_;
  unsigned left_;
  core::RandomStream random_;
  std::map<std::uint64_t, Place> places_;
  std::map<std::uint64_t, std::vector<std::uint8_t>> buffers_;
};

inline void run_all(NvlinkNode& node, unsigned accesses) {
  std::vector<std::unique_ptr<NvlinkScript>> scripts;
  for (unsigned i = 0; i < node.gpu.size(); ++i) {
    node.gpu[i]->most = 48;
    scripts.push_back(std::make_unique<NvlinkScript>(node, i, accesses, 1));
  }
  sc_core::sc_start();
  std::uint64_t moved = 0;
  std::uint64_t at_memory = 0;
  for (unsigned i = 0; i < node.gpu.size(); ++i) {
    EXPECT_EQ(scripts[i]->wrong, 0u) << "GPU " << i;
    EXPECT_EQ(node.gpu[i]->errors, 0u);
    EXPECT_EQ(node.gpu[i]->under_way, 0u);
    moved += scripts[i]->moved;
    const auto& stats = node.port(i).completer.stats();
    at_memory += stats.read_bytes.value() + stats.write_bytes.value();
  }
  EXPECT_EQ(moved, at_memory);
  EXPECT_GT(moved, 100u * accesses);
  node.expect_all_home();
}

}  // namespace gf::test

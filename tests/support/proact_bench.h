// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/nvlink/end/nvlink_port.h"
#include "hw/nvlink/switch/nvlink_switch.h"
#include "hw/proact/proact_unit.h"
#include "tests/support/gpu_memory_bench.h"

namespace gf::test {

/// Writes down what becomes of chunks.
class ProactLog final : public hw::proact::TransferClient {
 public:
  struct Event {
    unsigned gpu;
    unsigned region;
    unsigned chunk;
    core::Cycle at;
  };
  std::vector<Event> ready;
  std::vector<Event> sent;
  std::vector<core::Cycle> all;
  std::vector<core::Cycle> flushes;
  std::string why;  ///< Answer to why_missing(): this, and what it is asked of.

 private:
  void chunk_ready(unsigned gpu, unsigned region, unsigned chunk, core::Cycle now) override {
    ready.push_back({gpu, region, chunk, now});
  }
  void chunk_sent(unsigned gpu, unsigned region, unsigned chunk, core::Cycle now) override {
    sent.push_back({gpu, region, chunk, now});
  }
  void all_sent(unsigned, core::Cycle now) override { all.push_back(now); }
  void flushed(unsigned, core::Cycle now) override { flushes.push_back(now); }
  [[nodiscard]] std::string why_missing(unsigned gpu, unsigned region,
                                        unsigned chunk) const override {
    if (why.empty()) return "";
    return why + std::to_string(gpu) + std::to_string(region) + std::to_string(chunk);
  }
};

/// Calls functions in cycles of a clock, in the order in which they were given.
class AtCycles final : private core::Clocked {
 public:
  explicit AtCycles(core::ClockDomain& clock) : clock_(clock), member_(clock.add(*this)) {}
  /// Cycles ascend.
  void at(core::Cycle cycle, std::function<void(core::Cycle)> act) {
    todo_.push_back({cycle, std::move(act)});
    clock_.wake(member_, todo_.front().cycle);
  }

 private:
  struct Todo {
    core::Cycle cycle;
    std::function<void(core::Cycle)> act;
  };
  void cycle(core::Cycle now) override {
    while (!todo_.empty() && todo_.front().cycle <= now) {
      todo_.front().act(now);
      todo_.pop_front();
    }
    if (!todo_.empty()) clock_.wake(member_, todo_.front().cycle);
  }
  core::ClockDomain& clock_;
  const unsigned member_;
  std::deque<Todo> todo_;
};

struct ProactBenchOptions {
  hw::proact::ProactParams proact;
  hw::gpu::MemoryParams memory;
  hw::nvlink::NvlinkParams link;
  hw::nvlink::NvlinkPortParams port;
  unsigned gpus = 2;
  bool nvlink = true;  ///< Else the sockets to peers are the test's.
};

/// GPU memories at 1 GHz on an NVLink switch, each with a PROACT unit, whose SMs are the test's.
struct ProactBench : GpuMemoryBench {
  static constexpr std::uint64_t kTables = 48ull << 20;
  static constexpr unsigned kSms = 4;
  static constexpr unsigned kCtas = 32;

  explicit ProactBench(const ProactBenchOptions& options = {})
      : GpuMemoryBench(options.memory, options.gpus, kSms), times(clock) {
    for (unsigned g = 0; g < options.gpus; ++g) {
      units.push_back(std::make_unique<hw::proact::ProactUnit>(
          ("proact_" + std::to_string(g)).c_str(), options.proact, g, *memories[g], clock, kSms,
          kCtas, kTables, pages.memory_bytes()));
      units.back()->set_client(log);
    }
    if (options.nvlink && options.gpus > 1) connect(options);
  }

  /// A region at `base` of each memory.
  static hw::proact::Region region(std::uint64_t bytes, std::uint64_t chunk, unsigned gpus = 2,
                                   std::uint64_t base = 1 << 20) {
    hw::proact::Region region;
    region.name = "x" + std::to_string(base >> 20);
    region.bytes = core::Bytes(bytes);
    region.chunk = core::Bytes(chunk);
    // Copies lie at different places.
    for (unsigned g = 0; g < gpus; ++g) region.base_by_gpu.push_back(base + g * 4096);
    return region;
  }
  /// Adds `region`, the first one, to the unit of GPU 0, and arms it.
  void arm(const hw::proact::Region& region, const hw::proact::ChunkMap& map) {
    unit().add_region(region);
    unit().arm(0, map);
  }
  /// CTA `slot` of an SM of GPU `gpu` writes a line of its copy.
  void write(const hw::proact::Region& region, std::uint64_t at, unsigned sm = 0, unsigned slot = 0,
             core::Cycle cycle = 1, unsigned gpu = 0) {
    hw::gpu::LineRequest& request = sms[gpu * kSms + sm]->write(
        base(gpu) + region.base_by_gpu[gpu] + at / 128 * 128, 0xF, cycle);
    request.cta = static_cast<std::uint16_t>(slot);
  }
  void finish(unsigned sm, unsigned slot, core::Cycle cycle, unsigned gpu = 0) {
    times.at(cycle, [=](core::Cycle now) {
      units[gpu]->ctas().cta_finished(sm, slot, hw::gpu::CtaLaunch{}, now);
    });
  }
  /// Contents of a copy.
  void fill(const hw::proact::Region& region, unsigned gpu, unsigned seed) {
    std::vector<std::uint8_t> data(region.bytes.count());
    for (std::size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<std::uint8_t>((i * 2654435761u + seed) >> 9);
    memories[gpu]->bytes().write(region.base_by_gpu[gpu], data.data(), data.size());
  }
  std::vector<std::uint8_t> contents(const hw::proact::Region& region, unsigned gpu,
                                     std::uint64_t begin = 0, std::uint64_t end = ~0ull) {
    end = std::min(end, region.bytes.count());
    std::vector<std::uint8_t> data(end - begin);
    memories[gpu]->bytes().read(region.base_by_gpu[gpu] + begin, data.data(), data.size());
    return data;
  }
  [[nodiscard]] const hw::proact::ProactStats& stats(unsigned gpu = 0) const {
    return units[gpu]->stats();
  }
  hw::proact::ProactUnit& unit(unsigned gpu = 0) { return *units[gpu]; }

  AtCycles times;
  ProactLog log;
  std::vector<std::unique_ptr<hw::proact::ProactUnit>> units;
  hw::nvlink::NvlinkPool pool;
  std::vector<std::unique_ptr<hw::nvlink::NvlinkPort>> ports;
  std::unique_ptr<hw::nvlink::NvlinkSwitch> bridge;

 private:
  void connect(const ProactBenchOptions& options) {
    bridge = std::make_unique<hw::nvlink::NvlinkSwitch>("switch", hw::nvlink::NvlinkSwitchParams{},
                                                        options.link, options.gpus, 1, pool);
    for (unsigned g = 0; g < options.gpus; ++g) {
      ports.push_back(std::make_unique<hw::nvlink::NvlinkPort>(
          ("nvlink_" + std::to_string(g)).c_str(), options.port, options.link, 1, g, 1, pool));
      memories[g]->to_peers.bind(ports[g]->from_gpu);
      ports[g]->to_memory.bind(memories[g]->from_peers);
      hw::nvlink::connect(ports[g]->link(), bridge->port(g));
      for (unsigned peer = 0; peer < options.gpus; ++peer)
        if (peer != g) ports[g]->route(peer, 0);
    }
  }
};

}  // namespace gf::test

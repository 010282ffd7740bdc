// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/time/watchdog.h"
#include "hw/gpu/memory/deliveries.h"
#include "hw/gpu/memory/gpu_memory.h"

namespace gf::test {

/// The least an SM can be: hands over what it is given as soon as there is room, in order, one a
/// cycle, and writes down when each request was done.
class TestSm final : public hw::gpu::LineClient, private core::Clocked {
 public:
  struct Done {
    std::uint64_t address;
    core::Cycle taken;
    core::Cycle done;
  };

  TestSm(core::ClockDomain& clock, hw::gpu::GpuMemory& memory, unsigned number)
      : clock_(clock), member_(clock.add(*this)), memory_(memory), number_(number) {
    memory.connect(number, *this);
  }

  /// Not before cycle `at`.
  hw::gpu::LineRequest& queue(hw::gpu::LineOp op, std::uint64_t address, unsigned sectors = 0xF,
                              core::Cycle at = 1) {
    hw::gpu::LineRequest& request = requests_.emplace_back();
    request.op = op;
    request.address = address;
    request.sectors = static_cast<std::uint8_t>(sectors);
    request.bytes = static_cast<std::uint16_t>(32 * __builtin_popcount(sectors));
    request.sm = static_cast<std::uint16_t>(number_);
    request.at = at;
    waiting_.push_back(&request);
    clock_.wake(member_, at);
    return request;
  }
  hw::gpu::LineRequest& read(std::uint64_t address, unsigned sectors = 0xF, core::Cycle at = 1) {
    return queue(hw::gpu::LineOp::kRead, address, sectors, at);
  }
  hw::gpu::LineRequest& write(std::uint64_t address, unsigned sectors = 0xF, core::Cycle at = 1) {
    return queue(hw::gpu::LineOp::kWrite, address, sectors, at);
  }

  /// Requests that are with the memory, at most; others wait.
  unsigned most_open = ~0u;
  unsigned refusals = 0;
  std::vector<Done> done;
  [[nodiscard]] core::Cycle latency(std::size_t i) const { return done[i].done - done[i].taken; }

 private:
  void cycle(core::Cycle now) override {
    if (waiting_.empty() || open_ >= most_open || refused_) return;
    hw::gpu::LineRequest& request = *waiting_.front();
    if (request.at > now) return clock_.wake(member_, request.at);
    if (!memory_.take(request, now)) {
      ++refusals;
      refused_ = true;
      return;
    }
    request.at = now;
    waiting_.pop_front();
    ++open_;
    clock_.wake(member_, now + 1);
  }
  void line_done(hw::gpu::LineRequest& request, core::Cycle now) override {
    done.push_back({request.address, request.at, now});
    --open_;
    clock_.wake(member_, now);
  }
  void line_room(core::Cycle now) override {
    refused_ = false;
    clock_.wake(member_, now);
  }

  core::ClockDomain& clock_;
  const unsigned member_;
  hw::gpu::GpuMemory& memory_;
  const unsigned number_;
  std::deque<hw::gpu::LineRequest> requests_;
  std::deque<hw::gpu::LineRequest*> waiting_;
  unsigned open_ = 0;
  bool refused_ = false;  ///< Until the memory says that there is room.
};

/// A node of GPU memories at 1 GHz with one data structure a GPU, at gpu << 32, explicitly there.
struct GpuMemoryBench {
  static constexpr std::uint64_t kStructureBytes = 64ull << 20;

  explicit GpuMemoryBench(const hw::gpu::MemoryParams& params = {}, unsigned gpus = 1,
                          unsigned sms = 4,
                          const sc_core::sc_time& period = sc_core::sc_time(1, sc_core::SC_NS))
      : clock("clock", period), deliveries(clock), pages("pages", {}, gpus) {
    for (unsigned gpu = 0; gpu < gpus; ++gpu) {
      pages.add({"data_" + std::to_string(gpu),
                 base(gpu),
                 core::Bytes(kStructureBytes),
                 model::Placement::kExplicit,
                 {static_cast<std::uint8_t>(gpu)}});
      memories.push_back(std::make_unique<hw::gpu::GpuMemory>(
          ("gpu_" + std::to_string(gpu)).c_str(), params, gpu, sms, deliveries, pages));
      for (unsigned sm = 0; sm < sms; ++sm)
        this->sms.push_back(std::make_unique<TestSm>(clock, *memories.back(), sm));
    }
  }
  static std::uint64_t base(unsigned gpu) { return std::uint64_t{gpu} << 32; }
  /// Physical address of a byte of the structure of `gpu`.
  static std::uint64_t physical(unsigned gpu, std::uint64_t offset) {
    return (std::uint64_t{gpu} << model::kHomeShift) + offset;
  }

  core::ClockDomain clock;
  hw::gpu::Deliveries deliveries;
  model::PageTable pages;
  std::vector<std::unique_ptr<hw::gpu::GpuMemory>> memories;
  std::vector<std::unique_ptr<TestSm>> sms;  ///< Of all GPUs.
};

}  // namespace gf::test

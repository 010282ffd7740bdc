// SPDX-License-Identifier: Apache-2.0
// BM_GpuHbmMiss: what a load of a line costs that misses in the level 2 cache, all of it: the
// module that asks, MMU, crossbar, slice, DRAM channel and the answer.
#include "hw/gpu/memory/gpu_memory.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "tests/bench/forked.h"

namespace gf::bench {
namespace {

constexpr unsigned kSms = 64;
constexpr std::uint64_t kBytes = 1ull << 30;

/// Asks for lines, `window` at a time.
class Reader final : public hw::gpu::LineClient, private core::Clocked {
 public:
  Reader(core::ClockDomain& clock, hw::gpu::GpuMemory& memory, unsigned number, unsigned window)
      : clock_(clock), member_(clock.add(*this)), memory_(memory), requests_(window) {
    memory.connect(number, *this);
    next_line_ = number * (kBytes / 128 / kSms);
    for (hw::gpu::LineRequest& request : requests_) {
      request.sm = static_cast<std::uint16_t>(number);
      request.sectors = 0xF;
      request.bytes = 128;
      idle_.push_back(&request);
    }
    clock_.wake(member_, 1);
  }
  std::uint64_t done = 0;

 private:
  void cycle(core::Cycle now) override {
    if (idle_.empty()) return;
    hw::gpu::LineRequest& request = *idle_.back();
    request.address = next_line_ * 128;
    if (!memory_.take(request, now)) return;
    idle_.pop_back();
    next_line_ = (next_line_ + 1) % (kBytes / 128);
    clock_.wake(member_, now + 1);
  }
  void line_done(hw::gpu::LineRequest& request, core::Cycle now) override {
    ++done;
    idle_.push_back(&request);
    clock_.wake(member_, now);
  }
  void line_room(core::Cycle now) override { clock_.wake(member_, now); }

  core::ClockDomain& clock_;
  const unsigned member_;
  hw::gpu::GpuMemory& memory_;
  std::vector<hw::gpu::LineRequest> requests_;
  std::vector<hw::gpu::LineRequest*> idle_;
  std::uint64_t next_line_ = 0;
};

}  // namespace

Cost hbm_misses(unsigned sms, unsigned window, std::uint64_t loads) {
  core::ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
  hw::gpu::Deliveries deliveries(clock);
  model::PageTable pages("pages", {}, 1);
  pages.add({"data", 0, core::Bytes(kBytes), model::Placement::kExplicit, {0}});
  hw::gpu::GpuMemory memory("gpu", {}, 0, kSms, deliveries, pages);
  std::vector<std::unique_ptr<Reader>> readers;
  for (unsigned sm = 0; sm < sms; ++sm)
    readers.push_back(std::make_unique<Reader>(clock, memory, sm, window));
  const auto done = [&] {
    std::uint64_t sum = 0;
    for (const auto& reader : readers) sum += reader->done;
    return sum;
  };
  const sc_core::sc_time step(2, sc_core::SC_US);
  sc_core::sc_start(10 * step);
  const std::uint64_t before = done();
  Cost cost;
  cost.seconds = timed([&] {
    while (done() < before + loads) sc_core::sc_start(step);
  });
  cost.events = done() - before;
  return cost;
}

namespace {

/// Arguments: SMs that load, loads under way of each.
void BM_GpuHbmMiss(benchmark::State& state) {
  const auto sms = static_cast<unsigned>(state.range(0));
  const auto window = static_cast<unsigned>(state.range(1));
  for (auto _ : state) {
    const Cost cost =
        run_forked([=] { return hbm_misses(sms, window, sms == 1 ? 100000 : 500000); });
    const Cost bare = run_forked([] { return bare_events(300, 2'000'000); });
    state.SetIterationTime(cost.seconds);
    state.counters["ns/load"] = cost.nanoseconds();
    state.counters["bare_events/load"] = cost.nanoseconds() / bare.nanoseconds();
  }
}
BENCHMARK(BM_GpuHbmMiss)
    ->Args({1, 1})
    ->Args({4, 4})
    ->Args({64, 8})
    ->Args({64, 64})
    ->UseManualTime()
    ->Iterations(3);

}  // namespace
}  // namespace gf::bench

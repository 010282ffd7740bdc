// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/base/ring.h"
#include "core/time/clock_domain.h"
#include "hw/gpu/dispatch/dispatcher.h"
#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/sm.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/gpu/workload.h"

namespace gf::test {

/// Memory below the L1s: takes a request every `interval` cycles and answers it `latency` cycles
/// later, in order; `depth` at a time; interval 0: any number a cycle. It is the leader of its
/// clock.
struct TestMemoryParams {
  core::Cycle latency = 100;
  core::Cycle interval = 1;
  std::size_t depth = 1u << 20;
};

class TestMemory final : public hw::gpu::MemoryPortIf, private core::Clocked {
 public:
  using Params = TestMemoryParams;
  /// A request that was taken, as it was.
  struct Taken {
    core::Cycle at;
    hw::gpu::LineRequest request;
  };

  TestMemory(core::ClockDomain& clock, const Params& params) : clock_(clock), params_(params) {
    clock.lead(*this);
  }
  /// Of requests with this number of an SM.
  void serve(unsigned sm, hw::gpu::LineClient& client) {
    if (clients_.size() <= sm) clients_.resize(sm + 1);
    clients_[sm] = {&client, false};
  }
  bool take(hw::gpu::LineRequest& request, core::Cycle now) override {
    if (waiting_.size() == params_.depth) {
      ++refusals;
      clients_[request.sm].refused = true;
      return false;
    }
    ++requests;
    if (keeps) taken.push_back({now, request});
    free_ = std::max(free_, now) + params_.interval;
    request.at = free_ - params_.interval + params_.latency;
    waiting_.push(&request);
    if (waiting_.size() == 1) wake(now);
    return true;
  }

  bool keeps = true;  ///< Requests are noted.
  std::vector<Taken> taken;
  std::uint64_t requests = 0;
  std::uint64_t refusals = 0;

 private:
  struct Client {
    hw::gpu::LineClient* client = nullptr;
    bool refused = false;
  };

  void cycle(core::Cycle now) override {
    while (!waiting_.empty() && waiting_.front()->at <= now) {
      hw::gpu::LineRequest& request = *waiting_.pop();
      request.home = static_cast<std::uint8_t>(model::home_of(request.address));
      request.source = request.home == 0 ? hw::gpu::LineSource::kL2 : hw::gpu::LineSource::kPeer;
      clients_[request.sm].client->line_done(request, now);
    }
    for (Client& client : clients_) {
      if (!client.refused || waiting_.size() == params_.depth) continue;
      client.refused = false;
      client.client->line_room(now);
    }
    if (!waiting_.empty()) wake(now);
  }
  void wake(core::Cycle now) {
    clock_.wake_leader(std::min(waiting_.front()->at, now + core::ClockDomain::kHorizon / 2));
  }

  core::ClockDomain& clock_;
  const Params params_;
  core::Cycle free_ = 0;
  core::Ring<hw::gpu::LineRequest*> waiting_;
  std::vector<Client> clients_;
};

/// A program that is the same for all warps, or a function of CTA and warp.
class TestProgram final : public model::KernelProgramIf {
 public:
  using Make = std::function<void(unsigned cta, unsigned warp, model::WarpProgram& program)>;
  explicit TestProgram(Make make) : make_(std::move(make)) {}
  explicit TestProgram(std::vector<model::WarpInstruction> code)
      : make_([code](unsigned, unsigned, model::WarpProgram& program) { program.code = code; }) {}
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override {
    make_(cta, warp, program);
  }

 private:
  Make make_;
};

template <class Code>
model::Kernel make_kernel(Code code, unsigned ctas = 1, unsigned warps_per_cta = 1) {
  model::Kernel kernel;
  kernel.name = "test";
  kernel.ctas = ctas;
  kernel.warps_per_cta = warps_per_cta;
  kernel.program = std::make_shared<TestProgram>(std::move(code));
  return kernel;
}

/// GPUs without an L2: SMs, a dispatcher and one memory for all.
struct GpuBenchOptions {
  hw::gpu::SmParams sm;
  hw::gpu::DispatchParams dispatch;
  TestMemoryParams memory;
  unsigned gpus = 1;
  unsigned sms = 1;  ///< Of each GPU.
  sc_core::sc_time period{1, sc_core::SC_NS};

  GpuBenchOptions() { dispatch.launch_latency = 5000; }
};

class GpuBench {
 public:
  explicit GpuBench(const GpuBenchOptions& options = {})
      : clock("clock", options.period), memory(clock, options.memory) {
    std::vector<std::vector<hw::gpu::Sm*>> gpus(options.gpus);
    for (unsigned n = 0; n < options.gpus * options.sms; ++n) {
      sms.push_back(std::make_unique<hw::gpu::Sm>(("sm_" + std::to_string(n)).c_str(), n,
                                                  options.sm, clock, memory, "memory"));
      memory.serve(n, *sms.back());
      gpus[n / options.sms].push_back(sms.back().get());
    }
    dispatcher = std::make_unique<hw::gpu::Dispatcher>("dispatcher", options.dispatch, clock, gpus);
  }

  void launch(std::vector<model::Kernel> kernels) {
    workload.name = "workload";
    workload.kernels = std::move(kernels);
    dispatcher->run(workload);
  }
  /// Runs the kernels to the end of all activity.
  const std::vector<hw::gpu::KernelResult>& run(std::vector<model::Kernel> kernels) {
    launch(std::move(kernels));
    sc_core::sc_start();
    return dispatcher->results();
  }
  /// Cycles of one kernel of one warp.
  core::Cycle cycles_of(std::vector<model::WarpInstruction> code) {
    return run({make_kernel(std::move(code))}).back().cycles();
  }
  [[nodiscard]] const hw::gpu::SmStats& stats(unsigned sm = 0) const { return sms[sm]->stats(); }
  [[nodiscard]] const hw::gpu::LsuStats& lsu(unsigned sm = 0) const { return sms[sm]->lsu_stats(); }

  core::ClockDomain clock;
  TestMemory memory;
  std::vector<std::unique_ptr<hw::gpu::Sm>> sms;
  std::unique_ptr<hw::gpu::Dispatcher> dispatcher;
  model::Workload workload;
};

}  // namespace gf::test

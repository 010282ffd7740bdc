// SPDX-License-Identifier: Apache-2.0
// What a packet costs that a GPU pushes to the others, everything at both its ends included: the
// producers, the agent, the link, the memories.
#include <array>
#include <benchmark/benchmark.h>
#include <string>

#include "platforms/proact/proact_platform.h"
#include "tests/bench/forked.h"

namespace gf::bench {
namespace {

Cost pushed_packets(const std::string& mechanism) {
  core::ParamRegistry params;
  for (const auto& [name, value] :
       {std::pair<std::string, std::string>{"workload", "microbenchmark"},
        {"mechanism", mechanism},
        {"chunk", "64 KiB"},
        {"app.bytes", "4 MiB"}})
    params.add_override(name, value, "bench");
  platforms::proact::ProactPlatform platform;
  platform.declare(params.root());
  platform.build(1);
  platforms::RunOutcome outcome;
  Cost cost;
  cost.seconds = timed([&] { outcome = platform.run({}); });
  for (const platforms::Result& result : outcome.results)
    if (result.name == "link_packets") cost.events = static_cast<std::uint64_t>(result.value);
  return cost;
}

/// Argument: 0 hw and 1 memcpy, 256 B a packet; 2 polling and 3 cdp, 128 B.
void BM_ProactPushedPacket(benchmark::State& state) {
  const std::array<const char*, 4> mechanisms = {"hw", "memcpy", "polling", "cdp"};
  const std::string mechanism = mechanisms.at(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const Cost cost = run_forked([&] { return pushed_packets(mechanism); });
    const Cost bare = run_forked([] { return bare_events(29, 2'000'000); });
    state.SetIterationTime(cost.seconds);
    state.counters["ns/packet"] = cost.nanoseconds();
    state.counters["bare_events/packet"] = cost.nanoseconds() / bare.nanoseconds();
  }
  state.SetLabel(mechanism);
}
BENCHMARK(BM_ProactPushedPacket)->DenseRange(0, 3)->UseManualTime()->Iterations(3);

}  // namespace
}  // namespace gf::bench

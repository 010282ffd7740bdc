// SPDX-License-Identifier: Apache-2.0
// What a posted store of 128 B costs over one PCIe link: the initiator, the requester, the link,
// the endpoint behind it and the response.
#include <benchmark/benchmark.h>

#include "core/time/watchdog.h"
#include "platforms/goodput/store_links.h"
#include "tests/bench/forked.h"

namespace {

gf::bench::Cost stores(unsigned count) {
  gf::platforms::goodput::PcieStoreLink link({}, 1);
  gf::model::StoreStreamParams params;
  params.bytes = gf::core::Bytes(128);
  params.stores = count;
  gf::model::StoreStream stream("stream", params, link.base());
  link.bind(stream);
  gf::bench::Cost cost;
  cost.seconds = gf::bench::timed([] { gf::core::run_simulation({}); });
  cost.events = stream.responses();
  return cost;
}

void BM_PcieStore(benchmark::State& state) {
  for (auto _ : state) {
    const gf::bench::Cost cost = gf::bench::run_forked([] { return stores(500'000); });
    const gf::bench::Cost bare =
        gf::bench::run_forked([] { return gf::bench::bare_events(29, 2'000'000); });
    state.SetIterationTime(cost.seconds);
    state.counters["ns/store"] = cost.nanoseconds();
    state.counters["bare_events/store"] = cost.nanoseconds() / bare.nanoseconds();
  }
}
BENCHMARK(BM_PcieStore)->UseManualTime()->Iterations(3);

}  // namespace

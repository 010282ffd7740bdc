// SPDX-License-Identifier: Apache-2.0
// A card looped back: bytes and rates of the four kinds of buffers.
#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet {
namespace {

using model::RdmaEventKind;

struct Rates : test::ApenetBench {
  /// Bytes per second from the first to the last of `count` messages of `size`.
  double rate(bool from_gpu, bool to_gpu, std::uint64_t size, unsigned count, bool bar1 = false) {
    build();
    const std::uint64_t from = buffer(size, from_gpu);
    const std::uint64_t to = buffer(size, to_gpu);
    sc_core::sc_start();
    for (unsigned i = 0; i < count; ++i) host().put({from, size, 0, 1, to, bar1});
    run();
    const auto kind = params.card.tx_fifo.flush ? RdmaEventKind::kSent : RdmaEventKind::kReceived;
    const auto seen = events_of(kind);
    EXPECT_EQ(seen.size(), count);
    if (seen.size() < 2) return 0;
    return static_cast<double>(size) * (count - 1) / (seen.back().at - seen.front().at).to_seconds();
  }
};

TEST(ApenetProbe, Print) {
  const char* what = getenv("APE");
  const std::string w = what ? what : "GG";
  Rates r;
  if (w.find("flush") != std::string::npos) r.params.card.tx_fifo.flush = true;
  if (w.find("v1") != std::string::npos) r.params.card.gpu_p2p_tx.generation.generation = "v1";
  if (w.find("v2") != std::string::npos) r.params.card.gpu_p2p_tx.generation.generation = "v2";
  if (getenv("WIN")) r.params.card.gpu_p2p_tx.generation.window = core::kibibytes(atoi(getenv("WIN")));
  if (w.find("kepler") != std::string::npos) r.params.gpu = GpuPeerParams::of("kepler");
  const std::uint64_t size = getenv("SIZE") ? atoll(getenv("SIZE")) : 1 << 20;
  const double x = r.rate(w[0] == 'G', w[1] == 'G', size, getenv("N") ? atoi(getenv("N")) : 4, w.find("bar1") != std::string::npos);
  std::printf("%s %g MB/s  rx_time %g us\n", w.c_str(), x / 1e6, r.card().nios.stats().rx_time.mean() * 1e6);
  const auto& s = r.card().gpu_p2p_tx.stats();
  std::printf(" head delay %g us latency %g us data %g us\n", s.head_delay.value().to_seconds()*1e6/4, s.head_latency.value().to_seconds()*1e6/4, s.data_time.value().to_seconds()*1e6/4);
  std::printf(" line %g win %g addr %g\n", s.no_line.value().to_seconds()*1e6, s.no_window.value().to_seconds()*1e6, s.no_address.value().to_seconds()*1e6);
}

}  // namespace
}  // namespace gf::hw::apenet

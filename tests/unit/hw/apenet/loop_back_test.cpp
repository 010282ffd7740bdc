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


struct Ping : test::ApenetBench {
  unsigned left = 0;
  /// Half a round trip, averaged over 10.
  double latency(bool src_gpu, bool dst_gpu, std::uint64_t size) {
    build({{4, 2, 1}});
    std::uint64_t from[2], to[2];
    for (unsigned i = 0; i < 2; ++i) {
      from[i] = buffer(65536, src_gpu, i);
      to[i] = buffer(65536, dst_gpu, i);
    }
    sc_core::sc_start();
    left = 24;
    sc_core::sc_time began;
    on_event = [&](unsigned node, const model::RdmaEvent& e) {
      if (e.kind != RdmaEventKind::kReceived) return;
      if (left == 20) began = sc_core::sc_time_stamp();
      if (left == 0) return;
      --left;
      host(node).put({from[node], size, 1 - node, 1, to[1 - node]});
    };
    host(0).put({from[0], size, 1, 1, to[1]});
    run();
    const auto seen = events_of(RdmaEventKind::kReceived);
    return (seen.back().at - began).to_seconds() / 20;
  }
  double stream(bool src_gpu, bool dst_gpu, std::uint64_t size, unsigned count) {
    build({{4, 2, 1}});
    const std::uint64_t from = buffer(size, src_gpu, 0);
    const std::uint64_t to = buffer(size, dst_gpu, 1);
    sc_core::sc_start();
    for (unsigned i = 0; i < count; ++i) host(0).put({from, size, 1, 1, to});
    run();
    const auto seen = events_of(RdmaEventKind::kReceived);
    return (seen.back().at - seen.front().at).to_seconds() / (count - 1);
  }
};

TEST(ApenetProbe, Ping) {
  const std::string w = getenv("APE") ? getenv("APE") : "HH";
  const std::uint64_t size = getenv("SIZE") ? atoll(getenv("SIZE")) : 32;
  Ping p;
  if (getenv("S")) {
    const double t = p.stream(w[0] == 'G', w[1] == 'G', size, getenv("N") ? atoi(getenv("N")) : 20);
    std::printf("%s %llu: %g us  %g MB/s\n", w.c_str(), (unsigned long long)size, t * 1e6, size / t / 1e6);
  } else {
    std::printf("%s latency %g us\n", w.c_str(), p.latency(w[0] == 'G', w[1] == 'G', size) * 1e6);
  }
}

}  // namespace
}  // namespace gf::hw::apenet

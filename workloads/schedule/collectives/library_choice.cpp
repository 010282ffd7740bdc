// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_choice.h"

#include <algorithm>
#include <array>

#include "workloads/collectives/search_rates.h"
#include "workloads/schedule/collectives/nvls_programs.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;

/// The constants of a protocol on rings within a node (NCCL 2.30, src/graph/tuning.cc and
/// src/include/comm.h), in us, GB/s and threads.
struct RingTuning {
  const ChannelProtocol* protocol;
  double base;            ///< Latency of the whole.
  double nvlink, pcie;    ///< Latency of a step.
  unsigned threads;       ///< Of a block.
  unsigned thread_bytes;  ///< The least bytes of a thread; for LL times the ranks.
};
constexpr std::array<RingTuning, 3> kRingTuning{{{&kLl, 6.6, 0.6, 1.0, 512, 8},
                                                 {&kLl128, 14.0, 1.9, 2.5, 640, 8},
                                                 {&kSimple, 8.4, 3.4, 5.7, 512, 64}}};

/// By generation: Volta, Ampere, Hopper, Blackwell.
constexpr std::array<double, 4> kMostLl{39.0, 87.7, 141.0, 282.0};
constexpr std::array<double, 4> kMostLl128Channel{20.0, 20.0, 36.7, 40.0};
constexpr double kPcieRate = 12;  // at most: half as many threads
constexpr unsigned kFewThreads = 256;
constexpr double kChunkLatencyNvlink = 4.0, kChunkLatencyPcie = 4.0;  // Simple of chains, us

// NVLS, src/graph/tuning.cc.
constexpr std::array<double, 4> kNvlsEfficiency{0, 0, 0.85, 0.74};
constexpr double kNvlsLatency = 25e-6;  // s

std::size_t generation(unsigned capability) {
  return capability >= 100 ? 3 : capability >= 90 ? 2 : capability >= 80 ? 1 : 0;
}

bool on_nvlink(const LibraryRanks& of) { return of.ring.type_intra == ChannelPath::kNvlink; }

const RingTuning& tuning_of(const ChannelProtocol& protocol) {
  return *std::find_if(kRingTuning.begin(), kRingTuning.end(), [&](const RingTuning& each) {
    return each.protocol->name == protocol.name;
  });
}

unsigned steps_of(Kind kind, unsigned ranks) {
  if (kind == Kind::kAllReduce) return 2 * (ranks - 1);
  if (kind == Kind::kAllGather || kind == Kind::kReduceScatter) return ranks - 1;
  return ranks;
}

/// Returns the rate of all channels with a protocol, in GB/s; 0: the library does not use it.
double bus_rate(const LibraryRanks& of, const ChannelProtocol& protocol) {
  const double plain = of.ring.total().bytes_per_second() * 1e-9;
  const std::size_t age = generation(of.capability);
  if (protocol.name == kLl.name) return std::min(kMostLl[age], plain * 0.5);
  if (protocol.name != kLl128.name) return plain;
  const bool has_lines = of.ring.type_intra <= ChannelPath::kRelay && of.capability >= 70;
  const auto channels = static_cast<double>(of.ring.channels.size());
  return has_lines ? std::min(plain * 0.92, channels * kMostLl128Channel[age]) : 0;
}

}  // namespace

TunedTime tuned_ring_time(Kind kind, const LibraryRanks& of, const ChannelProtocol& protocol) {
  const RingTuning& tuning = tuning_of(protocol);
  const unsigned steps = steps_of(kind, of.ranks);
  const bool chain = kind == Kind::kBroadcast || kind == Kind::kReduce;
  double step = on_nvlink(of) ? tuning.nvlink : tuning.pcie;
  if (chain && !of.ring.same_channels && protocol.name == kSimple.name)
    step = on_nvlink(of) ? kChunkLatencyNvlink : kChunkLatencyPcie;
  TunedTime time;
  time.protocol = tuning.protocol;
  time.latency = 1e-6 * (tuning.base + (chain && of.ring.same_channels ? 1 : steps) * step);
  time.rate = core::ByteRate(1e9 * bus_rate(of, protocol) * of.ranks / steps);
  return time;
}

std::optional<TunedTime> tuned_nvls_time(Kind kind, unsigned ranks, unsigned capability,
                                         core::ByteRate links) {
  const unsigned heads = std::min(ranks, kMostHeads);
  const double efficiency = kNvlsEfficiency[generation(capability)];
  const bool blocks = kind == Kind::kAllGather || kind == Kind::kReduceScatter;
  if (efficiency == 0 || ranks < 2 || (kind != Kind::kAllReduce && !blocks)) return std::nullopt;
  if (blocks && ranks > kMostHeads) return std::nullopt;
  // Each channel takes its speed of all GPUs, and twice that of its head (src/graph/search.cc).
  for (const SearchRate speed : channel_speeds(capability, false)) {
    const core::ByteRate head = byte_rate(speed);
    if (links < head * (heads + 1.0)) continue;
    const double share = efficiency * (heads - 1) / heads;
    TunedTime time;
    time.protocol = &kSimple;
    time.latency = kNvlsLatency;
    time.rate = head * (heads * share) *
                (blocks ? (ranks - 1.0) / ranks : 2.0 * ranks / steps_of(kind, ranks));
    return time;
  }
  return std::nullopt;
}

LibraryChoice choose_ring(Kind kind, core::Bytes size, const LibraryRanks& of,
                          const ChannelProtocol* asked) {
  LibraryChoice choice;
  double least = -1;
  for (const RingTuning& each : kRingTuning) {
    if (asked != nullptr && asked->name != each.protocol->name) continue;
    const TunedTime time = tuned_ring_time(kind, of, *each.protocol);
    const bool possible = time.rate.bytes_per_second() > 0;
    if (asked == nullptr && (!possible || (least >= 0 && time.seconds(size) >= least))) continue;
    least = possible ? time.seconds(size) : 0;
    choice.protocol = each.protocol;
  }
  const RingTuning& tuning = tuning_of(*choice.protocol);
  const bool slow = of.ring.total().bytes_per_second() <= kPcieRate * 1e9;
  const bool simple = choice.protocol->name == kSimple.name;
  const std::uint64_t block = std::uint64_t{slow && simple ? kFewThreads : tuning.threads} *
                              tuning.thread_bytes *
                              (choice.protocol->name == kLl.name ? of.ranks : 1);
  choice.channels = std::min(2 * static_cast<unsigned>(of.ring.channels.size()), kMostChannels);
  while (choice.channels > 1 && size.count() < choice.channels * block) --choice.channels;
  return choice;
}

}  // namespace gf::model

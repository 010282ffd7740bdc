// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_choice.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "workloads/collectives/search_rates.h"
#include "workloads/schedule/collectives/nvls_programs.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Algorithm = LibraryAlgorithm;

// Facts of NCCL 2.30, src/graph/tuning.cc and src/include/comm.h; us, GB/s, threads and bytes.

/// The constants of a protocol: its base latency, that of a step, and its blocks.
struct Tuning {
  double base;
  double nvlink, pcie, network;
  unsigned threads;       ///< Of a block.
  unsigned thread_bytes;  ///< The least bytes of a thread; for LL on rings times the ranks.
};
/// By algorithm and protocol (LL, LL128, Simple).
constexpr Tuning kTuning[2][3]{
    {{6.8, 0.6, 1.0, 5.0, 512, 8}, {14.0, 1.25, 1.9, 8.5, 640, 8}, {8.4, 4.0, 4.0, 14.0, 512, 64}},
    {{6.6, 0.6, 1.0, 2.7, 512, 8}, {14.0, 1.9, 2.5, 4.0, 640, 8}, {8.4, 3.4, 5.7, 14.0, 512, 64}}};
constexpr std::size_t kLlIndex = 0, kLl128Index = 1, kSimpleIndex = 2;

/// By generation (Volta, Ampere, Hopper, Blackwell) and nodes (1, 2, more). With several nodes LL
/// is limited by the processors: those of Intel in the first line, those of AMD in the second.
constexpr double kMostLl[4][3]{
    {39.0, 39.0, 20.4}, {87.7, 22.5, 19.0}, {141.0, 45.0, 35.0}, {282.0, 90.0, 70.0}};
constexpr double kMostRingLl128[4]{20.0, 20.0, 36.7, 40.0};  // of a channel
constexpr double kMostTreeLl128[4][3]{
    {20.0, 20.0, 20.0}, {20.0, 20.0, 20.0}, {36.7, 36.7, 29.0}, {55.6, 31.67, 20.0}};
constexpr double kMostTree[4][3]{
    {26.5, 18.5, 10.0}, {24.0, 23.6, 17.8}, {38.7, 41.4, 36.0}, {70.0, 42.8, 24.0}};

/// Trees carry less than the model says for middle sizes; from 64 B to 256 MiB.
using Correction = std::array<double, 23>;
constexpr std::array<Correction, 3> kTreeCorrection{
    {{1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1},
     {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1},
     {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9}}};

constexpr double kPcieRate = 12;  // at most: half as many threads
constexpr unsigned kFewThreads = 256;
constexpr unsigned kLeastThreads = 96;

// NVLS, src/graph/tuning.cc.
constexpr std::array<double, 4> kNvlsEfficiency{0, 0, 0.85, 0.74};
constexpr double kNvlsLatency = 25e-6;  // s

std::size_t generation(unsigned capability) {
  return capability >= 100 ? 3 : capability >= 90 ? 2 : capability >= 80 ? 1 : 0;
}

unsigned log2_of(std::uint64_t number) {
  unsigned log = 0;
  while (number >>= 1) ++log;
  return log;
}

/// The model for one communicator.
class Model {
 public:
  Model(Kind kind, const LibraryRanks& of, const LibrarySettings& settings)
      : kind_(kind),
        of_(of),
        settings_(settings),
        age_(generation(of.capability)),
        scale_(std::min(of.nodes, 3u) - 1),
        steps_(kind == Kind::kAllReduce                                   ? 2 * (of.ranks - 1)
               : kind == Kind::kAllGather || kind == Kind::kReduceScatter ? of.ranks - 1
                                                                          : of.ranks) {}

  [[nodiscard]] TunedTime time(Algorithm algorithm, std::size_t protocol) const {
    TunedTime time;
    time.algorithm = algorithm;
    time.protocol = kLibraryProtocols[protocol];
    if (!settings_.allows(algorithm) || !allowed(algorithm, protocol)) return time;
    if (algorithm == Algorithm::kNvls)
      return protocol != kSimpleIndex
                 ? time
                 : tuned_nvls_time(kind_, of_.ranks, of_.capability, of_.switch_links)
                       .value_or(time);
    const bool tree = algorithm == Algorithm::kTree;
    if (tree && kind_ != Kind::kAllReduce) return time;
    time.latency = 1e-6 * (tree ? tree_latency(protocol) : ring_latency(protocol));
    const double ratio = tree ? 0.5 : static_cast<double>(of_.ranks) / steps_;
    time.rate = core::ByteRate(1e9 * ratio * (tree ? tree_rate(protocol) : ring_rate(protocol)));
    if (tree) time.correction = &kTreeCorrection[protocol];
    if (!tree && protocol == kSimpleIndex && of_.nodes > 1 && kind_ == Kind::kAllReduce) {
      time.plateau = of_.capability < 80 ? 1.9 : 1.4;
      time.plateau_from = std::uint64_t{64} * of_.channels(settings_) * of_.ranks;
    }
    return time;
  }

 private:
  [[nodiscard]] const ChannelGraph& graph(Algorithm algorithm) const {
    return algorithm == Algorithm::kTree ? of_.tree : of_.ring;
  }
  /// LL128 relies on lines that arrive whole.
  [[nodiscard]] bool allowed(Algorithm algorithm, std::size_t protocol) const {
    if (settings_.protocols[protocol]) return *settings_.protocols[protocol];
    if (protocol != kLl128Index) return true;
    const ChannelGraph& channels = graph(algorithm);
    const bool far = of_.capability >= 90 && settings_.ll128_over_c2c;
    const ChannelPath most = far ? ChannelPath::kPxn : ChannelPath::kPxb;
    return (of_.nodes == 1 || channels.type_inter <= most) &&
           channels.type_intra <= ChannelPath::kRelay && of_.capability >= 70;
  }
  [[nodiscard]] double channel_rate(const ChannelGraph& channels) const {
    return (of_.nodes <= 2 ? channels.intra : channels.inter).bytes_per_second() * 1e-9;
  }
  [[nodiscard]] double most_ll() const {
    return kMostLl[of_.nodes == 1 ? age_ : of_.amd ? 1 : 0][scale_];
  }
  [[nodiscard]] double ring_rate(std::size_t protocol) const {
    const auto channels = static_cast<double>(of_.ring.channels.size());
    const double plain = channels * channel_rate(of_.ring);
    if (protocol == kLlIndex) return std::min(most_ll(), plain * 0.5);
    if (protocol == kLl128Index) return std::min(plain * 0.92, channels * kMostRingLl128[age_]);
    return plain;
  }
  [[nodiscard]] double tree_rate(std::size_t protocol) const {
    const auto channels = static_cast<double>(of_.tree.channels.size());
    double rate =
        std::min(channels * channel_rate(of_.tree) * 0.92, channels * kMostTree[age_][scale_]);
    if (protocol == kLlIndex) rate = std::min(rate / 3.8, most_ll());
    if (protocol == kLl128Index)
      rate = std::min(rate * (of_.nodes == 1 ? 7.0 / 9 : 120.0 / 128),
                      channels * kMostTreeLl128[age_][scale_]);
    return of_.tree.pattern == ChannelPattern::kTree ? rate * 0.85 : rate;
  }

  [[nodiscard]] const Tuning& tuning(Algorithm algorithm, std::size_t protocol) const {
    return kTuning[static_cast<std::size_t>(algorithm)][protocol];
  }
  /// Latency of a step within a node, and of one between nodes.
  [[nodiscard]] double near(Algorithm algorithm, std::size_t protocol) const {
    const Tuning& of = tuning(algorithm, protocol);
    return graph(algorithm).type_intra == ChannelPath::kNvlink ? of.nvlink : of.pcie;
  }
  [[nodiscard]] double far(Algorithm algorithm, std::size_t protocol) const {
    const double fabric = graph(algorithm).latency_inter * (protocol == kSimpleIndex ? 2 : 1);
    return tuning(of_.per_node() == 1 ? Algorithm::kTree : algorithm, protocol).network + fabric;
  }
  [[nodiscard]] double ring_latency(std::size_t protocol) const {
    const double base = tuning(Algorithm::kRing, protocol).base;
    double step = near(Algorithm::kRing, protocol);
    if (kind_ == Kind::kBroadcast || kind_ == Kind::kReduce) {
      const bool chunks = !of_.ring.same_channels && protocol == kSimpleIndex;
      const Algorithm source = chunks ? Algorithm::kTree : Algorithm::kRing;
      const Tuning& of = tuning(source, protocol);
      const bool nvlink = of_.ring.type_intra == ChannelPath::kNvlink;
      step = of_.nodes > 1 ? of.network : nvlink ? of.nvlink : of.pcie;
      return base + (of_.ring.same_channels ? 1 : steps_) * step;
    }
    const unsigned between = (kind_ == Kind::kAllReduce ? 2 : 1) * (of_.nodes - 1);
    if (of_.nodes > 1) {
      const double post = settings_.net_overhead.value_or(of_.amd ? 2 : 1);
      step = std::max(step, post * (protocol == kSimpleIndex ? 3 : 1));
    }
    return base + (steps_ - between) * step + between * far(Algorithm::kRing, protocol);
  }
  [[nodiscard]] double tree_latency(std::size_t protocol) const {
    return tuning(Algorithm::kTree, protocol).base +
           2 * ((of_.per_node() - 1) * near(Algorithm::kTree, protocol) +
                log2_of(of_.nodes) * far(Algorithm::kTree, protocol));
  }

  const Kind kind_;
  const LibraryRanks& of_;
  const LibrarySettings& settings_;
  const std::size_t age_, scale_;
  const unsigned steps_;
};

std::size_t index_of(const ChannelProtocol& protocol) {
  return static_cast<std::size_t>(
      std::find_if(kLibraryProtocols.begin(), kLibraryProtocols.end(),
                   [&](const ChannelProtocol* each) { return each->name == protocol.name; }) -
      kLibraryProtocols.begin());
}

/// Fewer channels, and then threads, while each thread would have too few bytes.
void set_blocks(LibraryChoice& choice, std::uint64_t size, const LibraryRanks& of,
                const LibrarySettings& settings) {
  const std::size_t protocol = index_of(choice.protocol);
  const auto algorithm = static_cast<std::size_t>(choice.algorithm);
  const bool ring = choice.algorithm == Algorithm::kRing;
  const Tuning& tuning = kTuning[algorithm][protocol];
  const bool slow = of.ring.total().bytes_per_second() <= kPcieRate * 1e9;
  unsigned threads = slow && ring && protocol == kSimpleIndex ? kFewThreads : tuning.threads;
  threads = (protocol == kLl128Index ? settings.ll128_threads : settings.threads).value_or(threads);
  const std::uint64_t usual =
      std::uint64_t{tuning.thread_bytes} * (ring && protocol == kLlIndex ? of.ranks : 1);
  const std::uint64_t each = settings.thread_bytes[algorithm][protocol].value_or(usual);
  unsigned& channels = choice.channels;
  while (channels > 1 && size < channels * threads * each) --channels;
  while (threads % 128 == 0 && size < channels * threads * each) threads /= 2;
  choice.threads = std::max(threads, kLeastThreads);
}

}  // namespace

double TunedTime::seconds(core::Bytes size) const {
  double bytes_per_second = rate.bytes_per_second();
  const std::uint64_t lines = size.count() >> 6;
  if (correction != nullptr && lines > 0 && log2_of(lines) < correction->size())
    bytes_per_second *= (*correction)[log2_of(lines)];
  const bool flat = plateau != 1 && size.count() >= plateau_from;
  return latency * (flat ? plateau : 1) + static_cast<double>(size.count()) / bytes_per_second;
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
    time.algorithm = Algorithm::kNvls;
    time.protocol = &kSimple;
    time.latency = kNvlsLatency;
    time.rate = head * (heads * share) * (blocks ? (ranks - 1.0) / ranks : ranks / (ranks - 1.0));
    return time;
  }
  return std::nullopt;
}

std::vector<TunedTime> tuned_times(Kind kind, const LibraryRanks& of,
                                   const LibrarySettings& settings) {
  std::vector<TunedTime> all;
  const Model model(kind, of, settings);
  for (const Algorithm algorithm : kLibraryAlgorithms)
    for (std::size_t protocol = 0; protocol < kLibraryProtocols.size(); ++protocol)
      if (const TunedTime time = model.time(algorithm, protocol); time.possible())
        all.push_back(time);
  return all;
}

LibraryChoice nvls_choice(const LibraryRanks& of, const LibrarySettings& settings) {
  LibraryChoice choice;
  choice.algorithm = Algorithm::kNvls;
  choice.channels = std::max(std::min(nvls_channels(of.capability), settings.most_channels),
                             settings.least_channels);
  return choice;
}

LibraryChoice choose(Kind kind, core::Bytes size, const LibraryRanks& of,
                     const LibrarySettings& settings, const TunerFile& tuner,
                     const std::function<void()>& none) {
  LibraryChoice choice;
  choice.channels = of.channels(settings);
  if (of.ranks == 1) return choice;
  const std::vector<TunedTime> times = tuned_times(kind, of, settings);
  const auto best = std::min_element(
      times.begin(), times.end(),
      [&](const TunedTime& a, const TunedTime& b) { return a.seconds(size) < b.seconds(size); });
  const TunedTime* chosen = best == times.end() ? nullptr : &*best;
  std::optional<unsigned> channels;
  for (const TunerLine& line : tuner.matches(kind, size, of.ranks, of.nodes)) {
    const auto asked = std::find_if(times.begin(), times.end(), [&](const TunedTime& each) {
      return line.algorithm == to_text(each.algorithm) && line.protocol == each.protocol->name;
    });
    if (asked == times.end()) continue;
    chosen = &*asked;
    channels = line.channels;
    break;
  }
  if (chosen == nullptr) {
    GF_CHECK(none, "no algorithm is allowed");
    none();
  }
  if (chosen->algorithm == Algorithm::kNvls) return nvls_choice(of, settings);
  choice.algorithm = chosen->algorithm;
  const std::size_t protocol = index_of(*chosen->protocol);
  choice.protocol = kLibraryProtocols[protocol]->with_buffer(settings.buffers[protocol]);
  set_blocks(choice, size.count(), of, settings);
  if (channels) choice.channels = std::min(*channels, of.channels(settings));
  return choice;
}

namespace {

constexpr std::uint64_t kLargest = UINT32_MAX;  // as the example's files end
constexpr std::uint64_t kStepsOfADoubling = 16;

/// The choices for one kind of collective.
class Choices {
 public:
  Choices(Kind kind, const LibraryRanks& of, const LibrarySettings& settings)
      : kind_(kind), of_(of), settings_(settings) {}

  [[nodiscard]] TunerLine at(std::uint64_t bytes) const {
    const LibraryChoice choice = choose(kind_, core::Bytes(bytes), of_, settings_);
    TunerLine line;
    line.collective = tuner_name(kind_);
    line.algorithm = to_text(choice.algorithm);
    line.protocol = choice.protocol.name;
    line.nodes = of_.nodes;
    line.ranks = of_.ranks;
    return line;
  }
  [[nodiscard]] bool same(std::uint64_t a, std::uint64_t b) const {
    const TunerLine one = at(a), other = at(b);
    return one.algorithm == other.algorithm && one.protocol == other.protocol;
  }
  /// Returns the last size after `first`, and before `other` with another choice, that has the
  /// choice of `first`.
  [[nodiscard]] std::uint64_t last_like(std::uint64_t first, std::uint64_t other) const {
    std::uint64_t low = first;
    while (other - low > 1) {
      const std::uint64_t middle = low + (other - low) / 2;
      (same(first, middle) ? low : other) = middle;
    }
    return low;
  }

 private:
  const Kind kind_;
  const LibraryRanks& of_;
  const LibrarySettings& settings_;
};

}  // namespace

TunerFile library_table(const LibraryRanks& of, const LibrarySettings& settings) {
  std::vector<TunerLine> lines;
  for (const Kind kind : {Kind::kAllReduce, Kind::kAllGather, Kind::kReduceScatter,
                          Kind::kBroadcast, Kind::kReduce}) {
    const Choices choices(kind, of, settings);
    std::uint64_t first = 0, size = 1;
    const auto add = [&](std::uint64_t last) {
      TunerLine line = choices.at(last);
      line.least_bytes = first;
      line.most_bytes = last;
      lines.push_back(std::move(line));
      first = last + 1;
    };
    while (size < kLargest) {
      const std::uint64_t next =
          std::min(kLargest, size + std::max<std::uint64_t>(1, size / kStepsOfADoubling));
      if (!choices.same(size, next)) add(choices.last_like(size, next));
      size = next;
    }
    add(kLargest);
  }
  return TunerFile(std::move(lines));
}

}  // namespace gf::model

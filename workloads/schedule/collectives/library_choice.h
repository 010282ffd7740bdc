// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "workloads/schedule/collectives/library_ranks.h"
#include "workloads/schedule/collectives/tuner_file.h"

namespace gf::model {

/// A time by the library's tuning model: what it compares, and not what it takes.
struct TunedTime {
  LibraryAlgorithm algorithm = LibraryAlgorithm::kRing;
  const ChannelProtocol* protocol = nullptr;
  double latency = 0;   ///< In seconds.
  core::ByteRate rate;  ///< Size of the vector over time, without the latency. 0: not possible.
  /// Factors for the rate of a size, from 64 B on in powers of two; null: none.
  const std::array<double, 23>* correction = nullptr;
  double plateau = 1;              ///< Factor for the latency from a size on ...
  std::uint64_t plateau_from = 0;  ///< ... of so many bytes.
  [[nodiscard]] bool possible() const { return rate.bytes_per_second() > 0; }
  [[nodiscard]] double seconds(core::Bytes size) const;
};

/// Returns the times of a collective of `kind` by all algorithms and protocols that are possible,
/// in the library's order, as NCCL 2.30's tuning model has them (src/graph/tuning.cc): a base
/// latency, one for each step, and a rate from the channels of the search with the factors of
/// algorithm and protocol. Its tables were fitted by its authors to their machines, Volta to
/// Blackwell; older GPUs count as Volta.
std::vector<TunedTime> tuned_times(Collective::Kind kind, const LibraryRanks& of,
                                   const LibrarySettings& settings);

/// Returns the time of a collective in which NVSwitches reduce, as the same model has it: heads
/// that share `links`, the rate of a GPU's links to NVSwitches (nvswitch_search_rate()). Nothing:
/// the library does not use it for this collective, these GPUs or this number of ranks. That
/// switches can reduce is for the caller to know (tlm_models/machine/planned_nvlink.h).
std::optional<TunedTime> tuned_nvls_time(Collective::Kind kind, unsigned ranks, unsigned capability,
                                         core::ByteRate links);

/// A decision of the library for one collective.
struct LibraryChoice {
  LibraryAlgorithm algorithm = LibraryAlgorithm::kRing;
  ChannelProtocol protocol = kSimple;  ///< With the buffers of the settings.
  unsigned channels = 1;
  unsigned threads = 512;  ///< Of a block that move elements.
};

/// Returns the library's numbers for reductions in switches.
LibraryChoice nvls_choice(const LibraryRanks& of, const LibrarySettings& settings);

/// Returns the first matching line of `tuner`, if it is possible, else the algorithm and the
/// protocol with the least time; and the number of channels and threads: the most, and fewer while
/// a thread would have less than the protocol's least bytes (src/enqueue.cc). Calls `none`, which
/// must throw, if the settings leave nothing.
LibraryChoice choose(Collective::Kind kind, core::Bytes size, const LibraryRanks& of,
                     const LibrarySettings& settings, const TunerFile& tuner = {},
                     const std::function<void()>& none = {});

/// Returns the library's choices of algorithm and protocol for all sizes up to 4 GiB, as lines of a
/// tuner's file: read as one, they change nothing. The number of channels is left to the library.
/// A way that is chosen for less than a 16th of a power of two may be missed.
TunerFile library_table(const LibraryRanks& of, const LibrarySettings& settings = {});

/// The least time from the launch of a collective to its first step: the base latency of LL on
/// rings in that model, which no protocol is without.
inline constexpr double kLibraryLaunch = 6.6e-6;  // s

}  // namespace gf::model

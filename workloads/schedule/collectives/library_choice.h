// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "workloads/collectives/channel_graph.h"
#include "workloads/schedule/collectives/channel_program.h"
#include "workloads/schedule/collectives/collective.h"

namespace gf::model {

/// The ranks of a communicator on one node, as a library of collectives knows them.
struct LibraryRanks {
  unsigned ranks = 0;
  unsigned capability = 80;  ///< CUDA compute capability times 10: 70 is a V100.
  ChannelGraph ring;         ///< As search_rings() finds it.
};

/// A time by the library's tuning model: what it compares, and not what it takes.
struct TunedTime {
  const ChannelProtocol* protocol = nullptr;
  double latency = 0;   ///< In seconds.
  core::ByteRate rate;  ///< Size of the vector over time, without the latency. 0: not possible.
  [[nodiscard]] double seconds(core::Bytes size) const {
    return latency + static_cast<double>(size.count()) / rate.bytes_per_second();
  }
};

/// Returns the time of a collective of `kind` on rings with `protocol`, as NCCL 2.30's tuning model
/// has it (src/graph/tuning.cc): a base latency, one for each step, and a rate from the channels of
/// the search with the factors of the protocol. Its tables were fitted by its authors to their
/// machines, Volta to Blackwell; older GPUs count as Volta.
TunedTime tuned_ring_time(Collective::Kind kind, const LibraryRanks& of,
                          const ChannelProtocol& protocol);

/// Returns the time of a collective in which NVSwitches reduce, as the same model has it: heads
/// that share `links`, the rate of a GPU's links to NVSwitches (nvswitch_search_rate()). Nothing:
/// the library does not use it for this collective, these GPUs or this number of ranks. That
/// switches can reduce is for the caller to know (tlm_models/machine/planned_nvlink.h).
std::optional<TunedTime> tuned_nvls_time(Collective::Kind kind, unsigned ranks, unsigned capability,
                                         core::ByteRate links);

/// A decision of the library for one collective.
struct LibraryChoice {
  const ChannelProtocol* protocol = &kSimple;
  unsigned channels = 1;
};

/// Returns the protocol with the least time, or `asked`, and the number of channels: twice those of
/// the search, at most 32, and fewer while a thread would have less than the protocol's least bytes
/// (src/graph/connect.cc, src/enqueue.cc).
LibraryChoice choose_ring(Collective::Kind kind, core::Bytes size, const LibraryRanks& of,
                          const ChannelProtocol* asked = nullptr);

/// The least time from the launch of a collective to its first step: the base latency of LL in that
/// model, which no protocol is without.
inline constexpr double kLibraryLaunch = 6.6e-6;  // s

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/options.h"
#include "workloads/schedule/collectives/channel_program.h"
#include "workloads/schedule/elements/collective.h"

namespace gf::model {

/// Algorithms of a library that are modelled, in the library's order: of equal times the first
/// wins.
enum class LibraryAlgorithm : std::uint8_t { kTree, kRing, kNvls };
std::string_view to_text(LibraryAlgorithm algorithm);  ///< "tree", "ring", "nvls".
inline constexpr std::array kLibraryAlgorithms{LibraryAlgorithm::kTree, LibraryAlgorithm::kRing,
                                               LibraryAlgorithm::kNvls};

/// Protocols in the library's order.
inline constexpr std::array<const ChannelProtocol*, 3> kLibraryProtocols{&kLl, &kLl128, &kSimple};

inline constexpr unsigned kMostLibraryChannels = 64;  ///< NCCL 2.30, src/include/device.h.

/// A user's settings of a library of collectives, by NCCL's names. Defaults are those of NCCL 2.30
/// (src/graph/{tuning,connect,paths}.cc, src/init.cc, src/enqueue.cc).
struct LibrarySettings {
  std::array<bool, 3> algorithms{true, true, true};  ///< Allowed, as kLibraryAlgorithms.
  std::array<std::optional<bool>, 3> protocols{};    ///< Allowed; empty: as the machine allows.
  unsigned least_channels = 1;
  unsigned most_channels = kMostLibraryChannels;
  std::optional<unsigned> threads, ll128_threads;  ///< The most of a block.
  /// The least bytes of a thread, by algorithm and protocol; empty: the library's.
  std::array<std::array<std::optional<std::uint64_t>, 3>, 2> thread_bytes{};
  std::array<std::uint64_t, 3> buffers{kLl.buffer(), kLl128.buffer(),
                                       kSimple.buffer()};  ///< Bytes.
  bool ll128_over_c2c = true;
  std::optional<double> net_overhead;  ///< In us; empty: by the processor.
  std::uint64_t p2p_ll_bytes =
      16384;  ///< The most bytes of a channel that LL sends point to point.
  std::uint64_t p2p_nvlink_chunk = 512 << 10, p2p_pcie_chunk = 128 << 10, p2p_net_chunk = 128 << 10;
  std::string graph_file;  ///< Of channels, in the place of those of the search; empty: none.
  unsigned p2p_least_channels = 1;
  unsigned p2p_most_channels = kMostLibraryChannels;

  [[nodiscard]] bool allows(LibraryAlgorithm algorithm) const {
    return algorithms[static_cast<std::size_t>(algorithm)];
  }
  /// Allows only one.
  void force(LibraryAlgorithm algorithm);
  void force(const ChannelProtocol& protocol);
};

/// Returns the settings for a collective. They come from the options that begin with NCCL_, and
/// then from the file that the option `settings` names. The file has the form of NCCL's nccl.conf:
/// lines NAME=value, # begins a comment. In options a list's elements stand between "+" instead of
/// ",", but not in names of files. A name that NCCL does not know, or that has no effect here, is a
/// warning. Throws UserError: for an option kUsage, for a line of the file kBadInput with
/// file:line, with the legal values.
LibrarySettings read_library_settings(const OptionValues& values, Collective::Kind kind);

/// Names of NCCL 2.30 that have no effect here, of those that begin with NCCL_.
const std::vector<std::string>& names_without_effect();

}  // namespace gf::model

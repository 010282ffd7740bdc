// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "workloads/collectives/channel_links.h"

namespace gf::model {

/// The goal of one walk.
struct ChannelGoal {
  ChannelPattern pattern = ChannelPattern::kRing;  ///< A ring, or one of the trees.
  bool between_nodes = false;                      ///< Each channel enters and leaves by a NIC.
  SearchRate intra = 0;                            ///< Capacity of each channel between GPUs.
  SearchRate inter = 0;                            ///< The same between a GPU and a NIC.
  ChannelPath type_intra = ChannelPath::kNone;     ///< Farthest path that it may take.
  ChannelPath type_inter = ChannelPath::kNone;
  bool same_channels = false;  ///< All channels have the order of the first.
  /// 0: a channel leaves by the NIC that it entered. 2: the next one goes the other way between
  /// two NICs.
  unsigned cross_nic = 0;
  unsigned least = 1;  ///< Channels.
  unsigned most = kMostChannels;
};

/// Channels that a walk found; their `ranks` are GPUs as ChannelLinks numbers them.
struct FoundChannels {
  ChannelGoal goal;
  std::vector<CollectiveChannel> channels;
  long hops = 0;  ///< Links that all of them take.

  [[nodiscard]] SearchRate total() const {
    return goal.intra * static_cast<SearchRate>(channels.size());
  }
};

/// A depth-first search for channels: each step goes from a GPU to the next over a path that still
/// has the capacity; a channel that is complete keeps its capacity while the search looks for
/// another one. The next GPUs are tried in the order of their rate and distance; with NVSwitches
/// only neighbours are. The search ends when it has as many channels as wanted, has tried
/// everything, or has made `budget` steps. Deterministic.
class ChannelWalk {
 public:
  explicit ChannelWalk(const ChannelLinks& links);

  enum class End { kTriedAll, kFoundMost, kOutOfBudget };
  /// Looks for `goal`. Replaces `best` when it finds more capacity, or as much over fewer links.
  /// Takes the steps made from `budget`.
  End search(const ChannelGoal& goal, FoundChannels& best, long& budget);

 private:
  enum class Order { kSearched, kByNumber, kAsLast };
  /// Place of a channel that is being built.
  struct Step {
    unsigned at = 0;               ///< Position in the channel.
    std::optional<unsigned> exit;  ///< Position of the next GPU that has to reach a NIC.
    Order order = Order::kSearched;
  };

  void next_channel();
  void next_from_gpus();
  void next_from_nics();
  void start(unsigned gpu, Order order);
  void start_from(unsigned nic, unsigned gpu, Order order);
  void visit(unsigned gpu, Step step);
  void leave(unsigned gpu, Step step);
  void go_on(unsigned gpu, Step step);
  void complete();

  [[nodiscard]] bool spend();
  [[nodiscard]] unsigned exit_position() const;
  [[nodiscard]] std::vector<unsigned> next_gpus(unsigned gpu, const Step& step) const;
  [[nodiscard]] std::vector<unsigned> neighbours(unsigned gpu) const;
  /// NICs in the order in which they are tried: those that GPUs prefer, then near ones.
  [[nodiscard]] std::vector<unsigned> nics_for(std::optional<unsigned> gpu) const;
  [[nodiscard]] bool may_leave_by(unsigned nic, unsigned position) const;

  /// Takes capacity for a hop. Returns false, and takes nothing, if the path is too far or full.
  bool take(const ChannelLinks::Path& path, bool from_nic, bool intra, SearchRate rate);
  void give_back(const ChannelLinks::Path& path, bool from_nic, SearchRate rate);
  /// Takes `rate` from the first `count` links; returns how many of them had it.
  std::size_t book(const ChannelLinks::Path& path, bool from_nic, SearchRate rate,
                   std::size_t count);

  const ChannelLinks& links_;
  std::vector<SearchRate> left_;       ///< By link.
  std::vector<SearchRate> left_port_;  ///< By NIC, of channels that enter by it.
  std::vector<bool> used_;             ///< GPUs of the channel that is being built.
  ChannelGoal goal_;
  FoundChannels now_;
  FoundChannels* best_ = nullptr;
  std::vector<unsigned> entry_nics_;              ///< nics_for() all GPUs.
  std::vector<std::vector<unsigned>> exit_nics_;  ///< By GPU.
  CollectiveChannel channel_;
  long budget_ = 0;
  bool found_most_ = false;
};

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "platforms/graph.h"
#include "sc_main/why/why_copies.h"
#include "sc_main/why/why_route.h"
#include "workloads/schedule/channel_journal.h"

namespace gf::app {

/// Questions about the channels of collectives. Create it before the machine runs. It uses the log
/// and the paths of `copies`, to which it forwards all reports of packets.
class WhyChannels final : public ForwardingSink {
 public:
  explicit WhyChannels(WhyCopies& copies)
      : ForwardingSink(copies.ways()), log_(copies.log()), journal_(copies.log(), copies.ways()) {}

  /// Returns the names for the paths of packets. In a run with channels these are links by kind,
  /// and all connections of channels have one name.
  [[nodiscard]] core::WaitNames names(const core::WaitNames& exact) const;
  /// Returns whether `flow` asks for a channel, and not for one of its connections.
  static bool asks(const std::string& flow) {
    return !model::ChannelJournal::channel_of(flow).empty() && flow.find("->") == flow.npos;
  }
  /// Returns whether a channel of the run has ended.
  [[nodiscard]] bool any() const { return !slowest().empty(); }
  /// Answers the question for `flow`: "channel 3", or "channel 3 #2" in the run's second collective
  /// with that channel; empty: lists the channels that took longest, at most `top` of them. Throws
  /// UserError(kUsage) if the run has no such channel, naming those that it has.
  [[nodiscard]] std::string answered(const std::string& flow, const std::string& run,
                                     std::size_t top, bool as_json,
                                     const platforms::Graph& graph) const;

 private:
  using Life = core::SpanLog::Life;
  /// How long packets were on a link during a collective.
  struct Use {
    std::string link;
    core::Ticks own = 0;  ///< The channel's.
    core::Ticks all = 0;  ///< Those of all flows.
  };
  void leaves(const Hop& hop) override;
  [[nodiscard]] PartAnswer answer(const Life& life, const platforms::Graph& graph) const;
  [[nodiscard]] nlohmann::ordered_json json(const Life& life, const platforms::Graph& graph) const;
  [[nodiscard]] std::string text(const std::string& run, std::size_t top,
                                 const platforms::Graph& graph) const;
  /// Returns those that have ended, the longest first.
  [[nodiscard]] std::vector<const Life*> slowest() const;
  /// Returns the link that the channel used longest; without a name if it used none.
  [[nodiscard]] Use narrowest(const Life& life, const platforms::Graph& graph) const;
  [[nodiscard]] core::Ticks working(const Life& life) const;  ///< Its time after its launch.
  [[nodiscard]] static std::string sentence(const Use& use, core::Ticks working);

  core::SpanLog& log_;
  model::ChannelJournal journal_;
  /// Time of packets, by collective, link and flow.
  std::map<std::tuple<unsigned, Number, Number>, core::Ticks> used_;
};

}  // namespace gf::app

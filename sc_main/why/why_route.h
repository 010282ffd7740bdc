// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/trace/hop_journal.h"
#include "platforms/graph.h"

namespace gf::app {

/// Forwards all events.
class ForwardingSink : public core::HopJournal::Sink {
 public:
  using Number = core::HopJournal::Number;
  /// `next` must outlive it.
  explicit ForwardingSink(core::HopJournal::Sink& next) : next_(next) {}

 protected:
  using Hop = core::HopJournal::Hop;
  using Ticks = core::Ticks;
  void leaves(const Hop& hop) override { next_.leaves(hop); }
  void first_leaves(const Hop& hop) override { next_.first_leaves(hop); }
  void packet_ends(std::uint64_t key, Ticks at) override { next_.packet_ends(key, at); }
  void credit_returns(Number link, std::uint8_t of, Ticks given, Ticks usable) override {
    next_.credit_returns(link, of, given, usable);
  }
  void link_lost(Number link, Ticks from, Ticks until, core::StallCause cause) override {
    next_.link_lost(link, from, until, cause);
  }
  void flow_begins(Number flow, Ticks at) override { next_.flow_begins(flow, at); }
  void flow_waits(Number flow, Ticks from, Ticks until, const std::string& cause,
                  Number behind) override {
    next_.flow_waits(flow, from, until, cause, behind);
  }
  void flow_ends(Number flow, Ticks at) override { next_.flow_ends(flow, at); }
  void task_ends(Number processor, const char* kind, Ticks posted, Ticks began,
                 Ticks ended) override {
    next_.task_ends(processor, kind, posted, began, ended);
  }

 private:
  core::HopJournal::Sink& next_;
};

/// Counts the packets of each link and how long they occupy it, and forwards all events.
class LinkLoads final : public ForwardingSink {
 public:
  struct Load {
    std::uint64_t packets = 0;
    core::Ticks held = 0;
  };
  using ForwardingSink::ForwardingSink;
  [[nodiscard]] const std::map<Number, Load>& by_link() const { return loads_; }

 private:
  void leaves(const Hop& hop) override;

  std::map<Number, Load> loads_;
};

/// The link that a copy's packets occupy longest when the copy is alone in the machine, with the
/// parallel links that carry the copy out of the same node. They bound the speed of every copy on
/// that route.
struct NarrowestLink {
  std::string name;  ///< "rc0 -> rc1"
  unsigned links = 1;
  core::ByteRate rate;  ///< Raw, of one link.
  double payload = 0;   ///< Mean bytes of the copy per packet.
  double wire = 0;      ///< Bytes the link could send in a packet's time.

  /// `bytes` are those of the copy, the only one that ran. Returns nothing if no link is known.
  static std::optional<NarrowestLink> of(const LinkLoads& loads, const core::HopJournal& journal,
                                         const platforms::Graph& graph, std::uint64_t bytes);
  [[nodiscard]] double most() const;  ///< Upper bound of a copy, in B/s.
  /// Returns a text such as "rc0 -> rc1: 20.8 GB/s x 64/72 = 18.49 GB/s".
  [[nodiscard]] std::string text() const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// Returns a sentence about the NarrowestLink::json() of an AloneRun, as lines; empty: there is
/// none.
std::string narrowest_sentence(const nlohmann::json& narrowest);

}  // namespace gf::app

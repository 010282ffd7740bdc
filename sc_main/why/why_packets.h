// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

#include "explain/packet_latency.h"

namespace gf::app {

/// A question about a measured network of routers: "flow 3->17", "packets", "packets minimal",
/// "packets non-minimal", "packets vc 1", "packets hops 3".
class PacketQuestion {
 public:
  /// Parses `text`; empty: all packets. Throws UserError(kUsage) for other texts.
  explicit PacketQuestion(std::string text);

  /// Returns whether a text is one of these questions, for platforms that also answer others.
  static bool asks(const std::string& text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_flow() const;
  /// With many flows, nobody could read which flow was behind which.
  [[nodiscard]] core::PacketLatency::Flows flows() const {
    return is_flow() ? core::PacketLatency::Flows::kKept : core::PacketLatency::Flows::kJoined;
  }
  /// By the names of the active() journal.
  [[nodiscard]] core::PacketLatency::Wanted wanted() const;

 private:
  std::string text_;
};

/// Why packets of a network took as long as they did.
struct WhyPackets {
  const PacketQuestion& question;
  const core::PacketLatency& latency;
  const core::HopJournal& journal;
  core::Ticks cycle = 1;

  /// Throws UserError(kUsage) if the run has packets that count but none that match; the message
  /// names the existing ones.
  void check() const;
  /// Returns text within `columns`: a sentence, a table of the mean latency's parts, the `top`
  /// places with the longest waits, the causes behind waits for credit, and the busiest channel.
  [[nodiscard]] std::string text(std::size_t top, std::size_t columns) const;
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  void print_places(std::ostream& out, std::size_t top, std::size_t columns) const;
  void print_behind(std::ostream& out, std::size_t top, std::size_t columns) const;
};

}  // namespace gf::app

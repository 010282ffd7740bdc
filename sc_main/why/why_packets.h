// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

#include "explain/packet_latency.h"

namespace gf::app {

/// What is asked of a measured network of routers: "flow 3->17", "packets", "packets minimal",
/// "packets non-minimal", "packets vc 1", "packets hops 3".
class PacketQuestion {
 public:
  /// Empty: all packets. Throws UserError(kUsage) for what is none of these.
  explicit PacketQuestion(std::string text);

  /// Whether a question is one of these, if packets are not what it is about anyway.
  static bool asks(const std::string& text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_flow() const;
  /// Of many flows nobody can read who was behind whom.
  [[nodiscard]] core::PacketLatency::Flows flows() const {
    return is_flow() ? core::PacketLatency::Flows::kKept : core::PacketLatency::Flows::kJoined;
  }
  /// By the names of the journal that is active().
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

  /// Throws UserError(kUsage) if the run has packets that count, but none that is asked for; it
  /// names what there is.
  void check() const;
  /// Within `columns`: a sentence, a table of what the mean latency went into, the `top` places of
  /// its waits, the longest first, what was behind those for credit, and the busiest channel.
  [[nodiscard]] std::string text(std::size_t top, std::size_t columns) const;
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  void print_places(std::ostream& out, std::size_t top, std::size_t columns) const;
  void print_behind(std::ostream& out, std::size_t top, std::size_t columns) const;
};

}  // namespace gf::app

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "explain/slow_flows.h"
#include "platforms/platform.h"
#include "sc_main/why/why_copies.h"

namespace gf::app {

/// The longest wait at the bottleneck of a run: which packet waited, when, and for what.
struct LongestWait {
  /// A link or queue of the chain from the cause to the effect.
  struct Place {
    std::string text;                ///< "k80_2 -> gpu4 shared with copy 5->4".
    std::vector<std::string> paths;  ///< Modules with its signals: "k80_2.egress_0".
  };
  /// Time for which a packet that was in the way occupied the link.
  struct Passage {
    core::Ticks from = 0;
    core::Ticks until = 0;
    std::uint64_t packet = 0;  ///< Its number in its flow, from 1.
  };
  std::string packet;  ///< "copy 0->5, packet 17", as --follow takes it; "a packet of copy 1->4".
  std::string cause;   ///< Text of the first place.
  core::Ticks from = 0;
  core::Ticks until = 0;
  unsigned credit_class = 0;        ///< Of the packet, on links with credits.
  std::vector<Place> chain;         ///< From the cause to the effect.
  std::vector<Passage> in_the_way;  ///< In the order of time; empty: the cause is not a packet on a
                                    ///< link, or not known by packet.

  [[nodiscard]] nlohmann::json json() const;
  static LongestWait from_json(const nlohmann::json& json);
};

class WaitSink;

/// Finds the LongestWait of a run. Create it before the run.
///
/// The bottleneck is that of `gpufabric why`: the largest cause of the flow that lost most time,
/// and the wait is the longest one of a packet of that flow with this cause. Of a copy between
/// nodes it is the longest wait of its packets on links and in routers, whatever the cause: waits
/// inside cards have no signals of packets. In a network of routers that measures latencies, the
/// bottleneck is the place where packets that were first in their queue waited longest for others
/// in total.
class WaitSearch {
 public:
  /// `platform` is built and outlives it.
  explicit WaitSearch(const platforms::Platform& platform);
  ~WaitSearch();
  WaitSearch(const WaitSearch&) = delete;
  WaitSearch& operator=(const WaitSearch&) = delete;

  /// Returns nothing if no packet waited for another or for a credit. Call it after the run. Throws
  /// UserError(kUsage) if the platform does not report the hops of its packets.
  [[nodiscard]] std::optional<LongestWait> found() const;

 private:
  const platforms::Platform& platform_;
  core::SlowFlows flows_;
  WhyCopies copies_{flows_};  ///< Names the packets of copies between nodes.
  std::unique_ptr<WaitSink> sink_;
  std::unique_ptr<core::HopJournal> journal_;
  core::WaitNames names_;
};

}  // namespace gf::app

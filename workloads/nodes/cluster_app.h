// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

namespace gf::model {

/// A way from one rank to another: a buffer in GPU memory at either end, both of twice `bytes`, so
/// that the message of the next step never writes over the one that is still read.
struct AppChannel {
  unsigned from = 0;
  unsigned to = 0;
  std::uint64_t bytes = 0;  ///< Largest message.
};

/// At most one message a channel and step.
struct AppMessage {
  unsigned channel = 0;                ///< Index into ClusterApp::channels().
  std::uint64_t bytes = 0;             ///< At least 1.
  std::vector<std::uint8_t> contents;  ///< `bytes` of them, or none: time alone is of interest.
};

/// What a rank does before it has to wait: a kernel, then messages that leave while a second kernel
/// runs. The step ends when both kernels have ended and `arrivals` messages have come.
struct AppStep {
  sc_core::sc_time first;            ///< Kernels whose results the messages carry.
  sc_core::sc_time overlap;          ///< Kernels that run while messages travel.
  std::vector<AppMessage> messages;  ///< Leave when `first` has ended.
  unsigned arrivals = 0;             ///< Messages to this rank in this step.
};

/// An application of several ranks, one GPU each: a real algorithm in host code, whose kernels take
/// modelled times and whose messages carry its data.
/// A rank calls next() at the beginning of each of its steps, and receive() for every message of
/// the step, in order of channels, at its end; so results do not depend on the order of arrival.
/// Rank a may send to b in a step only if b sends to a in that step: nobody is ahead by more than
/// one step.
class ClusterApp {
 public:
  virtual ~ClusterApp() = default;
  [[nodiscard]] virtual unsigned ranks() const = 0;
  [[nodiscard]] virtual const std::vector<AppChannel>& channels() const = 0;
  /// Fills in the rank's next step (which comes empty); false: the rank has ended.
  virtual bool next(unsigned rank, AppStep& step) = 0;
  /// `contents`: what came by `channel`; empty if none was sent.
  virtual void receive(unsigned channel, const std::vector<std::uint8_t>& contents) = 0;

  /// Where several processes have some of the ranks each: what one that has ended has computed, as
  /// bytes, for the process that looks at the whole.
  [[nodiscard]] virtual std::string said_by(unsigned /*rank*/) const { return {}; }
  virtual void take(unsigned /*rank*/, const std::string& /*said*/) {}
};

}  // namespace gf::model

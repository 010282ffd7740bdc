// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

namespace gf::model {

/// A path from one rank to another. It has a buffer of twice `bytes` in GPU memory at each end, so
/// that the message of the next step never overwrites one that is still being read.
struct AppChannel {
  unsigned from = 0;
  unsigned to = 0;
  std::uint64_t bytes = 0;  ///< Largest message.
};

/// A message; at most one per channel and step.
struct AppMessage {
  unsigned channel = 0;                ///< Index into ClusterApp::channels().
  std::uint64_t bytes = 0;             ///< At least 1.
  std::vector<std::uint8_t> contents;  ///< `bytes` of data, or empty if only the timing matters.
};

/// One step of a rank: a kernel, then messages, which travel while a second kernel runs. The step
/// ends when both kernels have ended and `arrivals` messages have arrived.
struct AppStep {
  sc_core::sc_time first;            ///< Kernel that computes the contents of the messages.
  sc_core::sc_time overlap;          ///< Kernel that runs while messages travel.
  std::vector<AppMessage> messages;  ///< Sent when `first` has ended.
  unsigned arrivals = 0;             ///< Messages to this rank in this step.
};

/// An application with several ranks, one GPU each: a real algorithm in host code. Its kernels take
/// modelled times and its messages carry its data.
/// A rank calls next() at the beginning of each step. At the end of the step it calls receive() for
/// every message of the step, in the order of channels, so results do not depend on the order of
/// arrival.
/// Rank a may send to b in a step only if b sends to a in the same step; no rank is therefore more
/// than one step ahead.
class ClusterApp {
 public:
  virtual ~ClusterApp() = default;
  [[nodiscard]] virtual unsigned ranks() const = 0;
  [[nodiscard]] virtual const std::vector<AppChannel>& channels() const = 0;
  /// Fills in the rank's next step, which is empty at the call. Returns false if the rank has
  /// ended.
  virtual bool next(unsigned rank, AppStep& step) = 0;
  /// `contents`: data received on `channel`; empty if the message had none.
  virtual void receive(unsigned channel, const std::vector<std::uint8_t>& contents) = 0;

  /// For several processes that run some of the ranks each: returns the results of a rank that has
  /// ended, as bytes for the process that evaluates the whole.
  [[nodiscard]] virtual std::string packed_by(unsigned /*rank*/) const { return {}; }
  virtual void take(unsigned /*rank*/, const std::string& /*said*/) {}
};

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ranks/rank_data.h"
#include "workloads/nodes/cluster_transport.h"

namespace gf::model {

/// How a rank spent its time.
struct RankTimes {
  core::Ticks total = 0;     ///< From the start of the run to the rank's end.
  core::Ticks compute = 0;   ///< Kernels were running.
  core::Ticks boundary = 0;  ///< Kernels on which the messages depend.
  core::Ticks network = 0;   ///< From the end of `first` to the last arrival, summed over steps.
  core::Ticks waiting = 0;   ///< Network time after both kernels had ended, not hidden by overlap.
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;  ///< Sent.
  std::uint64_t steps = 0;
};

/// Runs the programs of an application's ranks over a transport, step by step. It takes no
/// simulated time itself. A timeline shows the steps of each rank, with its kernels and the travel
/// times of its messages. A rank is never more than one step ahead of a rank that it exchanges
/// messages with (checked).
/// If several processes run some of the ranks each (ClusterTransport::acts_here()), the first
/// process gets the data of all ranks (core::RankData).
class ClusterRun final : public ClusterTransport::Client, private core::RankData {
 public:
  ClusterRun(ClusterApp& app, ClusterTransport& transport);

  void start();  ///< Starts all ranks of this process at once.
  /// Returns whether all ranks have ended; with several processes only the first one knows.
  [[nodiscard]] bool done() const { return running_ == 0; }
  /// Returns whether a rank is still running; always false in all processes but the first.
  [[nodiscard]] bool waits() const { return !done() && core::ranks().first(); }
  [[nodiscard]] unsigned running() const { return running_; }
  [[nodiscard]] const std::vector<RankTimes>& times() const { return times_; }
  [[nodiscard]] core::Ticks total() const;  ///< Until the last rank has ended.
  [[nodiscard]] RankTimes slowest() const;  ///< The maximum of each value over all ranks.
  /// Returns for example "rank 2 waits for 3 messages of step 4", for the first rank that has not
  /// ended; empty when done.
  [[nodiscard]] std::string waits_for() const;

  void kernel_ended(unsigned rank) override;
  void arrived(const AppSlot& slot) override;
  void settled(unsigned rank) override;

 private:
  struct Rank {
    AppStep step;
    unsigned kernels = 0;  ///< Kernels of the step that have not ended.
    bool sent = false;
    bool settling = false;  ///< The step is over, but its messages are not readable yet.
    bool done = false;
    bool reported = false;  ///< Its results were sent to the first process.
    core::Ticks began = 0;  ///< Start of the step.
    core::Ticks first_end = 0;
    core::Ticks kernels_end = 0;
    std::array<unsigned, 2> came{};  ///< Messages in each half.
    std::array<core::Ticks, 2> last_arrival{};
  };
  /// The state of a rank that other processes send to the first one.
  struct RankState {
    unsigned rank;
    bool done;
    unsigned kernels;
    unsigned arrivals;
    std::array<unsigned, 2> came;
    RankTimes times;
  };
  void pack(core::ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
  void take(const RankState& state);
  void begin_step(unsigned rank);
  void send(unsigned rank);
  void end_step_if_over(unsigned rank);
  void account(unsigned rank);
  void report(unsigned rank) const;  ///< Adds the ending step to the timeline.
  void take_messages(unsigned rank);
  [[nodiscard]] unsigned half(unsigned rank) const { return times_[rank].steps % 2; }

  ClusterApp& app_;
  ClusterTransport& transport_;
  std::vector<Rank> ranks_;
  std::vector<RankTimes> times_;
  std::vector<std::vector<unsigned>> inbound_;  ///< Channels by receiver, ascending.
  std::vector<std::array<bool, 2>> here_;       ///< By channel and half: arrived, not taken.
  core::Ticks began_ = 0;
  unsigned running_ = 0;
};

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ranks/ranks.h"
#include "workloads/nodes/cluster_transport.h"

namespace gf::model {

/// Where the time of a rank went.
struct RankTimes {
  core::Ticks total = 0;     ///< From the start of the run to the rank's end.
  core::Ticks compute = 0;   ///< Kernels ran.
  core::Ticks boundary = 0;  ///< Time of kernels for which messages waited.
  core::Ticks network = 0;   ///< From the end of `first` to the last arrival, summed over steps.
  core::Ticks waiting =
      0;  ///< Network time after both kernels had ended: what overlap does not hide.
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;  ///< Sent.
  std::uint64_t steps = 0;
};

/// Runs an application over a transport: the ranks' programs, step by step. Takes no time itself.
/// A timeline shows the steps of each rank, and in them its kernels and its messages' way.
/// A rank is never more than one step ahead of one that it exchanges messages with (checked).
/// Where several processes have some of the ranks each (ClusterTransport::acts_here()), the first
/// one knows of all whenever they come home.
class ClusterRun final : public ClusterTransport::Client, private core::Spread {
 public:
  ClusterRun(ClusterApp& app, ClusterTransport& transport);

  void start();  ///< All ranks here at once.
  /// All ranks have ended; of several processes the first one alone knows.
  [[nodiscard]] bool done() const { return running_ == 0; }
  /// Somebody does whom this process speaks for.
  [[nodiscard]] bool waits() const { return !done() && core::ranks().first(); }
  [[nodiscard]] unsigned running() const { return running_; }
  [[nodiscard]] const std::vector<RankTimes>& times() const { return times_; }
  [[nodiscard]] core::Ticks total() const;  ///< Until the last rank has ended.
  [[nodiscard]] RankTimes slowest() const;  ///< The largest of each, over ranks.
  /// "rank 2 waits for 3 messages of step 4": the first that has not ended; empty when done.
  [[nodiscard]] std::string waits_for() const;

  void kernel_ended(unsigned rank) override;
  void arrived(const AppSlot& slot) override;
  void settled(unsigned rank) override;

 private:
  struct Rank {
    AppStep step;
    unsigned kernels = 0;  ///< Of the step, that have not ended.
    bool sent = false;
    bool settling = false;  ///< The step is over; its messages are not readable yet.
    bool done = false;
    bool told = false;      ///< What it computed.
    core::Ticks began = 0;  ///< The step.
    core::Ticks first_end = 0;
    core::Ticks kernels_end = 0;
    std::array<unsigned, 2> came{};  ///< Messages in each half.
    std::array<core::Ticks, 2> last_arrival{};
  };
  /// What the first process has to know of a rank.
  struct Told {
    unsigned rank;
    bool done;
    unsigned kernels;
    unsigned arrivals;
    std::array<unsigned, 2> came;
    RankTimes times;
  };
  void bring_home() override;
  [[nodiscard]] std::string said();
  void take(const Told& told);
  void begin_step(unsigned rank);
  void send(unsigned rank);
  void end_step_if_over(unsigned rank);
  void account(unsigned rank);
  void report(unsigned rank) const;  ///< The step that ends, to the timeline.
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

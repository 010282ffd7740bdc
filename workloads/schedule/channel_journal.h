// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/active.h"
#include "core/trace/packet_spans.h"
#include "tlm_models/link/flow.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Records the channels of collectives in a core::SpanLog, as the runner and the blocks report
/// them. A channel of a schedule is an owner, from the schedule's start to the end of its last
/// slice; its slices are the things. Time on links is taken from the HopJournal. It also adds
/// up what the blocks of a channel did.
class ChannelJournal : public core::Active<ChannelJournal> {
 public:
  using Life = core::SpanLog::Life;
  /// Where the time of a channel's blocks went, in ticks, summed over them.
  struct BlockTimes {
    unsigned collective = 0;  ///< Its number in the run, from 1.
    unsigned blocks = 0;
    core::Ticks launch = 0;   ///< Until their kernel had started.
    core::Ticks data = 0;     ///< No slice had come.
    core::Ticks place = 0;    ///< The receiver had no free place.
    core::Ticks loading = 0;  ///< The last warp waited for loads from the GPU's own memory.
    core::Ticks storing = 0;  ///< The last warp waited until ports had taken its stores.
  };

  ChannelJournal(core::SpanLog& log, core::PacketSpansIf& ways) : log_(log), ways_(ways) {}

  static std::string name_of(unsigned channel) { return "channel " + std::to_string(channel); }
  /// Returns the channel that a flow of packets belongs to, "channel 3" for "channel 3 0->1";
  /// empty: to none.
  static std::string channel_of(const std::string& flow);
  /// Returns whether a life in the log is a channel's.
  static bool is_channel(const Life& life) { return !channel_of(life.series).empty(); }

  // Reports of the runner. Tasks are those of the schedule that began last.
  void begins(const Schedule& schedule);
  void slice_begins(const Task& slice);
  void ended(const Task& task);

  // Reports of the blocks.
  void connects(const Flow& connection) {
    ways_.want_last(flow_number(*core::HopJournal::active(), connection));
  }
  /// The slice has passed now, after its last warp had waited `loading` for loads.
  void passed(const Task& slice, core::Ticks loading);
  /// The last of the slice's stores, or of its flags, has been answered now: at a peer the
  /// connection's packet number `packet`, otherwise `connection` is null.
  void stored(const Task& slice, const Flow* connection, std::uint64_t packet, bool flags);

  /// Returns how many schedules with channels have begun.
  [[nodiscard]] unsigned collectives() const { return collectives_; }
  [[nodiscard]] const BlockTimes& blocks(const std::string& life) const { return times_.at(life); }

 private:
  using Thing = core::SpanLog::Thing;
  static constexpr std::uint64_t kGroups = ~std::uint64_t{1} << 32;  ///< Of schedules, in the log.
  struct Block {
    core::Ticks free = 0;  ///< When it could begin its next slice.
  };
  [[nodiscard]] std::size_t number_of(const Task& task) const {
    return static_cast<std::size_t>(&task - schedule_->tasks.data());
  }
  [[nodiscard]] Thing thing(const Task& slice) const;
  [[nodiscard]] core::SpanLog::Place end_of(std::size_t task) const {
    return {schedule_, static_cast<unsigned>(task)};
  }
  /// Adds the time that the slice's block has waited, by what it waited for.
  void add_wait(const Task& slice, Block& block, core::Ticks launched);
  void add_way(const Thing& slice, const Flow* connection, std::uint64_t packet,
               const std::string& where, const std::string& rest);

  core::SpanLog& log_;
  core::PacketSpansIf& ways_;
  const Schedule* schedule_ = nullptr;  ///< Null: that one has no channels.
  unsigned collectives_ = 0;
  std::vector<core::Ticks> ends_;                          ///< By task of the schedule.
  std::map<std::pair<unsigned, unsigned>, Block> blocks_;  ///< By channel and device.
  std::map<unsigned, BlockTimes*> now_;                    ///< Of the schedule, by channel.
  std::map<std::string, BlockTimes> times_;                ///< By life.
};

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/trace/probe.h"
#include "workloads/schedule/schedule.h"

namespace gf::platforms::schedule {

/// Signals of the thread blocks of channels: a block for each channel and device. Nothing is
/// computed while no signal at all is recorded.
class ChannelFifos {
 public:
  enum State : std::uint8_t {
    kNothing = 0,  ///< Not launched, or its program is over.
    kData = 1,     ///< Waits for data.
    kPlace = 2,    ///< Waits for a place at the receiver.
    kMoves = 3,    ///< Loads and stores a slice.
  };

  /// Makes the signals for all channels of `schedules`. `name` returns the path of a device.
  ChannelFifos(const std::vector<model::Schedule>& schedules,
               const std::function<std::string(unsigned device)>& name);

  void begins(const model::Schedule& schedule);
  void slice_begins(const model::Task& slice);
  void slice_passed(const model::Task& slice);
  void ended(const model::Task& task);

 private:
  using Key = std::pair<unsigned, unsigned>;  ///< Channel and device.
  struct Signals {
    explicit Signals(const std::string& path);
    core::Probe state;
    core::Probe filled;
    core::Probe free;
    core::Probe posted;
  };
  struct Block {
    Signals* signals = nullptr;
    std::vector<std::size_t> program{};  ///< Its slices, by number.
    std::size_t next = 0;                ///< Of them: the first that has not begun.
    bool moves = false;
  };
  [[nodiscard]] Block& block_of(const model::Task& slice);
  /// Calls `act` for the blocks to which a slice sends.
  void each_receiver(const model::Task& slice, const std::function<void(unsigned, Block&)>& act);
  void show_state(const Block& block) const;

  std::map<Key, Signals> signals_;
  const model::Schedule* schedule_ = nullptr;  ///< Null: no signal is recorded.
  std::map<Key, Block> blocks_;
  std::vector<bool> ended_;                              ///< By task.
  std::set<std::pair<std::size_t, unsigned>> received_;  ///< Slices that a device's slices read.
};

}  // namespace gf::platforms::schedule

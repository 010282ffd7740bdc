// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/stats/link_senders.h"
#include "core/stats/stats.h"
#include "core/stats/step_recorder.h"

namespace gf::core {

/// Records every statistic of a machine and the use of its links, step by step, in bounded memory;
/// the page of a run shows them. It keeps at most kMostValues numbers, as 16 to 512 steps of the
/// run. There are fewer than 128 steps only if the machine is large or little happens. Recording
/// costs no simulated time.
class StatRecorder final {
 public:
  static constexpr std::size_t kMostSteps = 512;
  static constexpr std::size_t kFewestSteps = 16;
  static constexpr std::size_t kEnoughSteps = 64;  ///< Enough where more would cost too much of the
                                                   ///< run time.
  static constexpr std::size_t kMostValues = 2'000'000;

  /// One direction of a link. Numbers are indices into steps(); `wait` is by cause.
  struct Track {
    std::string path;   ///< core::LinkSender::path.
    std::string stats;  ///< Path of its statistics; empty: none.
    std::size_t busy;   ///< Ticks.
    std::optional<std::size_t> bytes;
    std::optional<std::array<std::size_t, kStallCauses>> wait;  ///< Ticks.
  };
  /// The change of a statistic in a step.
  struct Curve {
    enum class Kind {
      kRate,   ///< `number` per second.
      kShare,  ///< `number`, in ticks, divided by the step's length.
      kMean,   ///< `number` times `scale` divided by `count`: mean of the values a histogram got.
    };
    std::string path;
    std::string name;
    std::string description;
    Unit unit;
    Kind kind;
    std::size_t number;
    std::size_t count = 0;
    double scale = 1;
  };

  /// Records `links` and the existing statistics; both must outlive it. With several ranks each
  /// records the values that it counts (core::RankData).
  explicit StatRecorder(const std::vector<LinkSender>& links);

  /// Ends the recording when the run is over. Collective; afterwards rank 0 has all records.
  void finish() { steps_.finish(); }

  [[nodiscard]] const StepRecorder& steps() const { return steps_; }
  [[nodiscard]] const std::vector<Track>& tracks() const { return tracks_; }
  /// Curves of the statistics that are not in a track; nothing is recorded twice.
  [[nodiscard]] const std::vector<Curve>& curves() const { return curves_; }

 private:
  void add(const LinkSender& link);
  void add(const StatGroup& group, const Stat& stat);

  StepRecorder steps_;
  std::optional<std::size_t> never_;  ///< Number of a value that stays 0.
  std::vector<Track> tracks_;
  std::set<const Stat*> in_tracks_;
  std::vector<Curve> curves_;
};

}  // namespace gf::core

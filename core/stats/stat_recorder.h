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

/// Every statistic of a machine and the use of its links, step by step, in bounded memory: what the
/// page of a run shows. At most kMostValues numbers are kept, as 16 to 512 steps of the run, fewer
/// than 128 only of large machines or where little happens; looking costs simulated time nothing.
class StatRecorder final {
 public:
  static constexpr std::size_t kMostSteps = 512;
  static constexpr std::size_t kFewestSteps = 16;
  static constexpr std::size_t kEnoughSteps = 64;  ///< Where more would cost too much of the run.
  static constexpr std::size_t kMostValues = 2'000'000;

  /// One direction of a link. Numbers are those of steps(); wait: by cause.
  struct Track {
    std::string path;   ///< core::LinkSender::path.
    std::string stats;  ///< Path of its statistics; empty: none.
    std::size_t busy;   ///< Ticks.
    std::optional<std::size_t> bytes;
    std::optional<std::array<std::size_t, kStallCauses>> wait;  ///< Ticks.
  };
  /// What a statistic did in a step.
  struct Curve {
    enum class Kind {
      kRate,   ///< `number` by a second.
      kShare,  ///< `number`, in ticks, by the step's length.
      kMean,   ///< `number` times `scale` by `count`: of what a histogram got in the step.
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

  /// Records `links` and the statistics that exist; both outlive it. Of several ranks each records
  /// what it counts (core::Spread).
  explicit StatRecorder(const std::vector<LinkSender>& links);

  /// Once the run is over. Collective; rank 0 has the records of all.
  void finish() { steps_.finish(); }

  [[nodiscard]] const StepRecorder& steps() const { return steps_; }
  [[nodiscard]] const std::vector<Track>& tracks() const { return tracks_; }
  /// Of every other statistic: what a track has is not recorded twice.
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

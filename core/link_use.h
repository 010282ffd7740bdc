// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/sampler.h"
#include "core/ticks.h"

namespace gf::core {

class Timeline;

/// How busy the links of a machine are while it runs, as counters of a timeline: for each link the
/// share of the time, 0 ... 1, in which it held a packet.
/// Bounded however long a run is: steps of 100 ns, and of twice as long each time that there are
/// kMostSamples of them; of the first kMostWatched links, the kMostShown that were used most, and
/// one counter with the mean of all that are watched.
/// A link's time counts where its packet is sent; what lies beyond a step counts in the next ones.
class LinkUse final : public Sampler {
 public:
  static constexpr std::size_t kMostSamples = 1000;
  static constexpr std::size_t kMostShown = 64;
  static constexpr std::size_t kMostWatched = 4096;

  /// Watches every sender of a link that exists: the groups of statistics with `busy` and
  /// `wire_bytes`. One at a time; the links outlive write().
  LinkUse();
  ~LinkUse() override { active_ = nullptr; }

  static LinkUse* active() { return active_; }  ///< Null: nobody asks.

  /// Watches one link more: `busy` says how long it has held packets so far. It is shown as the
  /// counter `name` of the part `process`.
  void watch(std::string process, std::string name, std::function<Ticks()> busy);

  [[nodiscard]] Ticks next() const override { return last_ + step_; }
  void take_until(Ticks until) override;
  /// Once the run is over.
  void write(Timeline& timeline);

 private:
  struct Link {
    std::string process;
    std::string name;
    std::function<Ticks()> busy;
    Ticks last = 0;   ///< busy() at the last sample.
    Ticks ahead = 0;  ///< The part of `last` that counts in later samples.
    Ticks total = 0;
    std::vector<Ticks> samples;
  };
  void take(Ticks at);
  void merge();
  [[nodiscard]] std::vector<std::size_t> most_used() const;
  void write(Timeline& timeline, const Link& link) const;
  void write_mean(Timeline& timeline) const;

  inline static LinkUse* active_ = nullptr;
  std::vector<Link> links_;
  std::vector<Ticks> ends_;  ///< Dates at which the samples end.
  std::size_t not_watched_ = 0;
  const Ticks begin_;
  Ticks step_ = 100'000'000;  // 100 ns
  Ticks last_;
};

}  // namespace gf::core

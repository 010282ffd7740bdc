// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/ticks.h"
#include "core/ranks/ranks.h"

namespace gf::core {

/// For ranks of a machine whose events lie between the cycles of its clocks (software, devices that
/// compute), so that no rank can run a clock ahead of them. All ranks agree on a time, the end of a
/// stretch. Each lets its simulation kernel run up to it, then they exchange the messages that
/// crossed between them. These messages take at least that long, so all of them arrive after the
/// end.
/// The next stretch begins at the first time at which anything acts in any rank. run_simulation()
/// works this way while an object of this class exists. The ranks meet between two calls of the
/// kernel, which adds no event and no simulated time.
class RankSync {
 public:
  RankSync();
  virtual ~RankSync();
  RankSync(const RankSync&) = delete;
  RankSync& operator=(const RankSync&) = delete;
  /// Null: the ranks do not meet this way, or there is only one process.
  static RankSync* active();

  struct Agreed {
    Ticks next = kNever;  ///< First time at which anything acts; kNever: all are at rest.
    Ticks last = 0;       ///< Last time at which anything has acted.
  };
  /// Call it when everything before `until` has acted here. `next` is the first time at which
  /// something here will act, kNever: none. Collective.
  [[nodiscard]] Agreed meet(Ticks until, Ticks next);
  /// Returns the end of a stretch that begins at `first`.
  [[nodiscard]] virtual Ticks end_of_round(Ticks first) const = 0;

 private:
  /// Called when everything before `until` has acted.
  virtual void served_until(Ticks until) = 0;
  /// Like PartMailbox::pack(), but returns the earliest time; kNever: nothing was sent.
  virtual Ticks pack(std::vector<Ranks::Parcel>& parcels) = 0;
  virtual void unpack(const Ranks::Parcel& parcel) = 0;

  std::vector<Ranks::Parcel> parcels_;
};

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/ticks.h"
#include "core/ranks/ranks.h"

namespace gf::core {

/// Ranks of a machine whose events lie between the cycles of its clocks: software, devices that
/// compute. No rank can run a clock ahead of those. So each lets its simulation kernel act up to a
/// date on which all have agreed, the end of a stretch, and there they exchange what has crossed
/// between them; it is dated behind that end, as what crosses takes so long.
/// The next stretch begins with the first date at which anything acts in any rank.
/// run_simulation() does that while an object of this class lives. They meet between two calls of
/// the kernel: no event and no date of the simulation tells of it.
class RankMeetings {
 public:
  RankMeetings();
  virtual ~RankMeetings();
  RankMeetings(const RankMeetings&) = delete;
  RankMeetings& operator=(const RankMeetings&) = delete;
  /// Null: ranks do not meet so, or the process is alone.
  static RankMeetings* active();

  struct Agreed {
    Ticks next = kNever;  ///< First date at which anything acts; kNever: all are at rest.
    Ticks last = 0;       ///< Last date at which anything has acted.
  };
  /// All before `until` has acted here, and `next` is the first date here at which something will;
  /// kNever: none. Collective.
  [[nodiscard]] Agreed meet(Ticks until, Ticks next);
  /// When a stretch ends that begins at `first`.
  [[nodiscard]] virtual Ticks end_of_stretch(Ticks first) const = 0;

 private:
  /// Everything before `until` has acted.
  virtual void stand_at(Ticks until) = 0;
  /// As PartMail::pack(); the earliest date.
  virtual Ticks pack(std::vector<Ranks::Parcel>& parcels) = 0;
  virtual void unpack(const Ranks::Parcel& parcel) = 0;

  std::vector<Ranks::Parcel> parcels_;
};

}  // namespace gf::core

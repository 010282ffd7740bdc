// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/ticks.h"

namespace gf::core {

/// What things that move have done, step by step, and what let each step begin: the step of the
/// same thing before it, or that of another one which was in the way until then. Walked back from
/// the end of a thing, each moment of its life belongs to one step: the parts add up to the tick.
///
/// Things belong to owners (packets to messages). A wait behind a thing of the same owner is
/// followed into that one's steps, as it could have gone no earlier; a wait behind another owner's
/// is lost to it, and told by what that one was doing meanwhile.
class StepChains {
 public:
  using Id = std::uint32_t;
  using Number = std::uint32_t;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Step {
    Number owner = kNone;
    Number what = kNone;  ///< A number of the caller's.
    Ticks from = 0;
    Ticks until = 0;
    Id before = kNone;       ///< The step before it of the same thing; kNone: it is the first.
    Id blocker = kNone;      ///< The step that had to end before this one could begin.
    bool lost = false;       ///< All of it: it is known whom it waited for, or that it was in vain.
    Number lost_to = kNone;  ///< That owner; kNone: nobody.
    Number at = kNone;       ///< What it was that waited, as `what` is the other's.
  };
  /// A span of a thing's life.
  struct Part {
    Number owner = kNone;  ///< Whose step: another owner's than the thing's: lost to it.
    Number what = kNone;
    bool waits = false;  ///< Before that step could begin, behind nothing that is known.
    Number at = kNone;   ///< Lost: what the thing's own step was that waited.
    Ticks span = 0;
  };
  using Emit = std::function<void(const Part& part)>;

  /// Both `before` and `blocker` have been added before it.
  Id add(const Step& step);
  /// It turns out that the step was in vain: it is lost, to nobody, as `what`.
  void in_vain(Id id, Number what) {
    Step& step = steps_[id];
    step.lost = true;
    step.lost_to = kNone;
    step.what = step.at = what;
  }
  [[nodiscard]] const Step& step(Id id) const { return steps_[id]; }

  /// From `born` to the end of step `last`, backwards.
  void walk(Id last, Ticks born, const Emit& emit) const;

 private:
  std::vector<Step> steps_;
};

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/ticks.h"

namespace gf::core {

/// Records what moving things have done, step by step, and what allowed each step to begin: the
/// previous step of the same thing, or a step of another thing that was in the way until then. A
/// walk back from the end of a thing assigns each part of its life to one step; the parts add up
/// exactly.
///
/// Things belong to owners (packets to messages). A wait behind a thing of the same owner is
/// followed into the steps of that thing, because the waiting one could have gone no earlier. A
/// wait behind another owner's thing is lost to that owner, and is described by what that thing did
/// meanwhile.
class StepChains {
 public:
  using Id = std::uint32_t;
  using Number = std::uint32_t;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Step {
    Number owner = kNone;
    Number what = kNone;  ///< A number that the caller defines.
    Ticks from = 0;
    Ticks until = 0;
    Id before = kNone;       ///< The previous step of the same thing; kNone: it is the first.
    Id blocker = kNone;      ///< The step that had to end before this one could begin.
    bool lost = false;       ///< The whole step is lost, to another owner or because it was
                             ///< useless.
    Number lost_to = kNone;  ///< That owner; kNone: no owner.
    Number at = kNone;       ///< If lost: what the thing itself was doing; `what` is the other's
                             ///< step.
  };
  /// A part of a thing's life.
  struct Part {
    Number owner = kNone;  ///< Owner of the step. If it is not the thing's owner, the time is lost
                           ///< to it.
    Number what = kNone;
    bool waits = false;  ///< Before that step could begin, with no known blocker.
    Number at = kNone;   ///< If lost: what the thing's own waiting step was.
    Ticks span = 0;
  };
  using Emit = std::function<void(const Part& part)>;

  /// Adds a step; its `before` and `blocker` must have been added earlier.
  Id add(const Step& step);
  /// Marks a step that turns out to be useless as lost, to no owner, with `what` as its
  /// description.
  void in_vain(Id id, Number what) {
    Step& step = steps_[id];
    step.lost = true;
    step.lost_to = kNone;
    step.what = step.at = what;
  }
  [[nodiscard]] const Step& step(Id id) const { return steps_[id]; }

  /// Emits the parts from the end of step `last` back to `born`.
  void walk(Id last, Ticks born, const Emit& emit) const;

 private:
  std::vector<Step> steps_;
};

}  // namespace gf::core

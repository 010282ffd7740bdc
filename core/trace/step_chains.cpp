// SPDX-License-Identifier: Apache-2.0
#include "core/trace/step_chains.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::core {
namespace {

using Step = StepChains::Step;
using Id = StepChains::Id;

/// The state of a walk. Step numbers decrease from visit to visit, except where it returns from
/// another owner's steps. Then it continues before the step that it left, so it ends.
class Walk {
 public:
  Walk(const StepChains& steps, Id last, Ticks born, const StepChains::Emit& emit)
      : steps_(steps),
        own_(steps.step(last).owner),
        born_(born),
        emit_(emit),
        at_(last),
        until_(steps.step(last).until),
        bound_(born) {}

  void run() {
    while (at_ != StepChains::kNone) {
      const Step& step = steps_.step(at_);
      spend(step, step.from, false);
      if (until_ == bound_)
        come_back();
      else
        go_before(step);
    }
  }

 private:
  /// Emits the part down to `from`, or down to the bound if that is later.
  void spend(const Step& step, Ticks from, bool waits) {
    from = std::max(from, bound_);
    if (from >= until_) return;
    const bool lost = step.lost && !waits;
    const StepChains::Number at = lost ? step.at : StepChains::kNone;
    // That owner may itself have waited for a thing of the walk's owner; the part still counts for
    // the other owner.
    const bool mutual = lost && !home_ && step.lost_to == own_;
    emit_({lost && !mutual ? step.lost_to : step.owner, step.what, waits, home_ ? at : left_at_,
           until_ - from});
    until_ = from;
  }
  void come_back() {
    at_ = back_;
    back_ = StepChains::kNone;
    bound_ = born_;
    home_ = true;
  }
  void go_before(const Step& step) {
    const Ticks ready = step.before == StepChains::kNone ? bound_ : steps_.step(step.before).until;
    const bool blocked =
        step.blocker != StepChains::kNone && steps_.step(step.blocker).until > ready;
    spend(step, blocked ? steps_.step(step.blocker).until : ready, true);
    if (until_ == bound_) {
      come_back();
    } else if (!blocked) {
      at_ = step.before;
    } else {
      behind(step, ready);
    }
  }
  void behind(const Step& step, Ticks ready) {
    at_ = step.blocker;
    const bool goes_home = steps_.step(at_).owner == own_;
    if (goes_home) {
      back_ = StepChains::kNone;
      bound_ = born_;
    } else if (home_) {
      back_ = step.before;
      bound_ = std::max(ready, born_);
      left_at_ = step.what;
    }
    home_ = goes_home;
  }

  const StepChains& steps_;
  const StepChains::Number own_;
  const Ticks born_;
  const StepChains::Emit& emit_;
  Id at_;
  Ticks until_;
  Ticks bound_;
  Id back_ = StepChains::kNone;  ///< Step with which it continues at the bound, while among another
                                 ///< owner's steps.
  bool home_ = true;             ///< Whether it is among its own owner's steps.
  StepChains::Number left_at_ = StepChains::kNone;  ///< `what` of its own step that it left.
};

}  // namespace

StepChains::Id StepChains::add(const Step& step) {
  GF_CHECK(step.from <= step.until, "a step that ends before it begins");
  steps_.push_back(step);
  return static_cast<Id>(steps_.size() - 1);
}

void StepChains::walk(Id last, Ticks born, const Emit& emit) const {
  Walk(*this, last, born, emit).run();
}

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/trace/span_log.h"

namespace gf::core {
namespace {

using Span = SpanLog::Span;
using Id = SpanLog::Id;

/// The state of a walk. Span numbers decrease from visit to visit, except where it returns from
/// another owner's spans. Then it continues before the span that it left, so it ends.
class Walk {
 public:
  Walk(const SpanLog& log, Id last, Ticks born, const SpanLog::Emit& emit)
      : log_(log),
        own_(log.span(last).owner),
        born_(born),
        emit_(emit),
        at_(last),
        until_(log.span(last).until),
        bound_(born) {}

  void run() {
    while (at_ != SpanLog::kNone) {
      const Span& span = log_.span(at_);
      spend(span, span.from, false);
      if (until_ == bound_)
        come_back();
      else
        go_before(span);
    }
  }

 private:
  /// Emits the part down to `from`, or down to the bound if that is later.
  void spend(const Span& span, Ticks from, bool waits) {
    from = std::max(from, bound_);
    if (from >= until_) return;
    const bool lost = span.lost && !waits;
    const SpanLog::Number at = lost ? span.at : SpanLog::kNone;
    // That owner may itself have waited for a thing of the walk's owner; the part still counts for
    // the other owner.
    const bool mutual = lost && !home_ && span.lost_to == own_;
    emit_({lost && !mutual ? span.lost_to : span.owner, span.what, waits, home_ ? at : left_at_,
           until_ - from});
    until_ = from;
  }
  void come_back() {
    at_ = back_;
    back_ = SpanLog::kNone;
    bound_ = born_;
    home_ = true;
  }
  void go_before(const Span& span) {
    const Ticks ready = span.before == SpanLog::kNone ? bound_ : log_.span(span.before).until;
    const bool blocked = span.blocker != SpanLog::kNone && log_.span(span.blocker).until > ready;
    spend(span, blocked ? log_.span(span.blocker).until : ready, true);
    if (until_ == bound_) {
      come_back();
    } else if (!blocked) {
      at_ = span.before;
    } else {
      behind(span, ready);
    }
  }
  void behind(const Span& span, Ticks ready) {
    at_ = span.blocker;
    const bool goes_home = log_.span(at_).owner == own_;
    if (goes_home) {
      back_ = SpanLog::kNone;
      bound_ = born_;
    } else if (home_) {
      back_ = span.before;
      bound_ = std::max(ready, born_);
      left_at_ = span.what;
    }
    home_ = goes_home;
  }

  const SpanLog& log_;
  const SpanLog::Number own_;
  const Ticks born_;
  const SpanLog::Emit& emit_;
  Id at_;
  Ticks until_;
  Ticks bound_;
  Id back_ = SpanLog::kNone;  ///< Span with which it continues at the bound, while among another
                              ///< owner's spans.
  bool home_ = true;          ///< Whether it is among its own owner's spans.
  SpanLog::Number left_at_ = SpanLog::kNone;  ///< `what` of its own span that it left.
};

}  // namespace

void SpanLog::walk(Id last, Ticks born, const Emit& emit) const {
  Walk(*this, last, born, emit).run();
}

}  // namespace gf::core

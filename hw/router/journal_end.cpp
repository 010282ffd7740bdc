// SPDX-License-Identifier: Apache-2.0
#include "hw/router/journal_end.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "core/base/error.h"
#include "hw/router/output_port.h"

namespace gf::hw::router {
namespace {

core::StallCause stall_cause(std::string_view cause) {
  if (cause == kNoCreditCause) return core::StallCause::kNoCredit;
  if (cause == kReplayCause) return core::StallCause::kReplay;
  // While a virtual channel is held, the link serves the packet that holds it.
  if (cause == kArbitrationCause || cause == kHeldCause) return core::StallCause::kArbitrationLost;
  return core::StallCause::kLinkBusy;
}

}  // namespace

void FrontWaits::blocked(core::Cycle at, const Front& front, const Block& block,
                         core::Ticks period) {
  const bool goes_on = block.cause == block_.cause && block.behind == block_.behind &&
                       block.queue.front == block_.queue.front && front.flow == front_.flow &&
                       front.link == front_.link;
  // Ask the other queue at least every kLater cycles: it forgets older spans.
  if (goes_on && (block.queue.front == nullptr || at < noted_ + kLater)) return;
  end(at, period);
  noted_ = at;
  block_ = block;
  front_ = front;
}

void FrontWaits::end(core::Cycle at, core::Ticks period) {
  if (block_.cause == nullptr || at <= noted_) return;
  Spans spans;
  append_block(spans, noted_ * period, at * period, period, 0);
  for (const Span& span : spans) {
    Span* const last = waits_.empty() ? nullptr : &waits_.back();
    const bool goes_on = last != nullptr && last->cause == span.cause &&
                         last->behind == span.behind && last->chain == span.chain &&
                         last->at_end == span.at_end && last->until == span.from;
    if (goes_on)
      last->until = span.until;
    else
      waits_.push_back(span);
  }
}

void FrontWaits::append_block(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
                              unsigned depth) const {
  if (block_.queue.front == nullptr)
    spans.push_back({{from, until, block_.cause, block_.behind}, front_});
  else
    append_behind(spans, from, until, period, depth);
}

void FrontWaits::append_behind(Spans& spans, core::Ticks from, core::Ticks until,
                               core::Ticks period, unsigned depth) const {
  const auto unknown = [&](core::Ticks end) {
    if (from < end) spans.push_back({{from, end, block_.cause, block_.behind}, front_});
    from = std::max(from, end);
  };
  const core::Ticks back = block_.queue.back * period;
  Spans behind;
  if (until > back && depth < core::WaitCauses::kLongest)
    block_.queue.front->append(behind, std::max(from, back) - back, until - back, period,
                               depth + 1);
  for (const Span& span : behind) {
    unknown(span.from + back);
    const Number chain = core::HopJournal::active()->cause(
        {span.front.queue, span.front.link, span.cause, span.chain});
    const Number at_end = span.chain == core::HopJournal::kNone ? span.behind : span.at_end;
    from = span.until + back;
    spans.push_back(
        {{span.from + back, from, block_.cause, span.front.flow, chain, at_end}, front_});
  }
  unknown(until);
}

void FrontWaits::append(Spans& spans, core::Ticks from, core::Ticks until, core::Ticks period,
                        unsigned depth) const {
  const auto append_of = [&](const auto& kept) {
    auto span = std::upper_bound(kept.begin(), kept.end(), from,
                                 [](core::Ticks t, const Span& one) { return t < one.until; });
    for (; span != kept.end() && span->from < until; ++span) {
      spans.push_back(*span);
      spans.back().from = std::max(span->from, from);
      spans.back().until = std::min(span->until, until);
    }
  };
  append_of(left_);
  append_of(waits_);
  const core::Ticks noted = std::max(from, noted_ * period);
  if (block_.cause != nullptr && noted < until) append_block(spans, noted, until, period, depth);
}

void FrontWaits::moves(core::Cycle at, const Front& front, core::Ticks period) {
  Front who = front;
  who.link = core::HopJournal::kNone;
  left_.push_back({{{at * period, (at + 1) * period, kQueueAdvancesCause}, who}, known_.back()});
}

std::vector<core::HopJournal::Wait> FrontWaits::leaves(core::Cycle at, core::Cycle known,
                                                       core::Ticks period) {
  end(at, period);
  block_ = {};
  // Senders that wait for space here looked when they last learned of free space. They asked for
  // waits up to kLater cycles before that.
  for (; !known_.empty() && known_.front() < at; known_.pop_front()) asked_ = known_.front();
  while (!left_.empty() && left_.front().known + kLater <= asked_) left_.pop_front();
  known_.push_back(known);
  for (const Span& span : waits_) left_.push_back({span, known});
  std::vector<Wait> own(waits_.begin(), waits_.end());
  waits_.clear();
  return own;
}

void report(core::HopJournal& journal, core::HopJournal::Hop hop,
            const std::vector<core::HopJournal::Wait>& waits) {
  core::Ticks until = hop.ready;
  for (const core::HopJournal::Wait& wait : waits) {
    GF_CHECK(wait.from == until && wait.from < wait.until,
             fmt::format("{}: spans of a wait do not join", journal.queue_name(hop.queue)));
    until = wait.until;
    hop.waited.add(stall_cause(wait.cause), wait.until - wait.from);
  }
  GF_CHECK(until == hop.start, fmt::format("{}: a flit left at {}, and its waits end at {}",
                                           journal.queue_name(hop.queue), hop.start, until));
  hop.waits = hop.counts ? &waits : nullptr;
  journal.leaves(hop);
}

using core::HopJournal;

Block SourceFront::why_not(unsigned vc) const {
  if (output_.has_credit(vc, 1)) return {};
  return {kNoCreditCause, HopJournal::kNone,
          output_.sink().journal_end()->buffer(output_.sink_port(), vc)};
}

FlitNote SourceFront::sends(HopJournal::Hop hop, unsigned source, bool head, core::Cycle now) {
  HopJournal& journal = *HopJournal::active();
  if (head) {
    ++packets_;
    flit_ = 0;
  }
  const std::uint64_t number = (std::uint64_t{source} << 32) + packets_;
  const FlitNote note{number * FlitNote::kFlits + flit_++, hop.flow};
  hop.key = note.key;
  hop.whole = head ? 0 : note.packet();
  hop.follows = !head;
  hop.queue = journal.queue(&output_, 0, [&] { return queue_; });
  hop.link = journal.link(&output_, 0, [&] {
    return name_ + " to " + output_.sink().journal_end()->title(output_.sink_port());
  });
  hop.start = now * period_;
  const std::vector<HopJournal::Wait> waits = leaves(now, now, period_);
  hop.waits = &waits;
  journal.first_leaves(hop);
  hop.free = (now + output_.flit_cycles()) * period_;
  hop.there = (now + output_.latency()) * period_;
  report(journal, hop, waits);
  first_from(now + output_.flit_cycles());
  return note;
}

void SourceFront::send_note(const FlitNote& note, unsigned vc, bool tail, core::Cycle now) {
  output_.sink().journal_end()->note_comes(output_.sink_port(), vc, note, tail,
                                           now + output_.latency());
}

void SinkJournal::note_comes(unsigned, unsigned, const FlitNote& note, bool tail, core::Cycle at) {
  HopJournal& journal = *HopJournal::active();
  if (!note.head()) journal.flit_ends(note.key);
  if (tail) journal.packet_ends(note.packet(), at * period_);
}

}  // namespace gf::hw::router

// SPDX-License-Identifier: Apache-2.0
#include "core/trace/packet_spans.h"

#include <algorithm>

namespace gf::core {
namespace {

Ticks end_of(const SpanLog& log, const SpanLog::Thing& thing, SpanLog::Id span) {
  return span == SpanLog::kNone ? log.since(thing) : log.span(span).until;
}

}  // namespace

SpanLog::Id add_spans(SpanLog& log, const SpanLog::Thing& thing, SpanLog::Id before,
                      const PacketSpansIf::Spans& spans, const std::string& where,
                      const std::function<std::string(HopJournal::Number)>& name) {
  for (const PacketSpansIf::Span& span : spans) {
    const Ticks from = std::max(span.from, end_of(log, thing, before));
    if (from >= span.until) continue;
    if (!span.lost)
      before = log.after(before, thing, where + ": " + span.what, from, span.until);
    else
      before =
          log.lost(before, thing, where, span.behind == HopJournal::kNone ? "" : name(span.behind),
                   span.what, from, span.until);
  }
  return before;
}

SpanLog::Id add_rest(SpanLog& log, const SpanLog::Thing& thing, SpanLog::Id before,
                     const std::string& what) {
  const Ticks since = end_of(log, thing, before);
  return since >= now_ticks() ? before : log.after(before, thing, what, since, now_ticks());
}

}  // namespace gf::core

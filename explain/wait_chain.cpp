// SPDX-License-Identifier: Apache-2.0
#include "explain/wait_chain.h"

#include <algorithm>
#include <fmt/format.h>

namespace gf::core {

bool is_lost(const WaitChain& chain, HopJournal::Number own) {
  const WaitStep& cause = chain.back();
  switch (cause.kind) {
    case WaitStep::kOwn:
    case WaitStep::kLatency:
    case WaitStep::kIssue:
      return false;
    case WaitStep::kSource:
      return cause.flow != HopJournal::kNone && cause.flow != own;
    case WaitStep::kCredits:
    case WaitStep::kReadOut:
      return cause.flow != own;
    default:
      return true;
  }
}

Ticks lost_time(const WaitTimes& times, HopJournal::Number own) {
  Ticks lost = 0;
  for (const auto& [chain, span] : times)
    if (is_lost(chain, own)) lost += span;
  return lost;
}

std::string text_of(const WaitStep& step, const WaitNames& names) {
  switch (step.kind) {
    case WaitStep::kOwn:
      return "its own packets on " + names.link(step.place);
    case WaitStep::kLatency:
      return "latency along its path";
    case WaitStep::kIssue:
      return "packet not yet created by its source";
    case WaitStep::kSource:
      if (step.flow == HopJournal::kNone) return names.cause(step.place);
      return names.cause(step.place) + " " + names.flow(step.flow);
    case WaitStep::kShared:
      return fmt::format("{} shared with {}", names.link(step.place), names.flow(step.flow));
    case WaitStep::kBehind:
      return fmt::format("behind {} in {}", names.flow(step.flow), names.queue(step.place));
    case WaitStep::kReadOut:
      return fmt::format("{} read out a packet of {}", names.queue(step.place),
                         names.flow(step.flow));
    case WaitStep::kNoCredit:
      return "no credit of " + names.link(step.place);
    case WaitStep::kFull:
      return names.queue(step.place) + " full";
    case WaitStep::kCredits:
      return fmt::format("credits of {} returning from {}", names.link(step.place),
                         names.flow(step.flow));
    case WaitStep::kReplay:
      return "replays of " + names.link(step.place);
    case WaitStep::kTurning:
      return "lane reversal on " + names.link(step.place);
    case WaitStep::kOrder:
      return "ordering rules in " + names.queue(step.place);
    case WaitStep::kUnknown:
      break;
  }
  return "unknown";
}

std::string text_of(const WaitChain& chain, const WaitNames& names) {
  std::string text;
  for (const WaitStep& step : chain) text += (text.empty() ? "" : " <- ") + text_of(step, names);
  return text;
}

}  // namespace gf::core

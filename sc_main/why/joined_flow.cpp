// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/joined_flow.h"

#include <cctype>
#include <map>
#include <utility>

namespace gf::app {
namespace {

using core::HopJournal;
using core::WaitStep;
using Places = std::map<HopJournal::Number, HopJournal::Number>;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Returns the numbers and the texts between them, in turn.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  for (const char c : name.substr(0, name.find(" #"))) {
    if (parts.empty() || is_digit(parts.back().back()) != is_digit(c)) parts.emplace_back();
    parts.back() += c;
  }
  return parts;
}

bool is_queue(WaitStep::Kind kind) {
  return kind == WaitStep::kBehind || kind == WaitStep::kReadOut || kind == WaitStep::kFull ||
         kind == WaitStep::kOrder;
}

HopJournal::Number first_of(const Places& places, HopJournal::Number place) {
  const auto found = places.find(place);
  return found == places.end() ? place : found->second;
}

core::WaitNames::Name joined_names(const Places& places, const core::WaitNames::Name& exact) {
  std::map<HopJournal::Number, std::vector<std::string>> members;
  for (const auto& [place, first] : places) members[first].push_back(exact(place));
  std::map<HopJournal::Number, std::string> names;
  for (const auto& [first, all] : members)
    if (all.size() > 1) names[first] = common_name(all);
  return [names, exact](HopJournal::Number place) {
    const auto joined = names.find(place);
    return joined == names.end() ? exact(place) : joined->second;
  };
}

}  // namespace

std::string common_name(const std::vector<std::string>& names) {
  std::vector<std::string> common = parts_of(names.front());
  for (const std::string& name : names) {
    const std::vector<std::string> parts = parts_of(name);
    if (parts.size() != common.size()) return names.front() + " and others";
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (parts[i] != common[i]) common[i] = "*";
  }
  std::string text;
  for (const std::string& part : common) text += part;
  return text;
}

JoinedFlow::JoinedFlow(const core::SlowFlow& whole, const core::WaitNames& exact)
    : flow(whole), names(exact) {
  flow.times.clear();
  for (const auto& [chain, span] : whole.times) {
    core::WaitChain joined = chain;
    for (WaitStep& step : joined)
      if (step.kind != WaitStep::kSource)
        step.place = first_of(is_queue(step.kind) ? flow.queues : flow.links, step.place);
    flow.times[joined] += span;
  }
  names.link = joined_names(flow.links, exact.link);
  names.queue = joined_names(flow.queues, exact.queue);
}

}  // namespace gf::app

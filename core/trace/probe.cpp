// SPDX-License-Identifier: Apache-2.0
#include "core/trace/probe.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/base/error.h"

namespace gf::core {
namespace {

/// Keys are the probes' own strings.
std::map<std::string_view, Probe*>& known_probes() {
  static std::map<std::string_view, Probe*> probes;
  return probes;
}

}  // namespace

Probe::Probe(std::string path, unsigned bits, std::string description)
    : path_(std::move(path)), bits_(bits), description_(std::move(description)) {
  GF_CHECK(known_probes().emplace(path_, this).second, "two probes at " + path_);
}

Probe::~Probe() {
  // Probes may be destroyed before their sinks, with their modules: any_on() must not stay true for
  // them.
  ObserverCounts::of_changes -= sinks_.size();
  known_probes().erase(path_);
}

void Probe::attach(ProbeSink& sink, std::uint32_t id) {
  detach(sink);
  sinks_.push_back({&sink, id});
  ++ObserverCounts::of_changes;
}

void Probe::detach(const ProbeSink& sink) {
  const auto its = std::find_if(sinks_.begin(), sinks_.end(),
                                [&](const Attached& one) { return one.sink == &sink; });
  if (its == sinks_.end()) return;
  sinks_.erase(its);
  --ObserverCounts::of_changes;
}

// From the last to the first: a sink that detaches during the call only moves sinks that were
// already called.
void Probe::tell_set(Ticks at, std::uint64_t value) {
  for (std::size_t n = sinks_.size(); n-- > 0;)
    sinks_[n].sink->set(sinks_[n].id, to_time(at), value);
}

void Probe::tell_add(Ticks at, std::int64_t delta) {
  for (std::size_t n = sinks_.size(); n-- > 0;)
    sinks_[n].sink->add(sinks_[n].id, to_time(at), delta);
}

std::vector<Probe*> all_probes() {
  std::vector<Probe*> sorted;
  for (const auto& [path, probe] : known_probes()) sorted.push_back(probe);
  return sorted;
}

void detach_from_probes(const ProbeSink& sink) {
  for (Probe* const probe : all_probes()) probe->detach(sink);
}

}  // namespace gf::core

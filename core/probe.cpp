// SPDX-License-Identifier: Apache-2.0
#include "core/probe.h"

#include <map>
#include <string_view>

#include "core/error.h"

namespace gf::core {
namespace {

/// Keys are the probes' own strings.
std::map<std::string_view, Probe*>& registry() {
  static std::map<std::string_view, Probe*> probes;
  return probes;
}

}  // namespace

Probe::Probe(std::string path, unsigned bits, std::string description)
    : path_(std::move(path)), bits_(bits), description_(std::move(description)) {
  GF_CHECK(registry().emplace(path_, this).second, "two probes at " + path_);
}

Probe::~Probe() {
  attach(nullptr, 0);
  registry().erase(path_);
}

void Probe::attach(ProbeSink* sink, std::uint32_t id) {
  if (sink_ != nullptr) --attached_;
  if (sink != nullptr) ++attached_;
  sink_ = sink;
  id_ = id;
}

std::vector<Probe*> all_probes() {
  std::vector<Probe*> sorted;
  for (const auto& [path, probe] : registry()) sorted.push_back(probe);
  return sorted;
}

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#include "core/probe.h"

#include <algorithm>

namespace gf::core {
namespace {

std::vector<Probe*>& registry() {
  static std::vector<Probe*> probes;
  return probes;
}

}  // namespace

Probe::Probe(std::string path, unsigned bits, std::string description)
    : path_(std::move(path)), bits_(bits), description_(std::move(description)) {
  registry().push_back(this);
}

Probe::~Probe() {
  auto& probes = registry();
  probes.erase(std::remove(probes.begin(), probes.end(), this), probes.end());
}

void Probe::attach(ProbeSink* sink, std::uint32_t id) {
  sink_ = sink;
  id_ = id;
}

std::vector<Probe*> all_probes() {
  std::vector<Probe*> sorted = registry();
  std::sort(sorted.begin(), sorted.end(),
            [](const Probe* a, const Probe* b) { return a->path() < b->path(); });
  return sorted;
}

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/um_hints.h"

#include <algorithm>

namespace gf::papers::isca21 {
namespace {

const Words kReplicate = {"host.um_prefetch=false"};
const Words kPopulate = {"host.um_prefetch=false", "host.um_read_mostly=false",
                         "host.um_populate=true"};

}  // namespace

Unified::Unified(const ProactAppRuns& runs, const System& system, const App& app)
    : moved_{runs.run(system.name, app, kUnified)} {
  if (system.name == "4x_kepler") return;
  moved_.push_back(runs.run(system.name, app, kUnified, kReplicate));
  populated_.push_back(runs.run(system.name, app, kUnified, kPopulate));
}

double Unified::moved() const {
  double time = seconds(moved_[0]);
  for (const runs::Run& run : moved_) time = std::min(time, seconds(run));
  return time;
}

double Unified::best() const {
  double time = moved();
  for (const runs::Run& run : populated_) time = std::min(time, seconds(run));
  return time;
}

}  // namespace gf::papers::isca21

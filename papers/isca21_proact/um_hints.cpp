// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/um_hints.h"

#include <algorithm>

namespace gf::papers::isca21 {
namespace {

const Words kReplicate = {"host.um_prefetch=false"};
const Words kPopulate = {"host.um_prefetch=false", "host.um_read_mostly=false",
                         "host.um_populate=true"};

}  // namespace

Unified unified(const AppRuns& runs, const System& system, const App& app) {
  const double standard = runs.time(system.name, app, kUnified);
  if (system.name == "4x_kepler") return {standard, standard};
  const double moved = std::min(standard, runs.time(system.name, app, kUnified, kReplicate));
  return {moved, std::min(moved, runs.time(system.name, app, kUnified, kPopulate))};
}

}  // namespace gf::papers::isca21

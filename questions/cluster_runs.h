// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::cluster {

using runs::Words;

/// Requests a run of the platform `cluster`. `settings`: "name=value".
runs::Run ask(Judge& judge, const Words& settings);
/// Requests a run of a schedule: the text of its CSV file.
runs::Run ask_schedule(Judge& judge, const Words& settings, const std::string& schedule,
                       const std::string& label);

/// `settings` and `more`.
Words with(Words settings, const Words& more);

/// Returns the seconds from the issue of a copy to its end, from a run's tasks.csv. Waits for the
/// run. Throws std::logic_error if there is no such task.
double time_of(const core::CsvTable& tasks, const std::string& graph, const std::string& id);

/// Returns the size at which two curves over the same sizes cross, with straight lines between
/// points and sizes on a logarithmic scale. Returns nothing if they do not cross.
std::optional<double> crossing_of(const std::vector<double>& sizes, const std::vector<double>& a,
                                  const std::vector<double>& b);

}  // namespace gf::papers::cluster

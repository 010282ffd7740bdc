// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::cluster {

using runs::Words;

/// A run of the platform `cluster`. `settings`: "name=value".
runs::Run ask(Judge& judge, const Words& settings);
/// The same, of a schedule: the text of its CSV file.
runs::Run ask_schedule(Judge& judge, const Words& settings, const std::string& schedule,
                       const std::string& label);

/// `settings` and `more`.
Words with(Words settings, const Words& more);

/// Seconds from the issue of a copy to its end, from a run's tasks.csv. Waits for the run. Throws
/// std::logic_error where it has no such task.
double time_of(const core::CsvTable& tasks, const std::string& graph, const std::string& id);

/// Where two curves over the same sizes cross: straight lines between points, sizes by their
/// logarithm. Nothing where they do not.
std::optional<double> crossing_of(const std::vector<double>& sizes, const std::vector<double>& a,
                                  const std::vector<double>& b);

}  // namespace gf::papers::cluster

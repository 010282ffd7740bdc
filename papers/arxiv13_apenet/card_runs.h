// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::apenet13 {

using runs::Words;

/// A column of an OSU table by message size.
struct SizeCurve {
  std::vector<double> sizes;   ///< B
  std::vector<double> values;  ///< MB/s, us
  [[nodiscard]] double at(double size) const;
  [[nodiscard]] double highest() const;
};
/// Returns the measured column of a run's osu.csv. Waits for the run.
SizeCurve curve_of(const runs::Run& run);

/// Requests a run of a platform. `settings`: "name=value".
runs::Run ask_platform(Judge& judge, const std::string& platform, const Words& settings);
/// Requests a run of apenet_node (a single node) or apenet_cluster.
runs::Run ask_node(Judge& judge, const Words& settings);
runs::Run ask_cluster(Judge& judge, const Words& settings);

/// `settings` and `more`.
Words with(Words settings, const Words& more);
/// Returns the parameters for a single size.
Words one_size(const std::string& size);

/// Source and destination of a message: the paper's four pairs of host and GPU memory.
struct MemoryPair {
  const char* id;    ///< As in row ids.
  const char* name;  ///< As in the paper.
  const char* src;
  const char* dst;
};
inline constexpr std::array<MemoryPair, 4> kWays = {{{"hh", "H-H", "host", "host"},
                                                     {"hg", "H-G", "host", "gpu"},
                                                     {"gh", "G-H", "gpu", "host"},
                                                     {"gg", "G-G", "gpu", "gpu"}}};
/// Returns its parameters of apenet_cluster.
Words settings_of(const MemoryPair& way);

/// Returns a chart of curves by message size.
Chart size_chart(const std::string& quantity, const std::string& unit, Scale scale);
void add_curve(Chart& chart, const std::string& name, const SizeCurve& curve,
               Role role = Role::kSimulated);
/// A horizontal line at a value printed in the paper.
Guide printed(double value, std::string label);

}  // namespace gf::papers::apenet13

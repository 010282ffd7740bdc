// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <gmock/gmock.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/text_match.h"
#include "core/trace/gtkw.h"
#include "tests/support/program.h"

namespace gf::test::wave_runs {

inline const fs::path kWaveforms = fs::path(GF_SOURCE_DIR) / "waveforms";

inline Captured run_table1(const fs::path& directory, std::vector<std::string> more) {
  return program(
      Words{"run", "pcie_t2", "--graphs", kWaveforms / "pcie_table1.csv", "--outdir", directory} +
      more);
}

inline Captured run_with_waves(const fs::path& directory) {
  return run_table1(directory, {"--vcd", "*", "--vcd-groups", kWaveforms / "pcie_t2.signals",
                                "--timeline", "--series", "1 us"});
}

/// Paths of a VCD file's variables by their short names, ranges of bits included: "a.b[15:0]".
inline std::map<std::string, std::string> variables_of(std::istream& vcd) {
  std::map<std::string, std::string> paths;
  std::string scope;
  std::string line;
  while (std::getline(vcd, line) && line != "$enddefinitions $end") {
    std::istringstream words(line);
    std::string kind, type, name, bits, code, range;
    words >> kind >> type;
    if (kind == "$scope" && words >> name) scope += name + ".";
    if (kind == "$upscope") scope.erase(scope.rfind('.', scope.size() - 2) + 1);
    if (kind != "$var") continue;
    words >> bits >> code >> name >> range;
    paths[code] = scope + name + (range == "$end" ? "" : range);
  }
  return paths;
}

/// Each glob of the file of groups matches some signal of the run's waveform.
inline void expect_groups_match(const fs::path& groups, const fs::path& run) {
  std::istringstream vcd(read_file(run / "waves.vcd"));
  const std::map<std::string, std::string> signals = variables_of(vcd);
  for (const core::SignalGroup& group : core::load_signal_groups(groups)) {
    for (const std::string& glob : core::split_globs(group.globs)) {
      const auto matches = [&](const auto& signal) {
        return core::glob_match(glob, signal.second.substr(0, signal.second.find('[')));
      };
      EXPECT_TRUE(std::any_of(signals.begin(), signals.end(), matches)) << glob;
    }
  }
}

/// When each signal took which value, in ps.
using Signals = std::map<std::string, std::map<std::uint64_t, unsigned>>;

inline Signals changes_of(const fs::path& file) {
  std::istringstream vcd(read_file(file));
  const std::map<std::string, std::string> paths = variables_of(vcd);
  Signals changes;
  std::uint64_t now = 0;
  for (std::string line; std::getline(vcd, line);) {
    const std::size_t blank = line.find(' ');
    if (line[0] == '#') now = std::stoull(line.substr(1));
    if (line[0] == '0' || line[0] == '1') changes[paths.at(line.substr(1))][now] = line[0] - '0';
    if (line[0] != 'b' || line.find('x') < blank) continue;
    const std::string& path = paths.at(line.substr(blank + 1));
    changes[path.substr(0, path.find('['))][now] =
        static_cast<unsigned>(std::stoul(line.substr(1, blank), nullptr, 2));
  }
  return changes;
}

inline double us(std::uint64_t ps) { return static_cast<double>(ps) / 1e6; }

}  // namespace gf::test::wave_runs

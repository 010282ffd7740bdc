// SPDX-License-Identifier: Apache-2.0
#include "hw/link/fault_params.h"

#include <map>
#include <vector>

#include "core/base/error.h"
#include "core/base/text_match.h"

namespace gf::hw::link {
namespace {

/// The paths that were looked up with one glob of `failing`.
struct Asked {
  bool matched = false;
  std::vector<std::string> paths;
};

/// Lookups by glob. A process simulates only one machine, so a static map is enough.
std::map<std::string, Asked>& asked() {
  static std::map<std::string, Asked> asked;
  return asked;
}

std::vector<std::string> globs_of(const std::string& failing) {
  std::vector<std::string> globs = core::split_globs(failing);
  if (globs.empty()) globs.push_back(failing);  // matches nothing, as check_failing() reports
  return globs;
}

bool means_lanes(const std::string& glob) {
  return glob.find("lane", glob.rfind('.') + 1) != std::string::npos;  // without a dot, npos + 1 =
                                                                       // 0 searches the whole glob
}

/// Records that `path`, of a port or of lanes, was looked up with `glob`, and whether it matched.
bool note_lookup(const std::string& glob, const std::string& path, bool named) {
  if (glob == "*") return named;
  Asked& those = asked()[glob];
  those.matched |= named;
  those.paths.push_back(path);
  return named;
}

}  // namespace

core::Ticks FaultParams::dies_at(const std::string& path) const {
  bool named = false;
  for (const std::string& glob : globs_of(failing)) {
    if (means_lanes(glob)) {
      asked()[glob];  // a machine without lanes does not call lanes_die_at(), so record the glob
                      // here
    } else {
      named |= note_lookup(glob, path, core::glob_match(glob, path));
    }
  }
  return named && fails_at != sc_core::SC_ZERO_TIME ? fails_at.value() : core::kNever;
}

std::vector<core::Ticks> FaultParams::lanes_die_at(const std::string& path, unsigned count) const {
  std::vector<core::Ticks> dates;
  const std::string lane = path + ".lane_";
  for (const std::string& glob : globs_of(failing)) {
    if (!means_lanes(glob)) continue;
    bool named = false;
    for (unsigned i = 0; i < count; ++i) {
      if (!core::glob_match(glob, lane + std::to_string(i))) continue;
      named = true;
      if (fails_at == sc_core::SC_ZERO_TIME) continue;
      dates.resize(count, core::kNever);
      dates[i] = fails_at.value();
    }
    note_lookup(glob, lane + "0 to lane_" + std::to_string(count - 1), named);
  }
  return dates;
}

core::Ticks FaultParams::dies_at(const sc_core::sc_object& end) const {
  const sc_core::sc_object* const port = end.get_parent_object();
  return dies_at(std::string(port == nullptr ? end.name() : port->name()));
}

void check_failing() {
  for (const auto& [glob, those] : asked()) {
    if (those.matched) continue;
    core::fail_config("", "failing", glob,
                      "the path of an existing port or lane, or a glob that matches one",
                      "there are " + core::known_names(glob, those.paths));
  }
}

}  // namespace gf::hw::link

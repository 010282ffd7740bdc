// SPDX-License-Identifier: Apache-2.0
#include "hw/link/fault_params.h"

#include <map>
#include <vector>

#include "core/error.h"
#include "core/text_match.h"

namespace gf::hw::link {
namespace {

/// What was asked with one text of `failing`.
struct Asked {
  bool matched = false;
  std::vector<std::string> paths;
};

/// By that text. The kernel has one machine a process.
std::map<std::string, Asked>& asked() {
  static std::map<std::string, Asked> asked;
  return asked;
}

}  // namespace

core::Ticks FaultParams::dies_at(const std::string& path) const {
  const bool named = core::glob_match(failing, path);
  if (failing.get() != "*") {
    Asked& those = asked()[failing];
    those.matched |= named;
    those.paths.push_back(path);
  }
  return named && fails_at != sc_core::SC_ZERO_TIME ? fails_at.value() : core::kNever;
}

core::Ticks FaultParams::dies_at(const sc_core::sc_object& end) const {
  const sc_core::sc_object* const port = end.get_parent_object();
  return dies_at(std::string(port == nullptr ? end.name() : port->name()));
}

void check_failing() {
  for (const auto& [glob, those] : asked()) {
    if (those.matched) continue;
    core::fail_config("", "failing", glob, "the path of one that there is, or a glob",
                      "there are " + core::known_names(glob, those.paths));
  }
}

}  // namespace gf::hw::link

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/param/params.h"
#include "platforms/platform.h"

namespace gf::test {

/// A run on the platform cluster with these parameters; in a child process, as SystemC elaborates
/// once.
inline platforms::RunOutcome run_cluster(const std::map<std::string, std::string>& settings) {
  core::ParamRegistry params;
  for (const auto& [name, value] : settings) params.add_override(name, value, "test");
  std::unique_ptr<platforms::Platform> platform;
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    if (entry.name == "cluster") platform = entry.make();
  platform->declare(params.root());
  params.check_all_used();
  platform->build(1);
  return platform->run({});
}

}  // namespace gf::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <map>
#include <string>

#include "core/text/json.h"
#include "tests/support/captured.h"

namespace gf::test {

/// Results by their names, of what a run with --json has printed; fails the test where there is
/// nothing.
inline std::map<std::string, double> results_of(const Captured& run) {
  EXPECT_NE(run.out, "") << run.err;
  std::map<std::string, double> values;
  if (run.out.empty()) return values;
  const nlohmann::json all = core::parse_json(run.out);
  for (const auto& [name, entry] : all.at("results").items())
    if (entry.at("value").is_number()) values[name] = entry.at("value");
  return values;
}

}  // namespace gf::test

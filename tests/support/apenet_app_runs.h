// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::apenet_app_runs {

inline Captured run(const std::string& platform, std::vector<std::string> settings,
                    const std::string& outdir = "") {
  std::vector<std::string> words = {"run", platform, "--quiet"};
  for (std::string& setting : settings) {
    words.emplace_back("-p");
    words.push_back(std::move(setting));
  }
  if (!outdir.empty()) words.insert(words.end(), {"--outdir", outdir});
  return program(words);
}

}  // namespace gf::test::apenet_app_runs

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/captured.h"
#include "tests/support/words.h"

namespace gf::test::profile_command {

/// A machine and an application that take some hundred milliseconds; 1 + 2 x 2 x 2 points.
inline std::vector<std::string> small(const ScratchDirectory& scratch,
                                      std::vector<std::string> more) {
  Words all = Words{"profile", "proact"} + parameters({"gpus=2", "gpu.sms=4", "iterations=1"}) +
              Words{"--workload", "pagerank",      "--quiet",   "--store", scratch / "store",
                    "--chunks",   "16 KiB,64 KiB", "--threads", "64,256"};
  for (const char* own : {"--chunks", "--threads", "--store"}) {  // may be given once
    const auto ours = std::find(all.begin(), all.end(), own);
    if (std::find(more.begin(), more.end(), own) != more.end()) all.erase(ours, ours + 2);
  }
  return all + more;
}

inline std::vector<std::vector<std::string>> csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    for (rows.emplace_back(); std::getline(fields, line, ',');) rows.back().push_back(line);
  }
  return rows;
}

/// Rows of those that were run to their end, without the heading, and how many were not.
struct Split {
  explicit Split(const std::vector<std::vector<std::string>>& rows) {
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (rows[i].size() > 3 && !rows[i][3].empty())
        ended.push_back(rows[i]);
      else
        ++stopped;
  }
  std::vector<std::vector<std::string>> ended;
  std::size_t stopped = 0;
};

}  // namespace gf::test::profile_command

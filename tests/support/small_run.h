// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <signal.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace gf::test::small_run {

namespace fs = std::filesystem;

inline const std::vector<std::string> kSmall{"run", "pcie_t2", "--workload", "ring:bytes=4 KiB"};

inline std::vector<std::string> small(const std::vector<std::string>& more) {
  std::vector<std::string> words = kSmall;
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  return names;
}

}  // namespace gf::test::small_run

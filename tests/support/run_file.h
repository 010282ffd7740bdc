// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/captured.h"

namespace gf::test {

/// A file of the directory of a run. Of its page, and of the record of that, what does not say by
/// which command the run was made, and where.
inline std::string run_file(const std::filesystem::path& run, const std::string& name) {
  const std::string text = read_file(run / name);
  if (name != "record.json" && name != "run.html") return text;
  const std::size_t results = text.find("\"results\":");
  return results == std::string::npos ? "" : text.substr(results);
}

}  // namespace gf::test

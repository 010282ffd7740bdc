// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::app {

/// An output of a run, as `gpufabric help PLATFORM` shows it.
struct OutputNote {
  std::string name;  ///< Of a result or file; "*" stands for a number or size: "comm_*.end".
  std::string unit;  ///< Of a result, as in stats.json; empty for a file.
  std::string meaning;
};

struct PlatformOutputs {
  std::vector<OutputNote> results;  ///< Some exist only with the settings their meaning names.
  std::vector<OutputNote> files;    ///< In addition to files_of_every_run().
};

/// Returns the outputs of a built-in platform; null for a plug-in, which describes itself.
const PlatformOutputs* find_outputs(const std::string& platform);

/// Returns the files in the directory of every run. Files that not every run writes name the option
/// that requests them.
const std::vector<OutputNote>& files_of_every_run();

}  // namespace gf::app

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::app {

/// What a run gives, as `gpufabric help PLATFORM` shows it.
struct OutputNote {
  std::string name;  ///< Of a result or a file; "*" stands for a number or a size: "comm_*.end".
  std::string unit;  ///< Of a result, as in stats.json; empty for a file.
  std::string meaning;
};

struct PlatformOutputs {
  std::vector<OutputNote> results;  ///< Some only with the settings that their meaning names.
  std::vector<OutputNote> files;    ///< Beside files_of_every_run().
};

/// Of a platform of this program; nothing for one that is plugged in, which describes itself.
const PlatformOutputs* find_outputs(const std::string& platform);

/// Files in the directory of every run, with the option that asks for those that not all have.
const std::vector<OutputNote>& files_of_every_run();

}  // namespace gf::app

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gf::core {

/// A shared object that was loaded (core/run/plugin.h).
struct Plugin {
  std::string file;  ///< Absolute.
  std::string sha1;  ///< sha1_hex() of its bytes.
};

/// Loads a plug-in and lets it register its entries. Does nothing if it is already loaded.
/// Throws UserError(kUsage) if the file cannot be read, is not a plug-in, needs a symbol that this
/// program lacks, or registers a name that is taken. The same holds for a plug-in that was compiled
/// for another GPUFabric or with other settings; none of its code has run then.
void load_plugin(const std::string& file);

/// Returns the plug-ins in the order in which they were loaded.
const std::vector<Plugin>& loaded_plugins();

/// Returns {"--plugin", FILE, ...}: the arguments with which another process loads the same
/// plug-ins.
std::vector<std::string> plugin_words();

}  // namespace gf::core

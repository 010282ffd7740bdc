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

/// Loads a plug-in and has it register what it brings; one that is there already is left alone.
/// Throws UserError, kUsage: there is no such file, it is no plug-in, it was compiled against
/// another GPUFabric or otherwise (none of its code has run then), it needs a symbol that this
/// program does not have, or a name is taken. kBadInput: it cannot be read.
void load_plugin(const std::string& file);

/// In the order in which they were loaded.
const std::vector<Plugin>& loaded_plugins();

/// {"--plugin", FILE, ...}: what another process of this program has to be given to know the same.
std::vector<std::string> plugin_words();

}  // namespace gf::core

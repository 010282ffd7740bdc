// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Precedes the stamp in the file of a plug-in (core/run/plugin.h).
#define GF_PLUGIN_MARK "[gpufabric plug-in stamp]"

namespace gf::core {

/// The stamp of this program.
const char* plugin_stamp();

/// Returns why a plug-in with the stamp `theirs` does not fit a program with the stamp `ours`:
/// "headers is 12ab here and 34cd there, ..."; empty: it fits.
std::string plugin_misfit(const std::string& ours, const std::string& theirs);

}  // namespace gf::core

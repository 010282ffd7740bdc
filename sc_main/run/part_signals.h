// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/trace/gtkw.h"

namespace gf::app {

/// Text of waveforms/parts.signals, by that name. CMake compiles it in.
std::string_view signals_file(std::string_view name);

/// Returns the groups of waveforms/parts.signals, with the globs that match a signal of this
/// machine. Call it when the machine is built. Throws UserError(kUsage) if none does.
std::vector<core::SignalGroup> part_signals();

/// Returns the globs of all groups as one list.
std::string globs_of(const std::vector<core::SignalGroup>& groups);

}  // namespace gf::app

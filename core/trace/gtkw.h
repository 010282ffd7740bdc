// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/trace/vcd.h"

namespace gf::core {

/// Signals that a waveform shows together: those whose paths match, in the order of the globs.
struct SignalGroup {
  std::string title;
  std::string globs;  ///< Comma-separated: "*.hol_blocked, *.queued".
};

/// Writes the GTKWave save file that shows `waveform`, which is closed, from its start to its end.
/// A signal belongs to the first group that matches it; what no group matches stands in one more
/// group at the end, folded. Groups without signals are left out; no groups at all: one a scope.
/// Rows in groups are called by their paths with slashes, those of a scope by their last part.
/// Signals of one bit are drawn as such, wider ones as decimal numbers, from 8 bits on also as
/// steps two rows high. The waveform is named so that GTKWave finds it beside the save file from
/// whatever directory it is started in. `held_by`: the name of the file that holds the waveform
/// now; empty: the one that it was written to.
/// Throws UserError(kUsage) when the file cannot be written.
void write_gtkw(const std::filesystem::path& file, const VcdTracer& waveform,
                const std::vector<SignalGroup>& groups, const std::string& held_by = "");

/// Reads groups from a text file: "title: glob, glob" a line; empty lines and lines that begin with
/// "#" do not count. Throws UserError(kBadInput) with file:line: no title, no glob, no group; and
/// the errors of text_file.h.
std::vector<SignalGroup> load_signal_groups(const std::string& file);

}  // namespace gf::core

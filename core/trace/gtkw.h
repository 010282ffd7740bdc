// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/vcd.h"

namespace gf::core {

/// Signals that a waveform shows together: those with matching paths, in the order of the globs.
struct SignalGroup {
  std::string title;
  std::string globs;  ///< Comma-separated: "*.hol_blocked, *.queued".
};

/// The part of a waveform that GTKWave shows first, and its named markers from A on.
struct WaveView {
  struct Marker {
    Ticks at = 0;
    std::string name;  ///< "the wait begins"; one word or several.
  };
  Ticks from = 0;
  Ticks to = 0;
  std::vector<Marker> markers;  ///< At most 26.
};

/// Writes the GTKWave save file that shows `waveform`, which is closed: `view`, or without one the
/// waveform from its start to its end.
/// A signal belongs to the first group that matches it; the signals that match no group form
/// another group at the end, folded. Groups without signals are left out. If `groups` is empty,
/// each scope is a group.
/// Rows in groups are labelled with their paths, with slashes; rows in scopes with the last part of
/// the path. Signals of one bit are drawn as such, wider ones as decimal numbers, from 8 bits on
/// also as steps two rows high.
/// The waveform is named such that GTKWave finds it next to the save file, from whatever directory
/// it is started. `held_by`: the name of the file that now holds the waveform; empty: the file to
/// which it was written. Throws UserError(kUsage) when the file cannot be written.
void write_gtkw(const std::filesystem::path& file, const VcdTracer& waveform,
                const std::vector<SignalGroup>& groups, const std::string& held_by = "",
                const std::optional<WaveView>& view = std::nullopt);

/// Reads groups from a text file with lines "title: glob, glob". Empty lines and lines that begin
/// with "#" are ignored. Throws UserError(kBadInput) with file:line for a missing title, glob or
/// group, and the errors of text_file.h.
std::vector<SignalGroup> load_signal_groups(const std::string& file);
/// Reads them from the text of `file`.
std::vector<SignalGroup> read_signal_groups(std::istream& text, const std::string& file);

}  // namespace gf::core

// SPDX-License-Identifier: Apache-2.0
#include "core/trace/gtkw.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <map>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/system/text_file.h"
#include "core/trace/vcd_text.h"

namespace gf::core {
namespace {

// Trace flags of the save file, as GTKWave writes them.
constexpr unsigned kDecimal = 0x24;    // right-justified
constexpr unsigned kBit = 0x28;        // binary, right-justified
constexpr unsigned kSteps = 0x8024;    // decimal, analog steps
constexpr unsigned kTaller = 0x20000;  // one more row for the analog trace above
constexpr unsigned kGroupBegin = 0x800200;
constexpr unsigned kGroupEnd = 0x1000200;
constexpr unsigned kFoldedBegin = 0xc00200;
constexpr unsigned kFoldedEnd = 0x1401200;
constexpr unsigned kStepBits = 8;
// Frames of 200 pixels, GTKWave's unit of zoom, in the window's width. A view must be seen whole,
// and long titles of groups leave it less.
constexpr double kFrames = 4;
constexpr double kFramesOfView = 2.5;

/// The label of a row. GTKWave shows the part of a name after its last dot.
enum class Naming { kLastPart, kPath };

std::string with_slashes(std::string path) {
  std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

class SaveFile {
 public:
  SaveFile(const std::filesystem::path& file, const VcdTracer& waveform, const std::string& held_by,
           const std::optional<WaveView>& view)
      : out_(file, std::ios::binary), waveform_(waveform), shown_(waveform.signals().size()) {
    header(file, held_by.empty() ? waveform.file().filename().string() : held_by, view);
  }

  void group(const SignalGroup& group) {
    std::vector<std::size_t> members;
    for (const std::string& glob : split_globs(group.globs)) take_matches(glob, members);
    write(group.title, members, kGroupBegin, kGroupEnd, Naming::kPath);
  }
  void rest() {
    std::vector<std::size_t> members;
    take_matches("*", members);
    write("other signals", members, kFoldedBegin, kFoldedEnd, Naming::kPath);
  }
  void scopes() {
    std::map<std::string, std::vector<std::size_t>> scopes;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const std::string& path = waveform_.signals()[i].path;
      const std::size_t dot = path.rfind('.');
      scopes[dot == std::string::npos ? "signals" : path.substr(0, dot)].push_back(i);
    }
    for (const auto& [scope, members] : scopes)
      write(scope, members, kGroupBegin, kGroupEnd, Naming::kLastPart);
  }
  bool close() {
    out_.close();
    return !out_.fail();
  }

 private:
  // GTKWave applies the relative path from [savefile] to [dumpfile] to where it found the save
  // file.
  void header(const std::filesystem::path& file, const std::string& held_by,
              const std::optional<WaveView>& view) {
    const std::uint64_t from = view ? waveform_.to_ps(view->from) : waveform_.first_ps();
    const std::uint64_t to = view ? waveform_.to_ps(view->to) : waveform_.last_ps();
    const std::uint64_t span = std::max<std::uint64_t>(to - from, 1);
    const std::vector<WaveView::Marker> markers =
        view ? view->markers : std::vector<WaveView::Marker>();
    out_ << fmt::format("[dumpfile] \"/run/{}\"\n", held_by)
         << fmt::format("[savefile] \"/run/{}\"\n", file.filename().string())
         << fmt::format("[timestart] {}\n[size] 1600 1000\n[pos] -1 -1\n", from)
         << fmt::format("*-{:.6f} {}",
                        std::log2(static_cast<double>(span) / (view ? kFramesOfView : kFrames)),
                        from);
    for (const WaveView::Marker& marker : markers) out_ << ' ' << waveform_.to_ps(marker.at);
    out_ << '\n';
    for (std::size_t i = 0; i < markers.size(); ++i)
      out_ << fmt::format("[markername] {}{}\n", static_cast<char>('A' + i), markers[i].name);
    out_ << "[sst_width] 220\n[signals_width] 460\n[sst_expanded] 1\n";
  }

  void take_matches(const std::string& glob, std::vector<std::size_t>& members) {
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (shown_[i] || !glob_match(glob, waveform_.signals()[i].path)) continue;
      shown_[i] = true;
      members.push_back(i);
    }
  }

  void write(const std::string& title, const std::vector<std::size_t>& members, unsigned begin,
             unsigned end, Naming naming) {
    if (members.empty()) return;
    line(begin, "-" + title);
    for (const std::size_t member : members) signal(waveform_.signals()[member], naming);
    line(end, "-" + title);
  }

  void signal(const VcdTracer::Signal& signal, Naming naming) {
    const bool steps = signal.bits >= kStepBits;
    std::string name = vcd_name(signal.path, signal.bits);
    if (naming == Naming::kPath) name = "+{" + with_slashes(signal.path) + "} " + name;
    line(signal.bits == 1 ? kBit : steps ? kSteps : kDecimal, name);
    if (steps) line(kTaller, "-");
  }

  void line(unsigned flags, const std::string& text) {
    // In GTKWave the flags of a line also apply to those below it, until the next "@".
    if (flags != flags_) out_ << fmt::format("@{:x}\n", flags);
    flags_ = flags;
    out_ << text << '\n';
  }

  std::ofstream out_;
  const VcdTracer& waveform_;
  std::vector<bool> shown_;
  unsigned flags_ = 0;
};

std::string stripped(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace

void write_gtkw(const std::filesystem::path& file, const VcdTracer& waveform,
                const std::vector<SignalGroup>& groups, const std::string& held_by,
                const std::optional<WaveView>& view) {
  SaveFile save(file, waveform, held_by, view);
  for (const SignalGroup& group : groups) save.group(group);
  if (groups.empty()) {
    save.scopes();
  } else {
    save.rest();
  }
  if (!save.close()) {
    throw UserError(ExitCode::kUsage, file.string() +
                                          ": the save file cannot be written; free some space or "
                                          "choose another directory");
  }
}

std::vector<SignalGroup> load_signal_groups(const std::string& file) {
  TextFile in(file, "a file of signal groups");
  return read_signal_groups(in, file);
}

std::vector<SignalGroup> read_signal_groups(std::istream& text, const std::string& file) {
  constexpr const char* kExpected = "\"title: glob, glob\", such as \"credits: *_credits\"";
  std::vector<SignalGroup> groups;
  std::string line;
  unsigned number = 0;
  while (std::getline(text, line)) {
    ++number;
    line = stripped(line);
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) fail_input(file, number, "no colon", kExpected);
    SignalGroup group{stripped(line.substr(0, colon)), stripped(line.substr(colon + 1))};
    if (group.title.empty()) fail_input(file, number, "no title", kExpected);
    if (split_globs(group.globs).empty()) fail_input(file, number, "no glob", kExpected);
    groups.push_back(std::move(group));
  }
  if (groups.empty()) fail_input(file, number, "no group", kExpected);
  return groups;
}

}  // namespace gf::core

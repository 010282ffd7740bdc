// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_entries.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/system/text_file.h"
#include "core/text/ini.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/node_machines.h"

namespace gf::model {
namespace {

constexpr std::size_t kMostIncludes = 8;
constexpr std::string_view kParameters = "parameters.";

/// Reads a file and its includes in order.
class EntryGatherer {
 public:
  void read(std::istream& in, const std::string& file) {
    open_.push_back(file);
    for (core::IniEntry& entry : core::read_ini(in, file)) {
      if (entry.key == "include")
        include(entry, file);
      else
        entries_.push_back(parted(std::move(entry), file));
    }
    open_.pop_back();
  }
  std::vector<MachineEntry> take() { return std::move(entries_); }
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

 private:
  static MachineEntry parted(core::IniEntry entry, const std::string& file) {
    const bool parameter = core::begins_with(entry.key, kParameters);
    return {parameter ? "parameters" : entry.section(),
            parameter ? entry.key.substr(kParameters.size()) : entry.name(),
            std::move(entry.value),
            std::move(entry.comment),
            {file, entry.line}};
  }

  void include(const core::IniEntry& entry, const std::string& file) {
    const FilePlace place{file, entry.line};
    for (const std::string_view field : core::split_fields(entry.value, ',')) {
      const std::string name(field);
      if (open_.size() > kMostIncludes)
        place.fail("'" + name + "' is included too deeply",
                   "at most " + std::to_string(kMostIncludes) + " nested includes");
      if (const std::string_view text = machine_preset_text(name); !text.empty()) {
        once(machine_preset_origin(name), name, place);
        std::istringstream in{std::string(text)};
        read(in, machine_preset_origin(name));
      } else {
        include_file(name, place);
      }
    }
  }

  void include_file(const std::string& name, const FilePlace& place) {
    if (name.empty()) place.fail("an include without a name", "a preset or a file");
    const std::filesystem::path path =
        (std::filesystem::path(place.file).parent_path() / name).lexically_normal();
    const std::string file = path.string();
    if (std::find(open_.begin(), open_.end(), file) != open_.end())
      place.fail("'" + name + "' includes itself", "an include of another file");
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
      place.fail("'" + name + "' is neither a preset nor a file there",
                 "one of the presets " + machine_preset_list() +
                     ", or a file whose path is relative to this one");
    once(file, name, place);
    core::TextFile in(file, "a machine file");
    files_.push_back(file);
    read(in, file);
  }

  void once(const std::string& file, const std::string& name, const FilePlace& place) {
    const auto [first, fresh] = included_.emplace(file, place);
    if (!fresh)
      place.fail("'" + name + "' is included twice, first in " + first->second.file + ":" +
                     std::to_string(first->second.line),
                 "each preset or file once");
  }

  std::vector<std::string> files_;  ///< Files that were included.
  std::map<std::string, FilePlace> included_;
  std::vector<std::string> open_;
  std::vector<MachineEntry> entries_;
};

/// Appends the files that machine `file` reads to `files`; those of its network's machines too, if
/// `with_machines`: these machines have no network of their own.
void append_files(const std::string& file, bool with_machines, std::vector<std::string>& files) {
  EntryGatherer gatherer;
  try {
    core::TextFile in(file, "a machine file");
    gatherer.read(in, file);
  } catch (const core::UserError&) {
    return;  // the reader of the machine reports the error
  }
  files.insert(files.end(), gatherer.files().begin(), gatherer.files().end());
  for (const MachineEntry& entry : gatherer.take()) {
    const bool network = entry.section == "network" && entry.key == "file";
    const bool preset = entry.key == "preset" && is_file_name(entry.value);
    if (network || preset)
      files.push_back(std::filesystem::path(entry.place.file).parent_path() / entry.value);
    if (!with_machines || entry.section != "network" || entry.key != "machines") continue;
    for (const std::string& machine : files_in_machines(entry.value, entry.place.file)) {
      files.push_back(machine);
      append_files(machine, false, files);
    }
  }
}

}  // namespace

std::vector<MachineEntry> machine_entries(std::istream& in, const std::string& file) {
  EntryGatherer gatherer;
  gatherer.read(in, file);
  return gatherer.take();
}

std::vector<std::string> files_of_machine(const std::string& file) {
  std::vector<std::string> files;
  append_files(file, true, files);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  const auto gone = [](const std::string& name) {
    std::error_code none;
    return !std::filesystem::is_regular_file(name, none);
  };
  files.erase(std::remove_if(files.begin(), files.end(), gone), files.end());
  return files;
}

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#include "core/run/run_inputs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string_view>

#include "core/base/error.h"
#include "core/system/file_hash.h"
#include "core/system/file_series.h"
#include "core/system/text_file.h"

namespace gf::core {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& file) { return fs::absolute(file).lexically_normal(); }

/// Replaces `name` in `text` wherever it is a whole word.
void replace_name(std::string& text, const std::string& name, const std::string& by) {
  constexpr std::string_view kEnds = " \t\r\n,;=:\"";
  const auto ends = [&](std::size_t at) {
    return at >= text.size() || kEnds.find(text[at]) != std::string_view::npos;
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
    const bool whole = (at == 0 || ends(at - 1)) && ends(at + name.size());
    if (whole) text.replace(at, name.size(), by);
    at += whole ? by.size() : name.size();
  }
}

class Keeper {
 public:
  Keeper(const RunDirectory& directory, std::uint64_t most_bytes)
      : directory_(directory), most_bytes_(most_bytes) {}

  /// Keeps the file and those of its series: copies them if all are small enough. The first is
  /// `given`.
  std::vector<RunInput> keep_all(const std::string& parameter, const std::string& given) {
    const std::vector<std::string> series = file_series(given);
    copies_ = std::none_of(series.begin(), series.end(), [this](const std::string& file) {
      std::error_code none;
      return fs::is_regular_file(file, none) && fs::file_size(file, none) > most_bytes_;
    });
    std::vector<RunInput> inputs;
    for (const std::string& file : series) inputs.push_back(keep(parameter, file));
    return inputs;
  }

  /// Keeps `given` and the files that it reads, whose names in it are relative to its directory.
  /// Their relative positions in the run stay the same, and absolute names in them become relative.
  /// The first is `given`.
  std::vector<RunInput> keep_together(const std::string& parameter, const std::string& given,
                                      const std::vector<std::string>& others) {
    std::vector<RunInput> inputs{{parameter, given, absolute(given), "", 0}};
    for (const std::string& other : others)
      inputs.push_back({parameter, other, absolute(other), "", 0});
    copies_ = std::all_of(inputs.begin(), inputs.end(), [this](const RunInput& input) {
      return fs::file_size(input.file) <= most_bytes_;
    });
    const fs::path top = common_directory(inputs);
    std::vector<std::string> names;
    for (const RunInput& input : inputs)
      names.push_back(fs::path(input.file).lexically_relative(top));
    const std::string folder = free_folder(names);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      absolute_names_.clear();
      for (std::size_t other = 0; other < inputs.size(); ++other)
        if (fs::path(inputs[other].given).is_absolute())
          absolute_names_[inputs[other].given] =
              fs::path(names[other]).lexically_relative(fs::path(names[i]).parent_path());
      inputs[i] = kept(inputs[i], folder + names[i]);
    }
    absolute_names_.clear();
    return inputs;
  }

 private:
  RunInput keep(const std::string& parameter, const std::string& given) {
    RunInput input{parameter, given, absolute(given), "", 0};
    if (!fs::is_regular_file(input.file)) return input;
    const auto [known, fresh] = kept_.try_emplace(input.file, input);
    if (fresh) known->second = kept(input, "");
    input = known->second;
    input.parameter = parameter;
    input.given = given;
    return input;
  }

  /// `name`: name of the copy; empty: any free name.
  RunInput kept(RunInput input, const std::string& name) {
    input.bytes = fs::file_size(input.file);
    if (!copies_) {
      input.sha1 = sha1_hex_of_file(input.file);
      return input;
    }
    std::string text = read_file(input.file, "a readable file");
    for (const auto& [file, from_here] : absolute_names_) replace_name(text, file, from_here);
    // The copy, its hash and its size are all of the bytes that were read, even if the file has
    // grown since file_size() was called.
    input.bytes = text.size();
    input.sha1 = sha1_hex(text);
    input.file = name.empty() ? free_name(fs::path(input.file).filename()) : name;
    const fs::path copy = directory_.file(input.file);
    fs::create_directories(copy.parent_path());
    std::ofstream out(copy, std::ios::binary);
    out << text;
    out.close();
    if (!out) fail_write(copy, "the copy of " + input.given);
    return input;
  }

  /// Returns "inputs/NAME"; a second file of the same name gets a number in front.
  std::string free_name(const std::string& name) {
    std::string file = "inputs/" + name;
    for (unsigned number = 2; !names_.insert(file).second; ++number)
      file = "inputs/" + std::to_string(number) + "_" + name;
    return file;
  }

  /// Returns the deepest directory that contains all of them.
  static fs::path common_directory(const std::vector<RunInput>& inputs) {
    fs::path top = fs::path(inputs.front().file).parent_path();
    for (const RunInput& input : inputs)
      while (*fs::path(input.file).lexically_relative(top).begin() == "..") top = top.parent_path();
    return top;
  }

  /// Returns "inputs/", or "inputs/N/" if one of `names` is taken there; all of them are taken
  /// afterwards.
  std::string free_folder(const std::vector<std::string>& names) {
    std::string folder = "inputs/";
    const auto taken = [&](const std::string& name) { return names_.count(folder + name) != 0; };
    for (unsigned number = 2; std::any_of(names.begin(), names.end(), taken); ++number)
      folder = "inputs/" + std::to_string(number) + "/";
    for (const std::string& name : names) names_.insert(folder + name);
    return folder;
  }

  const RunDirectory& directory_;
  const std::uint64_t most_bytes_;
  bool copies_ = true;
  /// Absolute names of files in the text that is kept next, and the relative names of their copies.
  std::map<std::string, std::string> absolute_names_;
  std::map<std::string, RunInput> kept_;  ///< By absolute name.
  std::set<std::string> names_;
};

}  // namespace

std::string with_absolute_file(const ParamRow& row) {
  if (row.file().empty()) return row.value;
  std::string value = row.value;
  return value.replace(row.file_at, row.file_size, absolute(row.file()));
}

std::vector<RunInput> keep_inputs(std::vector<ParamRow>& rows, const RunDirectory& directory,
                                  std::uint64_t most_copied_bytes) {
  Keeper keeper(directory, most_copied_bytes);
  std::vector<RunInput> inputs;
  for (ParamRow& row : rows) {
    if (row.file().empty()) continue;
    const std::vector<std::string> further = row.further_files();
    const std::vector<RunInput> kept = further.empty()
                                           ? keeper.keep_all(row.path, row.file())
                                           : keeper.keep_together(row.path, row.file(), further);
    row.value.replace(row.file_at, row.file_size, kept.front().file);
    row.file_size = kept.front().file.size();
    for (const RunInput& input : kept)
      if (!input.sha1.empty()) inputs.push_back(input);
  }
  return inputs;
}

}  // namespace gf::core

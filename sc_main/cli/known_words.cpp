// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/known_words.h"

#include <filesystem>
#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "platforms/platform.h"
#include "sc_main/cli/command.h"
#include "tlm_models/machine/machine_presets.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::app {
namespace {

std::string text_of(const KnownWord& word) {
  return fmt::format("{}, {}: {}", word.name, word.kind, word.use);
}

/// Returns a hint if `word` looks like a machine file, which may not exist; otherwise empty.
std::string file_hint(const std::string& word) {
  const std::string name = core::excerpt(word);
  const std::filesystem::path path(word);
  std::error_code ignored;
  const bool there = std::filesystem::is_regular_file(path, ignored);
  if (!there && path.extension() != ".ini") return "";
  return fmt::format("; a machine file is run by gpufabric run cluster --machine {}{}", name,
                     there ? "" : ", but there is no such file");
}

/// Returns the word of `words` nearest to `wanted`, or null if none is near.
const KnownWord* nearest(const std::string& wanted, const std::vector<KnownWord>& words) {
  std::vector<std::string> names;
  for (const KnownWord& word : words) names.push_back(word.name);
  const std::vector<std::string> first = core::nearest_names(wanted, names, 1);
  if (first.empty() || !core::is_near(wanted, first.front())) return nullptr;
  for (const KnownWord& word : words)
    if (word.name == first.front()) return &word;
  return nullptr;
}

}  // namespace

std::vector<KnownWord> known_words() {
  std::vector<KnownWord> words;
  const auto add = [&](const std::string& name, const char* kind, const std::string& use) {
    words.push_back({name, kind, "gpufabric " + fmt::format(fmt::runtime(use), name)});
  };
  for (const Command& command : all_commands()) add(command.name, "a command", "help {}");
  for (const platforms::PlatformEntry& platform : platforms::all_platforms())
    add(platform.name, "a platform", "run {0}, or gpufabric help {0}");
  for (const std::string& name : model::machine_preset_names())
    add(name, "a machine", "run cluster --machine {}");
  for (const std::string& name : model::copy_workload_names())
    add(name, "a workload", "run cluster --machine t2 --workload {}");
  for (const std::string& name : model::workload_names())
    add(name, "a workload of GPUs", "workloads {}");
  add("platforms", "a list", "list");
  add("machines", "a list", "list --machines");
  add("parameters", "a list", "params PLATFORM");
  add("experiments", "a list", "reproduce --list");
  return words;
}

std::string did_you_mean(const std::string& word, const std::string& expected) {
  const std::vector<KnownWord> words = known_words();
  std::vector<KnownWord> same;
  for (const KnownWord& known : words) {
    if (known.name == word) return fmt::format("; {} is {}: {}", word, known.kind, known.use);
    if (known.kind == expected) same.push_back(known);
  }
  if (std::string file = file_hint(word); !file.empty()) return file;
  if (const KnownWord* const known = nearest(word, same)) return "; nearest: " + known->name;
  if (const KnownWord* const known = nearest(word, words)) return "; nearest: " + text_of(*known);
  return "";
}

}  // namespace gf::app

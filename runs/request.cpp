// SPDX-License-Identifier: Apache-2.0
#include "runs/request.h"

#include <fmt/format.h>

#include "core/run/plugins.h"
#include "core/text/shell_word.h"

namespace gf::runs {
namespace {

constexpr std::size_t kLongestWord = 60;

/// Cuts a word that is too long for a line.
std::string short_word(const std::string& word) {
  return word.size() <= kLongestWord ? word : word.substr(0, kLongestWord - 3) + "...";
}

template <class Write>
std::string line_of(const Request& request, const std::map<std::string, std::string>& inputs,
                    const Write& write) {
  std::string line = "gpufabric";
  for (const std::string& word : core::plugin_words()) line += " " + core::shell_word(word);
  for (const std::string& word : words_of(request, inputs))
    line += " " + core::shell_word(write(word));
  return line;
}

}  // namespace

std::pair<std::string, std::string> parts_of_input(const std::string& name) {
  const std::size_t equals = name.find('=');
  if (equals == name.npos) return {name, ""};
  return {name.substr(0, equals), name.substr(equals + 1)};
}

Words words_of(const Request& request, const std::map<std::string, std::string>& inputs) {
  Words words = {"run", request.platform};
  for (const std::string& config : request.configs) words.insert(words.end(), {"--config", config});
  for (const std::string& setting : request.settings) words.insert(words.end(), {"-p", setting});
  // Behind the settings, as in run_facts(): of two values the last one wins, and the key must
  // belong to the value that the run gets.
  for (const auto& [parameter, path] : inputs)
    words.insert(words.end(), {"-p", parameter + "=" + path});
  words.insert(words.end(), request.options.begin(), request.options.end());
  words.insert(words.end(), {"--seed", std::to_string(request.seed)});
  return words;
}

std::string command_line_of(const Request& request,
                            const std::map<std::string, std::string>& inputs) {
  return line_of(request, inputs, [](const std::string& word) { return word; });
}

std::string command_of(const Request& request) {
  std::map<std::string, std::string> inputs;
  for (const auto& [name, text] : request.inputs) {
    const auto [parameter, before] = parts_of_input(name);
    inputs[parameter] = fmt::format("{}<{} bytes>", before, text.size());
  }
  return line_of(request, inputs, short_word);
}

}  // namespace gf::runs

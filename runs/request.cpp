// SPDX-License-Identifier: Apache-2.0
#include "runs/request.h"

#include <fmt/format.h>

namespace gf::runs {
namespace {

constexpr std::size_t kLongestWord = 60;

/// In quotes where a shell would take it apart, and not longer than a line can hold.
std::string shell_word(std::string word) {
  if (word.size() > kLongestWord) word = word.substr(0, kLongestWord - 3) + "...";
  const bool plain = word.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                         "_-./=:,+%@") == std::string::npos;
  return plain && !word.empty() ? word : "'" + word + "'";
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
  for (const auto& [parameter, path] : inputs)
    words.insert(words.end(), {"-p", parameter + "=" + path});
  words.insert(words.end(), request.options.begin(), request.options.end());
  words.insert(words.end(), {"--seed", std::to_string(request.seed)});
  return words;
}

std::string command_of(const Request& request) {
  std::map<std::string, std::string> inputs;
  for (const auto& [name, text] : request.inputs) {
    const auto [parameter, before] = parts_of_input(name);
    inputs[parameter] = fmt::format("{}<{} bytes>", before, text.size());
  }
  std::string line = "gpufabric";
  for (const std::string& word : words_of(request, inputs)) line += " " + shell_word(word);
  return line;
}

}  // namespace gf::runs

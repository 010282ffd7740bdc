// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt_overlay.h"

#include <algorithm>
#include <fstream>

#include "core/space_filling.h"
#include "sc_main/command_line.h"
#include "sc_main/configured_platform.h"

namespace gf::app {
namespace {

/// All that decides which parameters there are and which of them are set.
std::string text_of(const runs::Request& request) {
  std::string text = request.platform;
  for (const std::string& config : request.configs) text += "\nconfig " + config;
  for (const std::string& setting : request.settings) text += "\nsetting " + setting;
  for (const auto& [name, content] : request.inputs) text += "\ninput " + name + "\n" + content;
  return text;
}

}  // namespace

const std::vector<Guess>& DoubtOverlay::guesses_of_request(const runs::Request& request) {
  const auto [found, first] = by_request_.emplace(text_of(request), std::vector<Guess>());
  if (!first) return found->second;
  PlatformChoice choice;
  choice.platform = request.platform;
  choice.configs = request.configs;
  choice.settings = request.settings;
  for (const auto& [name, content] : request.inputs) {
    const auto [parameter, prefix] = runs::parts_of_input(name);
    const std::string file = scratch_ / (std::to_string(by_request_.size()) + "." + parameter);
    std::ofstream(file) << content;
    choice.settings.push_back(parameter + "=" + prefix + file);
  }
  try {
    const ConfiguredPlatform configured(CommandLine("run", "", ""), choice);
    found->second = varying(guesses_of(configured.params().rows(), calibrated_));
  } catch (const core::UserError&) {  // the pool refuses it, and its row says why
  }
  return found->second;
}

void DoubtOverlay::look(const runs::Request& request) {
  const std::lock_guard lock(mutex_);
  for (const Guess& guess : guesses_of_request(request))
    if (number_.emplace(guess.identity(), 0).second) seen_.push_back(guess);
}

void DoubtOverlay::design(unsigned samples, std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  // Judges look in an order that depends on the machine; the design must not.
  std::sort(seen_.begin(), seen_.end(),
            [](const Guess& a, const Guess& b) { return a.identity() < b.identity(); });
  varied_ = seen_;
  for (std::size_t i = 0; i < varied_.size(); ++i) number_[varied_[i].identity()] = i;
  for (const std::vector<double>& point : core::space_filling(samples, varied_.size(), seed)) {
    values_.emplace_back();
    shares_.emplace_back();
    for (std::size_t i = 0; i < varied_.size(); ++i) {
      core::PlausibleRange::Point drawn = varied_[i].range.at(point[i]);
      values_.back().push_back(std::move(drawn.text));
      shares_.back().push_back(drawn.share);
    }
  }
}

void DoubtOverlay::apply(runs::Request& request, std::size_t sample) {
  const std::lock_guard lock(mutex_);
  const std::vector<Guess>& guesses = guesses_of_request(request);
  for (const Guess& guess : guesses) {
    const auto found = number_.find(guess.identity());
    if (found == number_.end()) {
      late_.insert(guess.identity());
      continue;
    }
    for (std::string& setting : settings_of(guess, values_[sample][found->second]))
      request.settings.push_back(std::move(setting));
  }
}

}  // namespace gf::app

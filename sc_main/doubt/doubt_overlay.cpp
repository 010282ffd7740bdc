// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/doubt_overlay.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include "sc_main/cli/command_line.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/doubt/space_filling.h"

namespace gf::app {
namespace {

/// Returns all inputs that decide which parameters exist and which of them are set.
std::string text_of(const runs::Request& request) {
  std::string text = request.platform;
  for (const std::string& config : request.configs) text += "\nconfig " + config;
  for (const std::string& setting : request.settings) text += "\nsetting " + setting;
  for (const auto& [name, content] : request.inputs) text += "\ninput " + name + "\n" + content;
  return text;
}

}  // namespace

const DoubtOverlay::Machine& DoubtOverlay::machine_of(const runs::Request& request) {
  const auto [found, first] = by_request_.emplace(text_of(request), Machine());
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
    std::vector<Guess> guesses = varying(guesses_of(configured.params().rows(), calibrated_));
    GuessFit fit(guesses, configured.params());
    found->second = {std::move(guesses), std::move(fit)};
  } catch (const core::UserError&) {  // the pool refuses it, and its row says why
  }
  return found->second;
}

void DoubtOverlay::look(const runs::Request& request) {
  const std::lock_guard lock(mutex_);
  for (const Guess& guess : machine_of(request).guesses)
    if (number_.emplace(guess.identity(), 0).second) seen_.push_back(guess);
}

void DoubtOverlay::design(unsigned samples, std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  // Judges call look() in an order that depends on the computer; the design must not.
  std::sort(seen_.begin(), seen_.end(),
            [](const Guess& a, const Guess& b) { return a.identity() < b.identity(); });
  varied_ = seen_;
  for (std::size_t i = 0; i < varied_.size(); ++i) number_[varied_[i].identity()] = i;
  for (const std::vector<double>& point : core::space_filling(samples, varied_.size(), seed)) {
    values_.emplace_back();
    shares_.emplace_back();
    moved_.emplace_back();
    for (std::size_t i = 0; i < varied_.size(); ++i) {
      core::PlausibleRange::Point drawn = varied_[i].range.at(point[i]);
      values_.back().push_back(std::move(drawn.text));
      shares_.back().push_back(drawn.share);
    }
  }
}

void DoubtOverlay::apply(runs::Request& request, std::size_t sample) {
  const std::lock_guard lock(mutex_);
  const Machine& machine = machine_of(request);
  std::vector<core::PlausibleRange::Point> drawn;
  std::vector<std::optional<std::size_t>> numbers;
  for (const Guess& guess : machine.guesses) {
    const auto found = number_.find(guess.identity());
    if (found == number_.end()) {
      late_.insert(guess.identity());
      numbers.push_back(std::nullopt);
      drawn.push_back({guess.default_value, 0.5});
    } else {
      numbers.push_back(found->second);
      drawn.push_back({values_[sample][found->second], shares_[sample][found->second]});
    }
  }
  for (const std::size_t i : machine.fit.fit(drawn))
    if (numbers[i]) moved_[sample].insert(*numbers[i]);
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (numbers[i])
      for (std::string& setting : settings_of(machine.guesses[i], drawn[i].text))
        request.settings.push_back(std::move(setting));
}

}  // namespace gf::app

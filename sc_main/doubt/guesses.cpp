// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/guesses.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace gf::app {
namespace {

std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

bool is_guess(const core::ParamRow& row, bool calibrated) {
  if (row.origin != "default" || row.path == "seed") return false;
  const core::Provenance standing = core::provenance_of(row.source);
  return standing == core::Provenance::kAssumed ||
         (calibrated && standing == core::Provenance::kCalibrated);
}

/// A source with a text ("assumed: MPS 256 B") makes one guess of all parameters of that name,
/// anywhere in the machine. The bare word "assumed" does so only for parameters of the same
/// meaning.
std::string identity_of(const std::string& path, const std::string& default_value,
                        const std::string& meaning, const std::string& source) {
  return fmt::format("{}\n{}\n{}\n{}", last_name(path), default_value,
                     source == "assumed" ? meaning : "", source);
}

/// Names guesses. One with several parameters is "*.propagation" if no other guess has that name.
void name_all(std::vector<Guess>& guesses) {
  std::set<std::string> taken;
  for (Guess& guess : guesses) {
    guess.name = guess.paths.front();
    if (guess.paths.size() == 1) continue;
    const std::string glob = "*." + last_name(guess.paths.front());
    if (taken.insert(glob).second)
      guess.name = glob;
    else
      guess.name += fmt::format(" and {} more", guess.paths.size() - 1);
  }
}

}  // namespace

std::string Guess::identity() const {
  return identity_of(paths.front(), default_value, meaning, source);
}

std::vector<Guess> guesses_of(const std::vector<core::ParamRow>& rows, bool calibrated) {
  std::vector<Guess> guesses;
  std::map<std::string, std::size_t> at;
  for (const core::ParamRow& row : rows) {
    if (!is_guess(row, calibrated)) continue;
    const std::string identity = identity_of(row.path, row.default_value, row.meaning, row.source);
    const auto [found, first] = at.emplace(identity, guesses.size());
    if (first)
      guesses.push_back({"", {}, row.default_value, row.meaning, row.source, row.plausible()});
    guesses[found->second].paths.push_back(row.path);
  }
  name_all(guesses);
  return guesses;
}

std::vector<Guess> varying(std::vector<Guess> guesses) {
  guesses.erase(std::remove_if(guesses.begin(), guesses.end(),
                               [](const Guess& guess) { return !guess.varies(); }),
                guesses.end());
  return guesses;
}

std::vector<std::string> settings_of(const Guess& guess, const std::string& value) {
  std::vector<std::string> settings;
  settings.reserve(guess.paths.size());
  for (const std::string& path : guess.paths) settings.push_back(fmt::format("{}={}", path, value));
  return settings;
}

}  // namespace gf::app

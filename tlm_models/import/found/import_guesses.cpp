// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/found/import_guesses.h"

#include <algorithm>

#include "core/base/text_match.h"

namespace gf::model {
namespace {

constexpr std::size_t kShownSubjects = 3;

bool are_alike(const ImportGuess& a, const ImportGuess& b) {
  return a.kind == b.kind && a.what == b.what && a.reason == b.reason &&
         a.settled_by == b.settled_by;
}

}  // namespace

std::vector<ImportGuess> ImportGuesses::worst_first() const {
  std::vector<ImportGuess> sorted;
  std::vector<std::vector<std::string>> subjects;
  for (const ImportGuess& guess : all_) {
    const auto known = std::find_if(sorted.begin(), sorted.end(),
                                    [&](const ImportGuess& one) { return are_alike(one, guess); });
    const auto at = static_cast<std::size_t>(known - sorted.begin());
    if (known == sorted.end()) {
      sorted.push_back(guess);
      subjects.emplace_back();
    }
    std::vector<std::string>& names = subjects[at];
    if (!guess.subject.empty() &&
        std::find(names.begin(), names.end(), guess.subject) == names.end())
      names.push_back(guess.subject);
  }
  for (std::size_t i = 0; i < sorted.size(); ++i)
    sorted[i].subject = core::first_of(subjects[i], kShownSubjects, ", ");
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ImportGuess& a, const ImportGuess& b) { return a.kind < b.kind; });
  return sorted;
}

}  // namespace gf::model

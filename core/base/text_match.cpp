// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_match.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace gf::core {

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // Position of the last "*", to which a mismatch
                                              // returns.
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool is_glob(std::string_view pattern) {
  return pattern.find_first_of("*?") != std::string_view::npos;
}

std::vector<std::string> split_globs(std::string_view list) {
  std::vector<std::string> globs;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view glob = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (!glob.empty() && glob.front() == ' ') glob.remove_prefix(1);
    while (!glob.empty() && glob.back() == ' ') glob.remove_suffix(1);
    if (!glob.empty()) globs.emplace_back(glob);
  }
  return globs;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);  // The row two above.
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, substituted});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

namespace {

enum Likeness : std::size_t { kSameLeaf, kOneEdit, kLeafHolds, kPathHolds, kFewEdits, kUnlike };
using Rank = std::pair<Likeness, std::size_t>;  ///< The second number is the edit distance.

constexpr std::size_t kWord = 3;         ///< Shorter parts of a name say too little.
constexpr std::size_t kLongest = 200;    ///< Longer texts are cut: the distance takes quadratic
                                         ///< time.
constexpr std::size_t kPartOfTypos = 3;  ///< One typo is allowed for this many letters.

std::string_view leaf(std::string_view path) { return path.substr(path.rfind('.') + 1); }

bool holds(std::string_view text, std::string_view part) {
  return part.size() >= kWord && text.find(part) != std::string_view::npos;
}

/// Returns `text` in lower case, without "*", "?" and without dots at its ends.
std::string plain(std::string_view text) {
  std::string letters;
  for (const char c : text.substr(0, kLongest))
    if (c != '*' && c != '?')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::size_t first = letters.find_first_not_of('.');
  if (first == std::string::npos) return "";
  return letters.substr(first, letters.find_last_not_of('.') - first + 1);
}

Rank rank_of(std::string_view wanted, std::string_view name) {
  const std::string path = plain(name), word = plain(wanted);
  const std::string_view last = leaf(path), wanted_last = leaf(word);
  const std::size_t of_paths = edit_distance(word, path);
  const std::size_t of_leaves = edit_distance(wanted_last, last);
  const bool is_path = word.size() > wanted_last.size();
  const std::size_t edits = is_path ? of_paths : std::min(of_paths, of_leaves);
  if (!word.empty() && wanted_last == last) return {kSameLeaf, edits};
  // A typo. In a short word one letter says too little.
  if (edits <= 1 && word.size() >= 2 * kWord) return {kOneEdit, edits};
  if (holds(last, wanted_last) || holds(wanted_last, last)) return {kLeafHolds, edits};
  if (holds(path, word)) return {kPathHolds, edits};
  const std::size_t typos = std::max<std::size_t>(1, wanted_last.size() / kPartOfTypos);
  return {std::min(of_paths, of_leaves) <= typos ? kFewEdits : kUnlike, edits};
}

}  // namespace

bool is_near(std::string_view wanted, std::string_view name) {
  return !leaf(plain(wanted)).empty() && rank_of(wanted, name).first != kUnlike;
}

std::vector<std::string> nearest_names(std::string_view wanted,
                                       const std::vector<std::string>& names, std::size_t count) {
  std::vector<std::pair<Rank, std::string>> ranked;
  ranked.reserve(names.size());
  for (const std::string& name : names) ranked.emplace_back(rank_of(wanted, name), name);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i)
    nearest.push_back(std::move(ranked[i].second));
  return nearest;
}

std::string nearest_hint(std::string_view wanted, const std::vector<std::string>& names) {
  const std::vector<std::string> nearest = nearest_names(wanted, names, 1);
  const bool near = wanted.size() >= kWord && !nearest.empty() && is_near(wanted, nearest.front());
  return near ? "; nearest: " + nearest.front() : "";
}

std::string legal_names(std::string_view wanted, const std::vector<std::string>& names) {
  return first_of(names, names.size(), ", ") + nearest_hint(wanted, names);
}

bool begins_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string first_of(const std::vector<std::string>& texts, std::size_t most,
                     std::string_view between) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, texts.size()); ++i)
    text.append(i == 0 ? "" : between).append(texts[i]);
  if (texts.size() > most) text += " and " + std::to_string(texts.size() - most) + " more";
  return text;
}

std::string known_names(std::string_view wanted, const std::vector<std::string>& names) {
  if (names.empty()) return "none";
  return std::to_string(names.size()) + ", such as " +
         first_of(nearest_names(wanted, names, 3), 3, ", ");
}

}  // namespace gf::core

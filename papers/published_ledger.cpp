// SPDX-License-Identifier: Apache-2.0
#include "papers/published_ledger.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <string>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/csv.h"

namespace gf::papers {
namespace {

constexpr const char* kLedger = "papers/published.csv";

/// A row as the ledger holds it.
struct Claim {
  std::string set;
  std::string published;
};

bool operator==(const Claim& a, const Claim& b) {
  return a.set == b.set && a.published == b.published;
}

/// Returns the rows with a published value, by id.
std::map<std::string, Claim> claims_of(const std::vector<Experiment>& experiments) {
  std::map<std::string, Claim> claims;
  for (const Experiment& experiment : experiments)
    for (const Measurement& row : experiment.rows)
      if (!std::holds_alternative<std::monostate>(row.published))
        claims[row.id] = {std::string(to_text(experiment.set)), to_text(row.published)};
  return claims;
}

/// Returns whether a line begins as "- 2026-11-29: " does.
bool is_dated(std::string_view line) {
  static constexpr std::string_view kForm = "- dddd-dd-dd: ";
  if (line.size() < kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(line[i])) != 0;
    if (kForm[i] == 'd' ? !digit : line[i] != kForm[i]) return false;
  }
  return true;
}

/// Returns the ids and globs in backquotes of the dated lines.
std::vector<std::string> dated_globs(std::string_view text) {
  std::vector<std::string> globs;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!is_dated(line)) continue;
    for (std::size_t open = line.find('`'); open != line.npos; open = line.find('`')) {
      line.remove_prefix(open + 1);
      const std::size_t close = std::min(line.find('`'), line.size());
      globs.emplace_back(line.substr(0, close));
      line.remove_prefix(std::min(close + 1, line.size()));
    }
  }
  return globs;
}

/// Returns what has become of a row of the ledger ("moved from the quick to the full set"), or
/// empty.
std::string change_of(const Claim& then, const Claim* now) {
  if (now == nullptr) return fmt::format("no longer publishes {}", core::excerpt(then.published));
  if (now->set != then.set)
    return fmt::format("moved from the {} to the {} set", then.set, now->set);
  return fmt::format("publishes {} in place of {}", core::excerpt(now->published),
                     core::excerpt(then.published));
}

[[noreturn]] void fail(unsigned line, const std::string& what) {
  throw core::UserError(core::ExitCode::kBadInput, fmt::format("{}:{}: {}", kLedger, line, what));
}

}  // namespace

void check_ledger(const std::vector<Experiment>& experiments, std::string_view ledger,
                  std::string_view deviations) {
  const core::CsvTable table(ledger, kLedger);
  const std::map<std::string, Claim> claims = claims_of(experiments);
  const std::vector<std::string> explained = dated_globs(deviations);
  std::map<std::string, Claim> known;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::string& id = table.text(i, "id");
    const Claim then{table.text(i, "set"), table.text(i, "published")};
    known[id] = then;
    const auto now = claims.find(id);
    if (now != claims.end() && now->second == then) continue;
    const auto matches = [&id](const std::string& glob) { return core::glob_match(glob, id); };
    if (std::any_of(explained.begin(), explained.end(), matches)) continue;
    fail(table.line(i),
         fmt::format("{} {}; say why in a dated line of DEVIATIONS.md: - YYYY-MM-DD: `{}`: ...", id,
                     change_of(then, now == claims.end() ? nullptr : &now->second), id));
  }
  const unsigned end = table.rows() == 0 ? 1 : table.line(table.rows() - 1);
  for (const auto& [id, claim] : claims)
    if (known.count(id) == 0)
      fail(end, fmt::format("lacks a row; add {},{},{}", id, claim.set,
                            core::csv_cell(claim.published)));
}

}  // namespace gf::papers

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>

#include "core/param/param_listing.h"

namespace gf::core {
namespace {

/// Positions of rows in the listing.
using Members = std::vector<std::size_t>;
/// Everything that instances of one kind share; all but the value.
using Family =
    std::tuple<std::string, std::size_t, std::string, std::string, std::string, std::string>;

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t dot = std::min(path.find('.', start), path.size());
    parts.push_back(path.substr(start, dot - start));
    start = dot + 1;
  }
  return parts;
}

Family family_of(const ParamRow& row) {
  const std::vector<std::string> parts = split(row.path);
  return {parts.back(), parts.size(), row.type, row.legal, row.meaning, row.source};
}

/// Returns "k80_*" for "k80_0" and "k80_1".
std::string common(const std::string& a, const std::string& b) {
  if (a == b) return a;
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  std::string shared(a.begin(), end);
  if (!shared.empty() && shared.back() == '*') return shared;
  return shared + "*";
}

std::string glob_of(const std::vector<ParamRow>& rows, const Members& members) {
  std::vector<std::string> glob = split(rows[members.front()].path);
  for (const std::size_t member : members) {
    const std::vector<std::string> parts = split(rows[member].path);
    for (std::size_t i = 0; i < glob.size(); ++i) glob[i] = common(glob[i], parts[i]);
  }
  std::string path = glob.front();
  for (std::size_t i = 1; i < glob.size(); ++i) path += "." + glob[i];
  return path;
}

/// Returns the members that share the most frequent (value, default); the first such pair wins a
/// tie.
Members most_alike(const std::vector<ParamRow>& rows, const Members& members) {
  std::map<std::pair<std::string, std::string>, Members> by_value;
  for (const std::size_t member : members)
    by_value[{rows[member].value, rows[member].default_value}].push_back(member);
  Members best;
  for (const auto& [value, alike] : by_value) {
    const bool first = alike.size() == best.size() && alike.front() < best.front();
    if (alike.size() > best.size() || first) best = alike;
  }
  return best;
}

}  // namespace

std::vector<FoldedRow> fold(const std::vector<ParamRow>& rows) {
  std::map<Family, Members> families;
  for (std::size_t i = 0; i < rows.size(); ++i) families[family_of(rows[i])].push_back(i);
  std::vector<const Members*> order;
  for (const auto& [family, members] : families) order.push_back(&members);
  std::sort(order.begin(), order.end(),
            [](const Members* a, const Members* b) { return a->front() < b->front(); });
  std::vector<FoldedRow> folded;
  for (const Members* members : order) {
    const Members alike = most_alike(rows, *members);
    FoldedRow first{rows[alike.front()], alike.size()};
    first.row.path = glob_of(rows, alike.size() > 1 ? *members : alike);
    const bool one_by_one = alike.size() == 1;
    if (!one_by_one) folded.push_back(first);
    for (const std::size_t member : *members)
      if (one_by_one || std::find(alike.begin(), alike.end(), member) == alike.end())
        folded.push_back({rows[member], 1});
  }
  return folded;
}

}  // namespace gf::core

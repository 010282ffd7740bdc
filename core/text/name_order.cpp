// SPDX-License-Identifier: Apache-2.0
#include "core/text/name_order.h"

#include <algorithm>
#include <map>
#include <systemc>
#include <utility>

#include "core/base/decimal.h"

namespace gf::core {
namespace {

/// Takes the leading digits of `text`; returns them without leading zeros.
std::string_view take_digits(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

/// Modules by path, with their place in a walk from the top. Hierarchies may be wide, but never
/// deep.
using Places = std::map<std::string, std::size_t>;
void add_places(const std::vector<sc_core::sc_object*>& objects, Places& places) {
  for (const sc_core::sc_object* const object : objects) {
    if (std::string_view(object->kind()) != "sc_module") continue;
    places.emplace(object->name(), places.size() + 1);
    add_places(object->get_child_objects(), places);
  }
}

std::size_t place_of(std::string name, const Places& places) {
  while (true) {
    const auto found = places.find(name);
    if (found != places.end()) return found->second;
    const std::size_t end = name.find_last_of(". ");
    if (end == std::string::npos) return 0;
    name.resize(end);
  }
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view left = take_digits(a);
      const std::string_view right = take_digits(b);
      // Without leading zeros the longer run of digits is the larger number. Nothing is converted,
      // so nothing overflows.
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

std::vector<std::string> in_topology_order(std::vector<std::string> names) {
  Places places;
  add_places(sc_core::sc_get_top_level_objects(), places);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (std::string& name : names) {
    const std::size_t rank = place_of(name, places);
    ranked.emplace_back(rank, std::move(name));
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : natural_less(a.second, b.second);
  });
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::move(ranked[i].second);
  return names;
}

}  // namespace gf::core

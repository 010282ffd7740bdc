// SPDX-License-Identifier: Apache-2.0
#include "workloads/options.h"

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"

namespace gf::model {

WorkloadOptions split_options(std::string_view text,
                              const std::function<bool(const std::string& name)>& known,
                              const std::function<void(const std::string& field)>& refuse) {
  WorkloadOptions options;
  if (core::trimmed(text).empty()) return options;
  for (const std::string_view field : core::split_fields(text, ',')) {
    const auto equals = field.find('=');
    const std::string name(core::trimmed(field.substr(0, equals)));
    if (equals == field.npos || name.empty() || !known(name) || options.count(name) != 0)
      refuse(std::string(field));
    options[name] = core::trimmed(field.substr(equals + 1));
  }
  return options;
}

std::string OptionValues::text(const std::string& name, const std::string& default_value) const {
  const auto entry = values_.find(name);
  return entry == values_.end() ? default_value : entry->second;
}

std::uint64_t OptionValues::number(const std::string& name, std::uint64_t default_value,
                                   std::uint64_t low, std::uint64_t high) const {
  return within(name, text(name, std::to_string(default_value)), low, high);
}

std::pair<unsigned, unsigned> OptionValues::range(const std::string& name, unsigned default_value,
                                                  unsigned high) const {
  const std::string all = text(name, std::to_string(default_value));
  const auto dots = all.find("..");
  const std::string last = dots == std::string::npos ? all : all.substr(dots + 2);
  const auto first = static_cast<unsigned>(within(name, all.substr(0, dots), 1, high));
  return {first, static_cast<unsigned>(within(name, last, first, high))};
}

std::pair<core::Bytes, core::Bytes> OptionValues::bytes(const std::string& name,
                                                        const std::string& default_value,
                                                        core::Bytes low, core::Bytes high) const {
  const std::string all = text(name, default_value);
  const auto size = [&](std::string_view text, core::Bytes least) {
    text = core::trimmed(text);
    std::optional<std::uint64_t> count = core::parse_number<std::uint64_t>(text);
    try {
      if (!count) count = core::parse_bytes(text).count();
    } catch (const core::UserError&) {  // reported below, with the option's name
    }
    if (!count || *count < least.count() || *count > high.count())
      fail(name, std::string(text),
           "a size of " + core::to_text(least) + " ... " + core::to_text(high) +
               ", such as 65536, 64 KiB or 64k");
    return core::Bytes(*count);
  };
  const auto dots = all.find("..");
  const core::Bytes first = size(std::string_view(all).substr(0, dots), low);
  return {first, dots == all.npos ? first : size(std::string_view(all).substr(dots + 2), first)};
}

sc_core::sc_time OptionValues::time(const std::string& name, const sc_core::sc_time& default_value,
                                    const sc_core::sc_time& most, const std::string& legal) const {
  const std::string given = text(name, "");
  if (given.empty()) return default_value;
  try {
    if (const sc_core::sc_time time = core::parse_time(given); time <= most) return time;
  } catch (const core::UserError&) {  // reported below, with the option's name
  }
  fail(name, given, legal);
}

double OptionValues::fraction(const std::string& name, double default_value) const {
  const auto entry = values_.find(name);
  if (entry == values_.end()) return default_value;
  const auto number = core::parse_number<double>(entry->second);
  if (!number || !(*number >= 0 && *number <= 1)) fail(name, entry->second, "0 ... 1");
  return *number;
}

std::vector<std::string> OptionValues::names(std::string_view start) const {
  std::vector<std::string> all;
  for (const auto& [name, value] : values_)
    if (core::begins_with(name, start)) all.push_back(name);
  return all;
}

bool OptionValues::flag(const std::string& name, bool default_value) const {
  const std::string given = text(name, default_value ? "true" : "false");
  if (given != "true" && given != "false") fail(name, given, "false or true");
  return given == "true";
}

void OptionValues::fail(const std::string& name, const std::string& value,
                        const std::string& legal) const {
  core::fail_config(workload_, name, value, legal, hint_);
}

std::uint64_t OptionValues::within(const std::string& name, const std::string& text,
                                   std::uint64_t low, std::uint64_t high) const {
  const auto number = core::parse_number<std::uint64_t>(core::trimmed(text));
  if (!number || *number < low || *number > high)
    fail(name, text, std::to_string(low) + " ... " + std::to_string(high));
  return *number;
}

}  // namespace gf::model

// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/kernels/suite.h"

#include "core/error.h"
#include "core/text_fields.h"

namespace gf::model {

WorkloadOptions parse_workload_options(const std::string& text) {
  WorkloadOptions options;
  if (core::trimmed(text).empty()) return options;
  for (const std::string_view field : core::split_fields(text, ',')) {
    const auto equals = field.find('=');
    const std::string name(core::trimmed(field.substr(0, equals)));
    if (equals == field.npos || name.empty() || options.count(name) != 0)
      core::fail_config("workload options", "field", std::string(field),
                        "\"name=value\", each name once", "write for example scale=14,factor=8");
    options[name] = core::trimmed(field.substr(equals + 1));
  }
  return options;
}

namespace suite {

std::string OptionValues::text(const std::string& name, const std::string& standard) const {
  const auto entry = values_.find(name);
  return entry == values_.end() ? standard : entry->second;
}

std::uint64_t OptionValues::number(const std::string& name, std::uint64_t standard,
                                   std::uint64_t low, std::uint64_t high) const {
  const auto entry = values_.find(name);
  if (entry == values_.end()) return standard;
  const auto number = core::parse_number<std::uint64_t>(entry->second);
  if (!number || *number < low || *number > high)
    fail(name, std::to_string(low) + " ... " + std::to_string(high));
  return *number;
}

double OptionValues::fraction(const std::string& name, double standard) const {
  const auto entry = values_.find(name);
  if (entry == values_.end()) return standard;
  const auto number = core::parse_number<double>(entry->second);
  if (!number || !(*number >= 0 && *number <= 1)) fail(name, "0 ... 1");
  return *number;
}

void OptionValues::fail(const std::string& name, const std::string& legal) const {
  core::fail_config("workload " + member_, name, text(name, ""), legal,
                    "correct the workload's options");
}

}  // namespace suite
}  // namespace gf::model

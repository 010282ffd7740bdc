// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/measured.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "core/base/text_fields.h"
#include "core/base/text_match.h"

namespace gf::papers::tools {
namespace {

constexpr std::string_view kGpu = "gpu ";

auto fields(const Measured& each) {
  return std::tie(each.tool, each.test, each.quantity, each.from, each.to, each.bytes, each.value,
                  each.unit, each.ranks, each.iterations, each.setting);
}

}  // namespace

bool operator==(const Measured& a, const Measured& b) { return fields(a) == fields(b); }

std::string gpu_name(unsigned gpu) { return std::string(kGpu) + std::to_string(gpu); }

std::optional<unsigned> gpu_number(std::string_view name) {
  if (!core::begins_with(name, kGpu)) return {};
  return core::parse_number<unsigned>(name.substr(kGpu.size()));
}

std::vector<Measured> of_test(const std::vector<Measured>& values, const std::string& test) {
  std::vector<Measured> found;
  std::copy_if(values.begin(), values.end(), std::back_inserter(found),
               [&test](const Measured& each) { return each.test == test; });
  return found;
}

std::vector<std::string> tests_of(const std::vector<Measured>& values) {
  std::vector<std::string> tests;
  for (const Measured& each : values)
    if (std::find(tests.begin(), tests.end(), each.test) == tests.end()) tests.push_back(each.test);
  return tests;
}

}  // namespace gf::papers::tools

// SPDX-License-Identifier: Apache-2.0
// Relations between the values of parameters.
#include <cmath>

#include "core/base/error.h"
#include "core/param/params.h"

namespace gf::core {
namespace {

bool is_multiple(double value, double unit) { return unit > 0 && std::fmod(value, unit) == 0; }

bool is_power_of_two(double value) {
  int exponent = 0;
  return value >= 1 && std::frexp(value, &exponent) == 0.5;
}

}  // namespace

bool ParamRelation::holds(double value, double product) const {
  switch (kind) {
    case Kind::kAtMost:
      return value <= product;
    case Kind::kBelow:
      return value < product;
    case Kind::kAtLeast:
      return value >= product;
    case Kind::kMultipleOf:
      return is_multiple(value, product);
    case Kind::kDoubled:
      return is_multiple(value, product) && is_power_of_two(value / product);
  }
  GF_CHECK(false, "a relation of no kind");
  return false;
}

std::optional<double> number_of(const std::string& type, const std::string& text) {
  if (type == "time") return parse_time(text).to_seconds();
  if (type == "bytes") return static_cast<double>(parse_bytes(text).count());
  if (type == "rate") return parse_byte_rate(text).bytes_per_second();
  if (type == "integer" || type == "number") return std::stod(text);
  return std::nullopt;
}

}  // namespace gf::core

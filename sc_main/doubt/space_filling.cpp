// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/space_filling.h"

#include <boost/random/sobol.hpp>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/random.h"

namespace gf::core {

std::vector<std::vector<double>> space_filling(std::size_t count, std::size_t dimensions,
                                               std::uint64_t seed) {
  if (dimensions > kMostDimensions)
    throw UserError(ExitCode::kUsage, fmt::format("a design has at most {} inputs, not {}",
                                                  kMostDimensions, dimensions));
  std::vector<std::vector<double>> points(count, std::vector<double>(dimensions));
  if (dimensions == 0) return points;
  RandomStream random(seed, "space_filling");
  std::vector<std::uint64_t> shift(dimensions);
  for (std::uint64_t& bits : shift) bits = random();
  boost::random::sobol sequence(dimensions);
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t d = 0; d < dimensions; ++d) {
      // Boost omits the first point, the origin; without it 2^n points do not fill evenly.
      const std::uint64_t bits = (n == 0 ? 0 : sequence()) ^ shift[d];
      points[n][d] = static_cast<double>(bits >> 11) * 0x1p-53;
    }
  return points;
}

}  // namespace gf::core

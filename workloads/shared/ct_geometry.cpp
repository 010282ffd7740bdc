// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/ct_geometry.h"

#include <algorithm>

namespace gf::model::proact {

suite::Range CtGeometry::shadow(const Beam& beam, std::uint32_t y, std::uint32_t first,
                                std::uint32_t end) const {
  // first - 1 <= x c + rest < end
  const double rest = y * beam.s + beam.middle;
  const double low = first - 1.0 - rest, high = end - rest;
  if (std::abs(beam.c) < 1e-9)
    return low <= 0 && high > 0 ? suite::Range{0, size} : suite::Range{0, 0};
  const double from = std::min(low / beam.c, high / beam.c);
  const double to = std::max(low / beam.c, high / beam.c);
  const auto inside = [&](double x) {
    return static_cast<std::uint64_t>(std::clamp(x, 0.0, static_cast<double>(size)));
  };
  const suite::Range range{inside(std::floor(from)), inside(std::ceil(to) + 1)};
  return range.begin < range.end ? range : suite::Range{0, 0};
}

suite::Range CtGeometry::shadowed(const Beam& beam, std::uint32_t x, std::uint32_t y,
                                  std::uint32_t side) {
  const std::uint32_t last = side - 1;
  const double corners[] = {beam.at(x, y), beam.at(x + last, y), beam.at(x, y + last),
                            beam.at(x + last, y + last)};
  const double from = *std::min_element(corners, corners + 4);
  const double to = *std::max_element(corners, corners + 4);
  return {static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to) + 2};
}

std::vector<double> ct_phantom(const CtGeometry& geometry) {
  struct Ellipse {
    double x, y, a, b, value;  // centre and half axes: -1 ... 1
  };
  std::vector<double> image(std::size_t{geometry.slices} * geometry.size * geometry.size);
  for (std::uint32_t slice = 0; slice < geometry.slices; ++slice) {
    const double z = (slice + 0.5) / geometry.slices;
    const Ellipse all[] = {{0, 0, 0.7, 0.9, 0.6},
                           {-0.25, 0.1 + 0.3 * z, 0.15, 0.3 * z + 0.1, 0.4},
                           {0.3, -0.2, 0.3 - 0.2 * z, 0.2, -0.3},
                           {0.05 * z, 0.55, 0.1, 0.1, 0.6}};
    for (std::uint32_t y = 0; y < geometry.size; ++y)
      for (std::uint32_t x = 0; x < geometry.size; ++x) {
        double sum = 0;
        for (const Ellipse& e : all) {
          const double dx = (2.0 * x / geometry.size - 1 - e.x) / e.a;
          const double dy = (2.0 * y / geometry.size - 1 - e.y) / e.b;
          sum += dx * dx + dy * dy <= 1 ? e.value : 0;
        }
        image[geometry.pixel(slice, x, y)] = sum;
      }
  }
  return image;
}

}  // namespace gf::model::proact

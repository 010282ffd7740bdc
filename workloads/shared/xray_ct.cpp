// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/xray_ct.h"

#include <algorithm>
#include <fmt/format.h>

#include "workloads/shared/app_options.h"
#include "workloads/shared/ct_programs.h"

namespace gf::model::proact {
namespace {

constexpr unsigned kIterations = 1;
constexpr double kOperations = 32;  ///< Per pixel and angle, in lanes and cycles (README).

CtGeometry geometry_for(const AppContext& context) {
  CtGeometry g;
  if (context.published) g = {256, 40, 128, 384, 8};
  const std::uint64_t slice = 4ull * (g.size * g.size + g.angles * g.detectors);
  if (context.bytes.count() > 0)
    g.slices =
        static_cast<std::uint32_t>(std::max<std::uint64_t>(1, context.bytes.count() / slice));
  return g;
}

/// Calls visit(pixel, reading, next reading, share of the latter) for all pixels at all angles of a
/// slice, for sequential programs.
template <class Visit>
void for_each_shadow(const CtGeometry& g, std::uint32_t slice, Visit visit) {
  for (std::uint32_t angle = 0; angle < g.angles; ++angle) {
    const CtGeometry::Beam beam = g.beam(angle);
    for (std::uint32_t y = 0; y < g.size; ++y)
      for (std::uint32_t x = 0; x < g.size; ++x) {
        const double t = beam.at(x, y);
        const auto d = static_cast<std::uint32_t>(t);
        visit(g.pixel(slice, x, y), g.reading(slice, angle, d), g.reading(slice, angle, d + 1),
              t - d);
      }
  }
}

/// Returns the shadows of `image`, by reading.
std::vector<double> shadows(const CtGeometry& g, const std::vector<double>& image) {
  std::vector<double> sinogram(std::size_t{g.view_tiles()} * g.view_tile(), 0);
  for (std::uint32_t slice = 0; slice < g.slices; ++slice)
    for_each_shadow(g, slice, [&](std::size_t pixel, std::size_t a, std::size_t b, double share) {
      sinogram[a] += image[pixel] * (1 - share);
      sinogram[b] += image[pixel] * share;
    });
  return sinogram;
}

/// Returns the length of each ray in a full slice; all slices are alike.
std::vector<float> ray_lengths(const CtGeometry& g) {
  CtGeometry one = g;
  one.slices = 1;
  const std::vector<double> of_one =
      shadows(one, std::vector<double>(std::size_t{g.size} * g.size, 1));
  std::vector<float> all(std::size_t{g.view_tiles()} * g.view_tile());
  for (std::uint32_t slice = 0; slice < g.slices; ++slice)
    for (std::uint32_t angle = 0; angle < g.angles; ++angle)
      for (std::uint32_t d = 0; d < g.detectors; ++d)
        all[g.reading(slice, angle, d)] = static_cast<float>(of_one[one.reading(0, angle, d)]);
  return all;
}

/// Performs the iterations sequentially; `image` and `missing` contain the initial values.
void reconstruct_plainly(const CtGeometry& g, const std::vector<double>& measured,
                         const std::vector<double>& lengths, unsigned iterations,
                         std::vector<double>& image, std::vector<double>& missing) {
  for (unsigned i = 0; i < iterations; ++i) {
    std::vector<double> sum(image.size(), 0);
    for (std::uint32_t slice = 0; slice < g.slices; ++slice)
      for_each_shadow(g, slice, [&](std::size_t pixel, std::size_t a, std::size_t b, double share) {
        sum[pixel] += missing[a] * (1 - share) + missing[b] * share;
      });
    for (std::size_t p = 0; p < image.size(); ++p)
      image[p] = std::max(0.0, image[p] + sum[p] / g.angles);
    const std::vector<double> seen = shadows(g, image);
    for (std::size_t r = 0; r < missing.size(); ++r)
      missing[r] = lengths[r] > 0 ? (measured[r] - seen[r]) / lengths[r] : 0;
  }
}

std::vector<float> narrow(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}
std::vector<double> wide(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

std::shared_ptr<const RowParts> tile_a_cta(std::uint32_t tiles, unsigned gpus) {
  return std::make_shared<const RowParts>(PartsSpec{tiles, 1, tiles, gpus, 1},
                                          std::vector<std::uint32_t>());
}

}  // namespace

XrayCt::XrayCt(const AppContext& context) : XrayCt(context, geometry_for(context)) {}

XrayCt::XrayCt(const AppContext& context, const CtGeometry& g)
    : AppBase("xray_ct",
              fmt::format("{} slices of {} x {}, {} angles of {} detectors", g.slices, g.size,
                          g.size, g.angles, g.detectors),
              in_region_units(std::uint64_t{g.image_tiles()} * g.image_tile() * 4) +
                  in_region_units(std::uint64_t{g.view_tiles()} * g.view_tile() * 4)),
      geometry_(g),
      sinogram_at_(in_region_units(std::uint64_t{g.image_tiles()} * g.image_tile() * 4)),
      phantom_(ct_phantom(g)) {
  CtAddresses at;
  at.image = kRegionBase;
  at.missing = kRegionBase + sinogram_at_;
  suite::Layout layout(context.gpus);
  place_ct_data(g, layout, at);
  set_private_data(layout.take());
  const double cycles = kOperations / context.lanes;
  const auto image_parts = tile_a_cta(g.image_tiles(), context.gpus);
  const auto view_parts = tile_a_cta(g.view_tiles(), context.gpus);
  const unsigned iterations = context.iterations > 0 ? context.iterations.get() : kIterations;
  for (unsigned i = 0; i < iterations; ++i) {
    add_phase(ct_update(g, at, cycles), image_parts, 0, g.image_tile() * 4);
    add_phase(ct_project(g, at, cycles, context.gpus), view_parts, sinogram_at_, g.view_tile() * 4);
  }
  compute_later([this](RegionHistory& history) { reconstruct(history); });
}

const XrayCt::Scan& XrayCt::scan() const {
  if (!scan_) scan_ = Scan{narrow(shadows(geometry_, phantom_)), ray_lengths(geometry_)};
  return *scan_;
}

void XrayCt::reconstruct(RegionHistory& history) const {
  const auto& [measured, lengths] = scan();
  // Before the first update the image is 0, so the residual is the whole measurement.
  std::vector<float> image(pixels(), 0), missing(readings(), 0);
  for (std::size_t r = 0; r < missing.size(); ++r)
    if (lengths[r] > 0) missing[r] = measured[r] / lengths[r];
  history.write(-1, sinogram_at_, bytes_of(missing));
  for (int phase = 0; phase < static_cast<int>(phases()); phase += 2) {
    update(missing, image);
    history.write(phase, 0, bytes_of(image));
    project(image, missing);
    history.write(phase + 1, sinogram_at_, bytes_of(missing));
  }
}

/// Tile by tile, each pixel along its rays.
void XrayCt::update(const std::vector<float>& missing, std::vector<float>& image) const {
  const CtGeometry& g = geometry_;
  const std::uint32_t tiles = g.size / g.kSide;
  std::vector<double> sums(g.image_tile());
  std::vector<float> at(g.detectors);
  for (std::uint32_t cta = 0; cta < g.image_tiles(); ++cta) {
    const std::uint32_t left = cta % tiles * g.kSide, top = cta / tiles % tiles * g.kSide;
    std::fill(sums.begin(), sums.end(), 0);
    for (std::uint32_t angle = 0; angle < g.angles; ++angle) {
      const CtGeometry::Beam beam = g.beam(angle);
      const suite::Range shadow = CtGeometry::shadowed(beam, left, top, g.kSide);
      for (auto d = static_cast<std::uint32_t>(shadow.begin); d < shadow.end; ++d)
        at[d] = missing[g.reading(cta / (tiles * tiles), angle, d)];
      for (std::uint32_t p = 0; p < g.image_tile(); ++p) {
        const double t = beam.at(left + p % g.kSide, top + p / g.kSide);
        const auto d = static_cast<std::uint32_t>(t);
        sums[p] += at[d] + (double{at[d + 1]} - at[d]) * (t - d);
      }
    }
    for (std::uint32_t p = 0; p < g.image_tile(); ++p) {
      float& pixel = image[std::size_t{cta} * g.image_tile() + p];
      pixel = static_cast<float>(std::max(0.0, pixel + sums[p] / g.angles));
    }
  }
}

/// Tile by tile: the part of each image row that the tile's rays cross.
void XrayCt::project(const std::vector<float>& image, std::vector<float>& missing) const {
  const CtGeometry& g = geometry_;
  const auto& [measured, lengths] = scan();
  std::vector<double> seen(g.view_tile());
  for (std::uint32_t cta = 0; cta < g.view_tiles(); ++cta) {
    const std::uint32_t first = cta % g.strips * g.strip(), slice = cta / g.strips % g.slices;
    const std::uint32_t block = cta / g.strips / g.slices * g.kAngles;
    std::fill(seen.begin(), seen.end(), 0);
    for (std::uint32_t a = 0; a < g.kAngles; ++a) {
      const CtGeometry::Beam beam = g.beam(block + a);
      for (std::uint32_t y = 0; y < g.size; ++y) {
        const suite::Range row = g.shadow(beam, y, first, first + g.strip());
        for (auto x = static_cast<std::uint32_t>(row.begin); x < row.end; ++x) {
          const double t = beam.at(x, y);
          const auto d = static_cast<std::uint32_t>(t);
          const double value = image[g.pixel(slice, x, y)];
          const std::uint32_t from = d - first;  // wraps if it is before first
          if (from < g.strip()) seen[a * g.strip() + from] += value * (1 - (t - d));
          if (from + 1 < g.strip()) seen[a * g.strip() + from + 1] += value * (t - d);
        }
      }
    }
    for (std::uint32_t r = 0; r < g.view_tile(); ++r) {
      const std::size_t at = std::size_t{cta} * g.view_tile() + r;
      missing[at] =
          lengths[at] > 0 ? static_cast<float>((double{measured[at]} - seen[r]) / lengths[at]) : 0;
    }
  }
}

double XrayCt::error_of(const std::vector<std::uint8_t>& image) const {
  const std::vector<double> measured = wide(scan().measured), lengths = wide(scan().lengths);
  std::vector<double> pixel(pixels(), 0), missing(readings());
  for (std::size_t r = 0; r < missing.size(); ++r)
    missing[r] = lengths[r] > 0 ? measured[r] / lengths[r] : 0;
  reconstruct_plainly(geometry_, measured, lengths, phases() / 2, pixel, missing);
  return std::max(
      relative_error(wide(values_at<float>(image, 0, pixels())), pixel),
      relative_error(wide(values_at<float>(image, sinogram_at(), readings())), missing));
}

double XrayCt::distance_to_phantom(const std::vector<std::uint8_t>& image) const {
  const auto is = values_at<float>(image, 0, pixels());
  double sum = 0;
  for (std::size_t p = 0; p < is.size(); ++p) sum += (is[p] - phantom_[p]) * (is[p] - phantom_[p]);
  return std::sqrt(sum / static_cast<double>(is.size()));
}

}  // namespace gf::model::proact

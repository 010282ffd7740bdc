// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "workloads/kernels/programs/emit.h"

namespace gf::model::proact {

/// A stack of square slices scanned by parallel beams. There are `angles` angles over half a turn,
/// each with a line of `detectors` of one pixel's width. A pixel's shadow falls on two neighbouring
/// detectors, weighted by the position of its centre. Images and sinograms are stored in contiguous
/// tiles, one per CTA.
struct CtGeometry {
  std::uint32_t size = 64;  ///< Pixels of a slice in x and y; a multiple of kSide.
  std::uint32_t slices = 40;
  std::uint32_t angles = 64;     ///< A multiple of kAngles.
  std::uint32_t detectors = 96;  ///< A multiple of 4 * strips, more than size * sqrt(2) + 1.
  std::uint32_t strips = 2;      ///< Sinogram tiles per angle.

  static constexpr std::uint32_t kSide = 16;   ///< Image tile: kSide * kSide pixels of a slice.
  static constexpr std::uint32_t kAngles = 8;  ///< Sinogram tile: angles of a strip.

  /// Detectors of a strip.
  [[nodiscard]] std::uint32_t strip() const { return detectors / strips; }
  [[nodiscard]] std::uint32_t image_tile() const { return kSide * kSide; }
  [[nodiscard]] std::uint32_t view_tile() const { return kAngles * strip(); }
  [[nodiscard]] std::uint32_t image_tiles() const {
    return slices * (size / kSide) * (size / kSide);
  }
  [[nodiscard]] std::uint32_t view_tiles() const { return slices * (angles / kAngles) * strips; }

  /// Return the index of a pixel and of a reading. The slice is the slower index in the image and
  /// the faster one in the sinogram: a CTA with a few angles needs the whole image, and a CTA with
  /// a few pixels the whole sinogram.
  [[nodiscard]] std::size_t pixel(std::uint32_t slice, std::uint32_t x, std::uint32_t y) const {
    const std::size_t tiles = size / kSide;
    const std::size_t tile = (slice * tiles + y / kSide) * tiles + x / kSide;
    return tile * image_tile() + (y % kSide) * kSide + x % kSide;
  }
  [[nodiscard]] std::size_t reading(std::uint32_t slice, std::uint32_t angle,
                                    std::uint32_t detector) const {
    const std::size_t tile =
        (angle / kAngles * std::size_t{slices} + slice) * strips + detector / strip();
    return tile * view_tile() + (angle % kAngles) * strip() + detector % strip();
  }

  struct Beam {
    double c, s, middle;
    /// Returns the position of a pixel's centre, in detectors.
    [[nodiscard]] double at(std::uint32_t x, std::uint32_t y) const {
      return x * c + y * s + middle;
    }
  };
  [[nodiscard]] Beam beam(std::uint32_t angle) const {
    const double turn = M_PI * angle / angles;
    const double c = std::cos(turn), s = std::sin(turn);
    return {c, s, (detectors - 1) / 2.0 - (size - 1) / 2.0 * (c + s)};
  }
  /// Returns the pixels [begin, end) of row y that may shadow detectors [first, end).
  [[nodiscard]] suite::Range shadow(const Beam& beam, std::uint32_t y, std::uint32_t first,
                                    std::uint32_t end) const;
  /// Returns the detectors [begin, end) that pixels [x, x + side) * [y, y + side) shadow.
  [[nodiscard]] static suite::Range shadowed(const Beam& beam, std::uint32_t x, std::uint32_t y,
                                             std::uint32_t side);
};

/// Returns a stack of ellipses that changes from slice to slice, by pixel index; values are 0 ...
/// 1.2.
std::vector<double> ct_phantom(const CtGeometry& geometry);

}  // namespace gf::model::proact

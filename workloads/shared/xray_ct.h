// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "workloads/kernels/programs/layout.h"
#include "workloads/shared/app_base.h"
#include "workloads/shared/ct_geometry.h"

namespace gf::model::proact {

/// Iterative reconstruction of a stack of slices from their shadows, as in model-based codes
/// (simultaneous update, SIRT, with values kept >= 0). An iteration has two phases:
///   update   adds to each pixel of the image the mean of the residuals along its rays;
///   project  computes the residual of the sinogram: (measured - shadows of the image), divided
///            by the length of each ray in the image.
/// The region contains the image and the residual sinogram, as floats in tiles (CtGeometry). Each
/// CTA writes a tile contiguously in increasing order, so it stores whole lines. CTAs are split by
/// slices in one phase and by angles in the other, so all GPUs need everything that the others
/// wrote. Measured readings and ray lengths are private.
/// Not modelled: the prior between neighbouring pixels of a full MBIR.
class XrayCt final : public AppBase {
 public:
  explicit XrayCt(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;
  /// Returns the root mean square of the difference between the reconstruction and the phantom.
  [[nodiscard]] double distance_to_phantom(const std::vector<std::uint8_t>& image) const;

 private:
  XrayCt(const AppContext& context, const CtGeometry& geometry);
  [[nodiscard]] std::uint64_t sinogram_at() const { return sinogram_at_; }
  [[nodiscard]] std::size_t pixels() const { return phantom_.size(); }
  [[nodiscard]] std::size_t readings() const {
    return std::size_t{geometry_.view_tiles()} * geometry_.view_tile();
  }
  /// The scanner's data, by reading.
  struct Scan {
    std::vector<float> measured, lengths;
  };
  [[nodiscard]] const Scan& scan() const;
  /// Computes the region after each phase. Kernels do not need this, because no address depends on
  /// the values.
  void reconstruct(RegionHistory& history) const;
  void update(const std::vector<float>& missing, std::vector<float>& image) const;
  void project(const std::vector<float>& image, std::vector<float>& missing) const;

  CtGeometry geometry_;
  std::uint64_t sinogram_at_;
  std::vector<double> phantom_;
  mutable std::optional<Scan> scan_;  ///< Made on first use.
};

}  // namespace gf::model::proact

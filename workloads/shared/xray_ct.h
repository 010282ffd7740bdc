// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "workloads/kernels/programs/layout.h"
#include "workloads/shared/app_base.h"
#include "workloads/shared/ct_geometry.h"

namespace gf::model::proact {

/// Iterative reconstruction of a stack of slices from their shadows, as model-based codes do it
/// (the simultaneous update, SIRT, with values kept >= 0). An iteration is two phases:
///   update   each pixel of the image gets the mean of what is missing along its rays;
///   project  what is missing of the measured sinogram: (measured - shadows of the image), over
///            how much of the image each ray sees.
/// The region has the image and that sinogram, floats, by tiles (CtGeometry); each CTA writes a
/// tile, side by side in increasing order: whole lines. CTAs are split by slices in one phase and
/// by angles in the other: all GPUs need all that the others wrote.
/// Measured readings and lengths of rays are private. Not modelled: the prior between neighbouring
/// pixels that a full MBIR has.
class XrayCt final : public AppBase {
 public:
  explicit XrayCt(const AppContext& context);
  [[nodiscard]] double error_of(const std::vector<std::uint8_t>& image) const override;
  /// Root mean square of the reconstruction's difference from what was measured.
  [[nodiscard]] double distance_to_phantom(const std::vector<std::uint8_t>& image) const;

 private:
  XrayCt(const AppContext& context, const CtGeometry& geometry);
  [[nodiscard]] std::uint64_t sinogram_at() const { return sinogram_at_; }
  [[nodiscard]] std::size_t pixels() const { return phantom_.size(); }
  [[nodiscard]] std::size_t readings() const {
    return std::size_t{geometry_.view_tiles()} * geometry_.view_tile();
  }
  /// What the scanner gave, by reading.
  struct Scan {
    std::vector<float> measured, lengths;
  };
  [[nodiscard]] const Scan& scan() const;
  /// What the region holds after each phase. No kernel needs to know: values decide nothing here.
  void reconstruct(RegionHistory& history) const;
  void update(const std::vector<float>& missing, std::vector<float>& image) const;
  void project(const std::vector<float>& image, std::vector<float>& missing) const;

  CtGeometry geometry_;
  std::uint64_t sinogram_at_;
  std::vector<double> phantom_;
  mutable std::optional<Scan> scan_;  ///< Made when first asked for.
};

}  // namespace gf::model::proact

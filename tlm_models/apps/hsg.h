// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/params.h"
#include "tlm_models/apps/cluster_app.h"
#include "tlm_models/apps/gpu_cost.h"
#include "tlm_models/apps/spin_slab.h"

namespace gf::model {

/// Field = meaning, [source] or [assumed].
struct HsgParams {
  unsigned l = 32;      ///< Spins along an edge; even [APENET13: 256]
  unsigned ranks = 1;   ///< NP; l is a multiple of it, at least two planes a rank
  unsigned sweeps = 2;  ///< Over the whole lattice, two half sweeps each
  bool spins = true;    ///< Real spins travel; false: the same messages and times without them
  std::uint64_t seed = 1;
  GpuCost gpu;

  void declare(const core::ParamScope& scope);
  void validate(const std::string& object) const;  ///< Throws UserError.
};

/// Over-relaxation of a Heisenberg spin glass with a checkerboard, cut along z. A step is half a
/// sweep (one parity) of a rank: its outermost planes first; then these go to the neighbours below
/// and above, three components to each, l * l / 2 floats a message, while the bulk is updated.
/// NP = 1 has no neighbour but itself: no messages.
/// Kernel times are memory-bound: bytes_per_spin() at what GpuCost sustains.
class Hsg final : public ClusterApp {
 public:
  explicit Hsg(const HsgParams& params);

  [[nodiscard]] unsigned ranks() const override { return params_.ranks; }
  [[nodiscard]] const std::vector<AppChannel>& channels() const override { return channels_; }
  bool next(unsigned rank, AppStep& step) override;
  void receive(unsigned channel, const std::vector<std::uint8_t>& contents) override;

  /// Bytes of GPU memory that updating one spin moves: read and write it (24), six couplings (24),
  /// neighbours: each of the other parity once (12) while three half planes of them fit into L2,
  /// else once for each of the planes z - 1, z, z + 1 (36).
  [[nodiscard]] double bytes_per_spin() const;
  /// Spins and couplings of a rank, bytes.
  [[nodiscard]] double footprint() const;
  [[nodiscard]] sc_core::sc_time time_for(double spins) const;
  /// Spin updates of the whole run.
  [[nodiscard]] double updates() const;
  /// Of the lattice as it is; planes are added up in the order of z. Needs real spins.
  [[nodiscard]] double energy() const;
  [[nodiscard]] const SpinSlab& slab(unsigned rank) const { return *slabs_[rank]; }

 private:
  void make_channels();
  void update(unsigned rank, unsigned parity, bool boundary);
  void wrap(unsigned parity);  ///< NP = 1: the slab is its own neighbour.
  void pack(unsigned rank, unsigned parity, AppStep& step) const;

  const HsgParams params_;
  const unsigned depth_;               ///< Planes a rank.
  std::vector<AppChannel> channels_;   ///< rank * 6 + face * 3 + component.
  std::vector<unsigned> half_sweeps_;  ///< Begun, by rank.
  std::vector<std::unique_ptr<SpinSlab>> slabs_;
};

}  // namespace gf::model

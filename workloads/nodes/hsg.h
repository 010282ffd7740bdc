// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "workloads/nodes/cluster_app.h"
#include "workloads/nodes/gpu_cost.h"
#include "workloads/nodes/spin_slab.h"

namespace gf::model {

/// Parameters of the lattice, the ranks and their GPUs.
struct HsgParams : core::ParamGroup {
  core::Param<unsigned> l = param("l", 32u, "number of spins along an edge of the lattice; even",
                                  "[APENET13]: 256", core::multiple_of(2u, 4u, 1024u));
  unsigned ranks = 1;  ///< NP; l is a multiple of it, with at least two planes per rank.
  core::Param<unsigned> sweeps =
      param("sweeps", 2u, "number of over-relaxation sweeps over the lattice",
            "assumed: all sweeps are alike", core::between(1u, 1000u),
            core::experiment_choice("length of the measurement"));
  core::Param<bool> spins =
      param("spins", true, "whether real spins are exchanged; false: timing only", "assumed");
  std::uint64_t seed = 1;
  GpuCost gpu;

  void declare(const core::ParamScope& scope);
  void validate(const std::string& object) const;  ///< Throws UserError.
};

/// Over-relaxation of a Heisenberg spin glass on a checkerboard, cut along z. A step of a rank is
/// half a sweep (one parity). It updates its outermost planes first. Then these go to the
/// neighbours below and above while the bulk is updated: one message per component, three to each
/// neighbour, l * l / 2 floats each. NP = 1 needs no messages, because the rank is its own
/// neighbour.
/// Kernels are memory-bound: bytes_per_spin() at the rate that GpuCost sustains.
class Hsg final : public ClusterApp {
 public:
  explicit Hsg(const HsgParams& params);

  [[nodiscard]] unsigned ranks() const override { return params_.ranks; }
  [[nodiscard]] const std::vector<AppChannel>& channels() const override { return channels_; }
  bool next(unsigned rank, AppStep& step) override;
  void receive(unsigned channel, const std::vector<std::uint8_t>& contents) override;
  [[nodiscard]] std::string packed_by(unsigned rank) const override;  ///< Its spins, if real.
  void take(unsigned rank, const std::string& said) override;

  /// Returns the bytes of GPU memory traffic to update one spin: its own data (24), six couplings
  /// (24), and neighbours. Each neighbour of the other parity is read once (12) if three half
  /// planes of them fit into L2, otherwise once for each of the planes z - 1, z and z + 1 (36).
  [[nodiscard]] double bytes_per_spin() const;
  /// Returns the size of a rank's spins and couplings in bytes.
  [[nodiscard]] double footprint() const;
  [[nodiscard]] sc_core::sc_time time_for(double spins) const;
  /// Returns the number of spin updates in the whole run.
  [[nodiscard]] double updates() const;
  /// Returns the present energy of the lattice; planes are added in the order of z. Needs real
  /// spins.
  [[nodiscard]] double energy() const;
  [[nodiscard]] const SpinSlab& slab(unsigned rank) const { return *slabs_[rank]; }

 private:
  void make_channels();
  void update(unsigned rank, unsigned parity, bool boundary);
  void wrap(unsigned parity);  ///< NP = 1: the slab is its own neighbour.
  void pack(unsigned rank, unsigned parity, AppStep& step) const;

  const HsgParams params_;
  const unsigned depth_;               ///< Planes per rank.
  std::vector<AppChannel> channels_;   ///< rank * 6 + face * 3 + component.
  std::vector<unsigned> half_sweeps_;  ///< Begun half sweeps, by rank.
  std::vector<std::unique_ptr<SpinSlab>> slabs_;
};

}  // namespace gf::model

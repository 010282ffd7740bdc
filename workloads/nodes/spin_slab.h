// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gf::model {

/// Planes z0 ... z0 + depth - 1 of a periodic L^3 lattice of Heisenberg spins, with a halo plane
/// below and above. E = - sum over bonds J S.S'; the couplings J are Gaussian, one per bond. Spins
/// and couplings depend only on their place in the lattice and the seed, not on the slab.
/// All neighbours of a site have the other parity, (x + y + z) mod 2, so sites of one parity can be
/// updated in any order. An over-relaxation update turns a spin by half a turn about its local
/// field, S' = 2 (S.H) / (H.H) H - S, and keeps the energy.
class SpinSlab {
 public:
  enum Face : std::uint8_t { kDown, kUp };
  static constexpr unsigned kComponents = 3;

  SpinSlab(unsigned l, unsigned z0, unsigned depth, std::uint64_t seed);

  /// Over-relaxes the sites of `parity` in plane `plane` (0: the slab's first).
  void update_plane(unsigned plane, unsigned parity);
  /// Returns component `component` of the sites of `parity` in the outermost plane at `face`, in
  /// the order of y, then x: l * l / 2 numbers.
  [[nodiscard]] std::vector<float> face(Face face, unsigned component, unsigned parity) const;
  /// Sets the halo plane at `face`; `values` are in the order of face().
  void set_halo(Face face, unsigned component, unsigned parity, const std::vector<float>& values);

  /// Returns the energy of the bonds at +x, +y and +z of each plane's sites. The halo above must be
  /// current.
  [[nodiscard]] std::vector<double> energies() const;
  [[nodiscard]] std::array<float, kComponents> spin(unsigned x, unsigned y, unsigned plane) const;
  /// Returns all spins by component, including the first and last (halo) plane, to save and restore
  /// them.
  [[nodiscard]] std::array<std::vector<float>, kComponents>& spins() { return spin_; }

 private:
  void fill_plane(unsigned plane, std::uint64_t seed);
  void update_site(std::size_t site, const std::array<std::size_t, 6>& neighbours);
  [[nodiscard]] std::size_t place(unsigned x, unsigned y, unsigned plane) const {
    return (static_cast<std::size_t>(plane) * l_ + y) * l_ + x;
  }
  /// Returns the places of the neighbours at -x, +x, -y, +y, -z, +z. `plane` counts from the lower
  /// halo.
  [[nodiscard]] std::array<std::size_t, 6> neighbours(unsigned x, unsigned y, unsigned plane) const;
  [[nodiscard]] unsigned first_x(unsigned y, unsigned plane, unsigned parity) const {
    return (y + z0_ + plane + l_ - 1 + parity) % 2;  // plane 1 is z0
  }
  template <class Use>
  void for_each_site(unsigned plane, unsigned parity, const Use& use) const;

  const unsigned l_;
  const unsigned z0_;
  const unsigned depth_;
  std::array<std::vector<float>, kComponents> spin_;  ///< Halo planes first and last.
  std::array<std::vector<float>, 3> coupling_;        ///< To the neighbour at +x, +y, +z.
};

}  // namespace gf::model

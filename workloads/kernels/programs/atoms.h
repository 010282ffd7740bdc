// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gf::model::suite {

struct AtomPosition {
  double x = 0, y = 0, z = 0;
};
using AtomForces = std::vector<AtomPosition>;

/// Atoms in a periodic box of cubic cells of side 1, about 11 per cell, on a jittered lattice with
/// holes. Atoms are numbered cell by cell, cells in the order of x first. Two atoms nearer than R =
/// kReach repel each other with the force 1 - r/R along their connecting line. This is a soft
/// stand-in for CoMD's potentials; it needs the same neighbours.
class AtomBox {
 public:
  static constexpr unsigned kMostPerCell = 12;
  /// Less than a cell, so that 27 cells contain all neighbours.
  static constexpr double kReach = 0.85;

  AtomBox(unsigned nx, unsigned ny, unsigned nz, std::uint64_t seed);

  [[nodiscard]] unsigned cells() const { return nx_ * ny_ * nz_; }
  [[nodiscard]] std::uint32_t atoms() const { return static_cast<std::uint32_t>(at_.size()); }
  /// Returns the first atom of a cell; for cell cells(), the end of the last cell.
  [[nodiscard]] std::uint32_t first_atom(unsigned cell) const { return first_[cell]; }
  [[nodiscard]] std::array<unsigned, 27> cells_around(unsigned cell) const;
  [[nodiscard]] const AtomPosition& position(std::uint32_t atom) const { return at_[atom]; }

  /// Adds the force of `other` on `atom` to `force`.
  void add_force(std::uint32_t atom, std::uint32_t other, AtomPosition& force) const;
  /// Returns whether the two differ and are nearer than kReach, also across the periodic boundary.
  [[nodiscard]] bool near(std::uint32_t atom, std::uint32_t other) const;

  /// Returns the neighbours of each atom, found in its 27 cells. Precondition: at least 3 cells in
  /// each direction.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> neighbour_lists() const;

 private:
  [[nodiscard]] AtomPosition between(std::uint32_t atom, std::uint32_t other) const;

  unsigned nx_, ny_, nz_;
  std::vector<std::uint32_t> first_{0};
  std::vector<AtomPosition> at_;
};

}  // namespace gf::model::suite

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

/// Atoms in a periodic box of cubic cells of side 1, about 11 a cell: a jittered lattice with
/// holes. Atoms are numbered cell by cell, cells x first. Two atoms push each other apart with 1 -
/// r/R along their line when they are nearer than R = kReach (a soft stand-in for CoMD's
/// potentials: it needs the same neighbours).
class AtomBox {
 public:
  static constexpr unsigned kMostPerCell = 12;
  static constexpr double kReach = 0.85;  ///< Less than a cell: 27 cells hold all neighbours.

  AtomBox(unsigned nx, unsigned ny, unsigned nz, std::uint64_t seed);

  [[nodiscard]] unsigned cells() const { return nx_ * ny_ * nz_; }
  [[nodiscard]] std::uint32_t atoms() const { return static_cast<std::uint32_t>(at_.size()); }
  /// First atom of a cell; cell cells() ends the last.
  [[nodiscard]] std::uint32_t first_atom(unsigned cell) const { return first_[cell]; }
  [[nodiscard]] std::array<unsigned, 27> cells_around(unsigned cell) const;
  [[nodiscard]] const AtomPosition& position(std::uint32_t atom) const { return at_[atom]; }

  /// What `other` does to `atom`, added to `force`.
  void add_force(std::uint32_t atom, std::uint32_t other, AtomPosition& force) const;
  /// Whether the two differ and are nearer than kReach, across the walls too.
  [[nodiscard]] bool near(std::uint32_t atom, std::uint32_t other) const;

  /// Neighbours of each atom, from its 27 cells. Precondition: 3 cells or more each way.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> neighbour_lists() const;

 private:
  [[nodiscard]] AtomPosition between(std::uint32_t atom, std::uint32_t other) const;

  unsigned nx_, ny_, nz_;
  std::vector<std::uint32_t> first_{0};
  std::vector<AtomPosition> at_;
};

}  // namespace gf::model::suite

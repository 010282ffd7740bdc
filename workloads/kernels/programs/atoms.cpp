// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/atoms.h"

#include <cmath>

#include "core/base/random.h"

namespace gf::model::suite {
namespace {

/// Returns `difference` taken the shorter way around a ring of length `extent`.
double shorter(double difference, double extent) {
  if (difference > extent / 2) return difference - extent;
  if (difference < -extent / 2) return difference + extent;
  return difference;
}

}  // namespace

AtomBox::AtomBox(unsigned nx, unsigned ny, unsigned nz, std::uint64_t seed)
    : nx_(nx), ny_(ny), nz_(nz) {
  core::RandomStream random(seed, "atoms");
  for (unsigned cell = 0; cell < cells(); ++cell) {
    const unsigned row = cell / nx, layer = row / ny;
    const double x = cell % nx, y = row % ny, z = layer;
    for (unsigned site = 0; site < kMostPerCell; ++site) {
      if (random.below(12) == 0) continue;  // a hole
      const auto jitter = [&](unsigned place, unsigned of) {
        return (place + 0.25 + 0.5 * random.uniform()) / of;
      };
      at_.push_back(
          {x + jitter(site % 2, 2), y + jitter(site / 2 % 2, 2), z + jitter(site / 4, 3)});
    }
    first_.push_back(atoms());
  }
}

std::array<unsigned, 27> AtomBox::cells_around(unsigned cell) const {
  const unsigned x = cell % nx_, y = cell / nx_ % ny_, z = cell / nx_ / ny_;
  std::array<unsigned, 27> around{};
  for (unsigned i = 0; i < 27; ++i) {
    const unsigned ax = (x + nx_ + i % 3 - 1) % nx_;
    const unsigned ay = (y + ny_ + i / 3 % 3 - 1) % ny_;
    const unsigned az = (z + nz_ + i / 9 - 1) % nz_;
    around[i] = (az * ny_ + ay) * nx_ + ax;
  }
  return around;
}

AtomPosition AtomBox::between(std::uint32_t atom, std::uint32_t other) const {
  return {shorter(at_[atom].x - at_[other].x, nx_), shorter(at_[atom].y - at_[other].y, ny_),
          shorter(at_[atom].z - at_[other].z, nz_)};
}

bool AtomBox::near(std::uint32_t atom, std::uint32_t other) const {
  const AtomPosition d = between(atom, other);
  return atom != other && d.x * d.x + d.y * d.y + d.z * d.z < kReach * kReach;
}

void AtomBox::add_force(std::uint32_t atom, std::uint32_t other, AtomPosition& force) const {
  if (!near(atom, other)) return;
  const AtomPosition d = between(atom, other);
  const double r = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  const double strength = (1 - r / kReach) / r;
  force.x += strength * d.x;
  force.y += strength * d.y;
  force.z += strength * d.z;
}

std::vector<std::vector<std::uint32_t>> AtomBox::neighbour_lists() const {
  std::vector<std::vector<std::uint32_t>> lists(atoms());
  // Visits each pair of cells once; within a cell an atom is paired only with later ones.
  for (unsigned cell = 0; cell < cells(); ++cell)
    for (const unsigned other_cell : cells_around(cell)) {
      if (other_cell < cell) continue;
      for (std::uint32_t atom = first_[cell]; atom < first_[cell + 1]; ++atom)
        for (std::uint32_t other = other_cell == cell ? atom + 1 : first_[other_cell];
             other < first_[other_cell + 1]; ++other) {
          if (!near(atom, other)) continue;
          lists[atom].push_back(other);
          lists[other].push_back(atom);
        }
    }
  return lists;
}

}  // namespace gf::model::suite

// SPDX-License-Identifier: Apache-2.0
#include "workloads/nodes/spin_slab.h"

#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"

namespace gf::model {
namespace {

/// Draws normal deviates from a stream, two at a time (Box and Muller, 1958).
class Gaussian {
 public:
  explicit Gaussian(core::RandomStream& random) : random_(random) {}
  float operator()() {
    if (has_second_) {
      has_second_ = false;
      return second_;
    }
    constexpr double kTurn = 6.283185307179586;
    const double radius = std::sqrt(-2 * std::log(1 - random_.uniform()));
    const double angle = kTurn * random_.uniform();
    second_ = static_cast<float>(radius * std::sin(angle));
    has_second_ = true;
    return static_cast<float>(radius * std::cos(angle));
  }

 private:
  core::RandomStream& random_;
  float second_ = 0;
  bool has_second_ = false;
};

}  // namespace

SpinSlab::SpinSlab(unsigned l, unsigned z0, unsigned depth, std::uint64_t seed)
    : l_(l), z0_(z0), depth_(depth) {
  GF_CHECK(l >= 2 && l % 2 == 0 && depth >= 1 && z0 + depth <= l, std::to_string(l));
  const std::size_t sites = std::size_t{l} * l * (depth + 2);
  for (auto& component : spin_) component.resize(sites);
  for (auto& coupling : coupling_) coupling.resize(sites);
  for (unsigned plane = 0; plane < depth + 2; ++plane) fill_plane(plane, seed);
}

void SpinSlab::fill_plane(unsigned plane, std::uint64_t seed) {
  // The seed depends on the plane's place in the whole lattice. Spins then do not depend on how
  // many ranks share it, and a halo starts as a copy of its owner's plane.
  const unsigned z = (z0_ + plane + l_ - 1) % l_;
  core::RandomStream random(seed, "hsg.plane_" + std::to_string(z));
  Gaussian gaussian(random);
  const std::size_t first = place(0, 0, plane);
  for (std::size_t site = first; site < first + std::size_t{l_} * l_; ++site) {
    std::array<float, kComponents> s{};
    for (float& component : s) component = gaussian();
    const float length = std::sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) + 1e-12f;
    for (unsigned c = 0; c < kComponents; ++c) spin_[c][site] = s[c] / length;
    for (auto& coupling : coupling_) coupling[site] = gaussian();
  }
}

template <class Use>
void SpinSlab::for_each_site(unsigned plane, unsigned parity, const Use& use) const {
  for (unsigned y = 0; y < l_; ++y) {
    for (unsigned x = first_x(y, plane, parity); x < l_; x += 2) use(x, y);
  }
}

std::array<std::size_t, 6> SpinSlab::neighbours(unsigned x, unsigned y, unsigned plane) const {
  return {place(x == 0 ? l_ - 1 : x - 1, y, plane),
          place(x + 1 == l_ ? 0 : x + 1, y, plane),
          place(x, y == 0 ? l_ - 1 : y - 1, plane),
          place(x, y + 1 == l_ ? 0 : y + 1, plane),
          place(x, y, plane - 1),
          place(x, y, plane + 1)};
}

void SpinSlab::update_plane(unsigned plane, unsigned parity) {
  for_each_site(plane + 1, parity, [&](unsigned x, unsigned y) {
    update_site(place(x, y, plane + 1), neighbours(x, y, plane + 1));
  });
}

void SpinSlab::update_site(std::size_t site, const std::array<std::size_t, 6>& neighbours) {
  std::array<float, kComponents> field{};
  float with_spin = 0;
  float square = 0;
  for (unsigned c = 0; c < kComponents; ++c) {
    for (unsigned d = 0; d < 3; ++d) {
      const std::size_t below = neighbours[2 * d];
      field[c] += coupling_[d][below] * spin_[c][below];
      field[c] += coupling_[d][site] * spin_[c][neighbours[2 * d + 1]];
    }
    with_spin += spin_[c][site] * field[c];
    square += field[c] * field[c];
  }
  if (square == 0) return;
  const float twice = 2 * with_spin / square;
  for (unsigned c = 0; c < kComponents; ++c) {
    spin_[c][site] = twice * field[c] - spin_[c][site];
  }
}

std::vector<float> SpinSlab::face(Face face, unsigned component, unsigned parity) const {
  std::vector<float> values;
  values.reserve(std::size_t{l_} * l_ / 2);
  const unsigned plane = face == kDown ? 1 : depth_;
  for_each_site(plane, parity, [&](unsigned x, unsigned y) {
    values.push_back(spin_[component][place(x, y, plane)]);
  });
  return values;
}

void SpinSlab::set_halo(Face face, unsigned component, unsigned parity,
                        const std::vector<float>& values) {
  const unsigned plane = face == kDown ? 0 : depth_ + 1;
  std::size_t i = 0;
  for_each_site(plane, parity, [&](unsigned x, unsigned y) {
    spin_[component][place(x, y, plane)] = values.at(i++);
  });
  GF_CHECK(i == values.size(), std::to_string(values.size()));
}

std::vector<double> SpinSlab::energies() const {
  std::vector<double> all;
  for (unsigned plane = 1; plane <= depth_; ++plane) {
    double energy = 0;
    for (unsigned y = 0; y < l_; ++y) {
      for (unsigned x = 0; x < l_; ++x) {
        const auto next = neighbours(x, y, plane);
        const std::size_t site = place(x, y, plane);
        for (unsigned d = 0; d < 3; ++d) {
          double product = 0;
          for (const auto& spin : spin_) product += double{spin[site]} * spin[next[2 * d + 1]];
          energy -= coupling_[d][site] * product;
        }
      }
    }
    all.push_back(energy);
  }
  return all;
}

std::array<float, SpinSlab::kComponents> SpinSlab::spin(unsigned x, unsigned y,
                                                        unsigned plane) const {
  const std::size_t site = place(x, y, plane + 1);
  return {spin_[0][site], spin_[1][site], spin_[2][site]};
}

}  // namespace gf::model

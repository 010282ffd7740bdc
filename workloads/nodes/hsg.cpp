// SPDX-License-Identifier: Apache-2.0
#include "workloads/nodes/hsg.h"

#include <cstring>
#include <numeric>
#include <string>

#include "core/base/error.h"
#include "core/base/parcel_bytes.h"

namespace gf::model {
namespace {

constexpr unsigned kMessages = 2 * SpinSlab::kComponents;  ///< Per half sweep and rank.
constexpr unsigned kMostRealSpins = 512;                   // along an edge: 3 GiB of memory
constexpr double kSpinBytes = SpinSlab::kComponents * sizeof(float);

}  // namespace

void HsgParams::declare(const core::ParamScope& scope) {
  core::ParamGroup::declare(scope);
  gpu.declare(scope.child("gpu"));
}

void HsgParams::validate(const std::string& object) const {
  core::ParamGroup::validate(object);
  if (spins && l > kMostRealSpins) {
    core::fail_config(object, "l", std::to_string(l),
                      "at most " + std::to_string(kMostRealSpins) + " with spins = true",
                      "a spin and its couplings take 24 B; spins = false takes no memory");
  }
  if (ranks > 0 && l % ranks == 0 && l / ranks >= 2) return;
  core::fail_config(
      object, "l", std::to_string(l),
      "a multiple of the ranks (" + std::to_string(ranks) + "), with two planes per rank",
      "set another l, or another number of nodes");
}

Hsg::Hsg(const HsgParams& params)
    : params_(params), depth_(params.l / params.ranks), half_sweeps_(params.ranks) {
  make_channels();
  if (!params.spins) return;
  for (unsigned rank = 0; rank < params.ranks; ++rank) {
    slabs_.push_back(std::make_unique<SpinSlab>(params.l, rank * depth_, depth_, params.seed));
  }
}

void Hsg::make_channels() {
  if (params_.ranks == 1) return;
  const std::uint64_t bytes = std::uint64_t{params_.l} * params_.l / 2 * sizeof(float);
  for (unsigned rank = 0; rank < params_.ranks; ++rank) {
    for (unsigned i = 0; i < kMessages; ++i) {
      // Down first, then up. With two ranks both go to the same neighbour, and only the channel
      // identifies the face.
      const unsigned step = i < SpinSlab::kComponents ? params_.ranks - 1 : 1;
      channels_.push_back({rank, (rank + step) % params_.ranks, bytes});
    }
  }
}

bool Hsg::next(unsigned rank, AppStep& step) {
  if (half_sweeps_[rank] == 2 * params_.sweeps) return false;
  const unsigned parity = half_sweeps_[rank]++ % 2;
  const double plane = double(params_.l) * params_.l / 2;
  step.first = time_for(2 * plane);
  if (depth_ > 2) step.overlap = time_for((depth_ - 2) * plane);
  if (params_.spins) {
    // Spins of one parity depend only on the other parity. Boundary and inside may therefore be
    // updated at once, one after the other, before their times have passed.
    update(rank, parity, true);
    update(rank, parity, false);
  }
  if (params_.ranks == 1) {
    if (params_.spins) wrap(parity);
    return true;
  }
  step.arrivals = kMessages;
  pack(rank, parity, step);
  return true;
}

void Hsg::update(unsigned rank, unsigned parity, bool boundary) {
  SpinSlab& slab = *slabs_[rank];
  for (unsigned plane = 0; plane < depth_; ++plane) {
    if ((plane == 0 || plane + 1 == depth_) == boundary) slab.update_plane(plane, parity);
  }
}

void Hsg::wrap(unsigned parity) {
  SpinSlab& slab = *slabs_[0];
  for (unsigned c = 0; c < SpinSlab::kComponents; ++c) {
    slab.set_halo(SpinSlab::kUp, c, parity, slab.face(SpinSlab::kDown, c, parity));
    slab.set_halo(SpinSlab::kDown, c, parity, slab.face(SpinSlab::kUp, c, parity));
  }
}

void Hsg::pack(unsigned rank, unsigned parity, AppStep& step) const {
  for (unsigned i = 0; i < kMessages; ++i) {
    const unsigned channel = rank * kMessages + i;
    AppMessage message{channel, channels_[channel].bytes, {}};
    if (params_.spins) {
      const auto face = i < SpinSlab::kComponents ? SpinSlab::kDown : SpinSlab::kUp;
      const auto values = slabs_[rank]->face(face, i % SpinSlab::kComponents, parity);
      message.contents.resize(message.bytes);
      std::memcpy(message.contents.data(), values.data(), message.bytes);
    }
    step.messages.push_back(std::move(message));
  }
}

void Hsg::receive(unsigned channel, const std::vector<std::uint8_t>& contents) {
  if (!params_.spins) return;
  const unsigned i = channel % kMessages;
  const unsigned to = channels_[channel].to;
  std::vector<float> values(contents.size() / sizeof(float));
  std::memcpy(values.data(), contents.data(), contents.size());
  // A plane that a rank sends down is the halo above the receiver.
  const auto face = i < SpinSlab::kComponents ? SpinSlab::kUp : SpinSlab::kDown;
  // next() has already counted the half sweep that is ending.
  const unsigned parity = (half_sweeps_[to] - 1) % 2;
  slabs_[to]->set_halo(face, i % SpinSlab::kComponents, parity, values);
}

std::string Hsg::packed_by(unsigned rank) const {
  std::string said;
  core::ByteWriter writer(said);
  if (params_.spins)
    for (const std::vector<float>& component : slabs_[rank]->spins()) writer.put_all(component);
  return said;
}

void Hsg::take(unsigned rank, const std::string& said) {
  core::ByteReader reader(said);
  for (std::vector<float>& component : slabs_[rank]->spins()) reader.get_all(component);
}

double Hsg::bytes_per_spin() const {
  const double planes = 3.0 * params_.l * params_.l / 2 * kSpinBytes;
  const double neighbours = planes <= double(params_.gpu.l2.count()) ? 1 : 3;
  return 2 * kSpinBytes + 6 * sizeof(float) + neighbours * kSpinBytes;
}

double Hsg::footprint() const {
  return double(params_.l) * params_.l * depth_ * (kSpinBytes + 3 * sizeof(float));
}

sc_core::sc_time Hsg::time_for(double spins) const {
  return params_.gpu.time_for(spins * bytes_per_spin(), footprint());
}

double Hsg::updates() const { return double(params_.l) * params_.l * params_.l * params_.sweeps; }

double Hsg::energy() const {
  double sum = 0;
  for (const auto& slab : slabs_) {
    const std::vector<double> planes = slab->energies();
    sum = std::accumulate(planes.begin(), planes.end(), sum);
  }
  return sum;
}

}  // namespace gf::model

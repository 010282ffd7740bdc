// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/time/renewable.h"
#include "hw/pcie/port/arbiter_if.h"

namespace gf::hw::pcie {

/// Lowest input first, always: starves the others under load.
class FixedPriority final : public ArbiterIf {
 public:
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate&) override {}
};

/// The next input after the one served last.
class RoundRobin final : public ArbiterIf, private core::Renewable {
 public:
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate& candidate) override { last_ = candidate.input; }

 private:
  void renew() override { last_ = ~0u; }

  unsigned last_ = ~0u;
};

/// The head that has been waiting longest in this component; ties: the lowest input.
class OldestFirst final : public ArbiterIf {
 public:
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate&) override {}
};

/// Byte-weighted round robin as a virtual clock: an input pays (payload + packet cost) / weight for
/// each packet, the input that has paid least is served, and one that was idle starts at the
/// present, without arrears. Ties: the lowest input.
class WeightedRoundRobin final : public ArbiterIf, private core::Renewable {
 public:
  WeightedRoundRobin(unsigned inputs, const std::vector<unsigned>& weights,
                     std::uint32_t packet_cost_bytes);
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate& candidate) override;

 private:
  void renew() override;  ///< Nobody has paid anything.

  std::vector<std::uint64_t> paid_;  ///< What each input has paid: bytes scaled by kScale / weight.
  std::vector<std::uint32_t> price_;  ///< Price of a byte, kScale / weight, by input.
  std::uint64_t present_ = 0;         ///< What the input served last had paid before.
  const std::uint32_t packet_cost_bytes_;
};

}  // namespace gf::hw::pcie

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/time/renewable.h"
#include "hw/pcie/port/arbiter_if.h"

namespace gf::hw::pcie {

/// Always serves the lowest input first; under load it starves the others.
class FixedPriority final : public ArbiterIf {
 public:
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate&) override {}
};

/// Serves the next input after the one served last.
class RoundRobin final : public ArbiterIf, private core::Renewable {
 public:
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate& candidate) override { last_ = candidate.input; }

 private:
  void renew() override { last_ = ~0u; }

  unsigned last_ = ~0u;
};

/// Serves the head that has waited longest in this component. Ties go to the lowest input.
class OldestFirst final : public ArbiterIf {
 public:
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate&) override {}
};

/// Byte-weighted round robin, kept as a virtual clock. Each packet charges its input (payload +
/// packet cost) / weight, and the input with the lowest charge is served. An input that was idle
/// starts at the present charge and gets no credit for its idle time. Ties go to the lowest input.
class WeightedRoundRobin final : public ArbiterIf, private core::Renewable {
 public:
  WeightedRoundRobin(unsigned inputs, const std::vector<unsigned>& weights,
                     std::uint32_t packet_cost_bytes);
  std::size_t pick(const std::vector<Candidate>& candidates) override;
  void granted(const Candidate& candidate) override;

 private:
  void renew() override;  ///< Resets all charges to zero.

  std::vector<std::uint64_t> paid_;   ///< Charge of each input: bytes scaled by kScale / weight.
  std::vector<std::uint32_t> price_;  ///< Charge for one byte of each input, kScale / weight.
  std::uint64_t present_ = 0;         ///< Charge of the last served input before its packet.
  const std::uint32_t packet_cost_bytes_;
};

}  // namespace gf::hw::pcie

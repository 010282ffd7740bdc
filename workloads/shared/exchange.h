// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace gf::model::proact {

/// Returns the number of rounds in which each of `gpus` GPUs meets each other one once, one at a
/// time, as in a round-robin tournament (circle method): gpus - 1, or `gpus` if that is odd.
constexpr unsigned exchange_rounds(unsigned gpus) { return gpus % 2 == 0 ? gpus - 1 : gpus; }

/// Returns the GPU that `gpu` meets in a round, or nothing if it pauses. Precondition: gpus > 1.
constexpr std::optional<unsigned> exchange_partner(unsigned gpus, unsigned round, unsigned gpu) {
  const unsigned circle = gpus % 2 == 0 ? gpus - 1 : gpus;  // the others form a circle
  if (gpu == circle) {                                      // meets the one that would meet itself
    return round * ((circle + 1) / 2) % circle;
  }
  const unsigned partner = (round + circle - gpu) % circle;
  if (partner != gpu) return partner;
  return gpus % 2 == 0 ? std::optional<unsigned>(circle) : std::nullopt;
}

}  // namespace gf::model::proact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace gf::model::proact {

/// Rounds in which each of `gpus` meets each other one once, one at a time, as in a round-robin
/// tournament (circle method): gpus - 1 of them, or `gpus` if that is odd.
constexpr unsigned exchange_rounds(unsigned gpus) { return gpus % 2 == 0 ? gpus - 1 : gpus; }

/// Whom `gpu` meets in a round, none if it sits out. Precondition: gpus > 1.
constexpr std::optional<unsigned> exchange_partner(unsigned gpus, unsigned round, unsigned gpu) {
  const unsigned circle = gpus % 2 == 0 ? gpus - 1 : gpus;  // the others stand on it
  if (gpu == circle) {                                      // meets who would meet itself
    return round * ((circle + 1) / 2) % circle;
  }
  const unsigned partner = (round + circle - gpu) % circle;
  if (partner != gpu) return partner;
  return gpus % 2 == 0 ? std::optional<unsigned>(circle) : std::nullopt;
}

}  // namespace gf::model::proact

// SPDX-License-Identifier: Apache-2.0
#include "core/base/near_ring.h"

#include <deque>
#include <gtest/gtest.h>

#include "core/base/random.h"

namespace gf::core::near_ring_test {
namespace {

template <class Ring>
void agrees_with_a_deque(Ring& ring) {
  RandomStream random(1, "ring");
  std::deque<int> deque;
  for (int step = 0; step < 50000; ++step) {
    // Longer and shorter in turns, so that it overflows, wraps around and empties.
    if (random.below(100) < (step / 2000 % 2 == 0 ? 60u : 40u)) {
      ring.push(step);
      deque.push_back(step);
    } else if (!deque.empty()) {
      ASSERT_EQ(ring.pop(), deque.front());
      deque.pop_front();
    }
    ASSERT_EQ(ring.size(), deque.size());
    ASSERT_EQ(ring.empty(), deque.empty());
    if (deque.empty()) continue;
    ASSERT_EQ(ring.front(), deque.front());
    ASSERT_EQ(ring.back(), deque.back());
    ASSERT_EQ(ring[deque.size() / 2], deque[deque.size() / 2]);
  }
}

TEST(NearRing, AgreesWithADequeWhateverHappens) {
  NearRing<int, 8> ring;
  agrees_with_a_deque(ring);
}

TEST(NearRing, OneNearPlaceIsEnough) {
  NearRing<int, 1> ring;
  agrees_with_a_deque(ring);
}

}  // namespace
}  // namespace gf::core::near_ring_test

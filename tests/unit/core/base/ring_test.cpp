// SPDX-License-Identifier: Apache-2.0
#include "core/base/ring.h"

#include <deque>
#include <gtest/gtest.h>

#include "core/base/random.h"

namespace gf::core::ring_test {
namespace {

TEST(Ring, EmptyAtFirst) {
  const Ring<int> ring;
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.size(), 0u);
}

TEST(Ring, AgreesWithADequeWhateverHappens) {
  RandomStream random(1, "ring");
  Ring<std::uint64_t> ring;
  std::deque<std::uint64_t> deque;
  for (int step = 0; step < 100000; ++step) {
    // Longer and shorter in turns, so that it wraps around and grows.
    if (random.below(100) < (step / 5000 % 2 == 0 ? 60u : 40u)) {
      ring.push(static_cast<std::uint64_t>(step));
      deque.push_back(static_cast<std::uint64_t>(step));
    } else if (!deque.empty()) {
      ASSERT_EQ(ring.front(), deque.front());
      ASSERT_EQ(ring.pop(), deque.front());
      deque.pop_front();
    }
    ASSERT_EQ(ring.size(), deque.size());
  }
}

TEST(Ring, BeginsAgainAtItsFirstSlot) {
  Ring<int, std::uint16_t> ring;
  ring.push(0);
  const int* const first = &ring.front();
  for (int i = 1; i < 1000; ++i) {
    ring.drop();
    ring.push(i);
    ASSERT_EQ(&ring.front(), first);
  }
}

TEST(Ring, RefusesMoreThanItsIndexCounts) {
  Ring<char, std::uint16_t> ring;
  for (std::size_t i = 0; i < Ring<char, std::uint16_t>::kMost; ++i) ring.push('x');
  EXPECT_ANY_THROW(ring.push('x'));
}

}  // namespace
}  // namespace gf::core::ring_test

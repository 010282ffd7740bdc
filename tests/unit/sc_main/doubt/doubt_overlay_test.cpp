// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/doubt_overlay.h"

#include <algorithm>

#include "tests/support/matchers.h"

namespace gf::app::doubt_overlay_test {
namespace {

const runs::Request kNvlink{"store_goodput", {"fabric=nvlink"}};
const runs::Request kPcie{"store_goodput", {"fabric=pcie"}};

runs::Words added(DoubtOverlay& overlay, runs::Request request, std::size_t sample) {
  const std::size_t own = request.settings.size();
  overlay.apply(request, sample);
  request.settings.erase(request.settings.begin(),
                         request.settings.begin() + static_cast<std::ptrdiff_t>(own));
  return request.settings;
}

TEST(DoubtOverlay, AddsASampleToEachRequest) {
  DoubtOverlay overlay(false);
  overlay.look(kNvlink);
  overlay.look(kPcie);
  overlay.design(4, 1);
  EXPECT_FALSE(overlay.guesses().empty());
  const runs::Words first = added(overlay, kNvlink, 0);
  EXPECT_THAT(first, Contains(StartsWith("nvlink.propagation=")));
  EXPECT_NE(added(overlay, kNvlink, 1), first);
  EXPECT_EQ(added(overlay, kNvlink, 0), first);
  EXPECT_EQ(overlay.values(0).size(), overlay.guesses().size());
}

TEST(DoubtOverlay, TheDesignDoesNotDependOnWhoLooksFirst) {
  DoubtOverlay one(false), other(false);
  one.look(kNvlink);
  one.look(kPcie);
  other.look(kPcie);
  other.look(kNvlink);
  one.design(4, 1);
  other.design(4, 1);
  EXPECT_EQ(added(one, kPcie, 2), added(other, kPcie, 2));
}

TEST(DoubtOverlay, WhatARequestSetsItselfStays) {
  DoubtOverlay overlay(false);
  overlay.look(kNvlink);
  overlay.design(4, 1);
  runs::Request set = kNvlink;
  set.settings.push_back("nvlink.propagation=10 ns");
  EXPECT_THAT(added(overlay, set, 0), Not(Contains(StartsWith("nvlink.propagation="))));
}

TEST(DoubtOverlay, WhatComesAfterTheDesignKeepsItsDefault) {
  DoubtOverlay overlay(false);
  overlay.design(4, 1);
  EXPECT_THAT(added(overlay, kNvlink, 0), IsEmpty());
  EXPECT_GT(overlay.late(), 0u);
}

TEST(DoubtOverlay, ARequestThatMakesNoRunIsLeftToThePool) {
  DoubtOverlay overlay(false);
  overlay.look({"no_such_platform", {}});
  overlay.design(2, 1);
  EXPECT_TRUE(overlay.guesses().empty());
}

}  // namespace
}  // namespace gf::app::doubt_overlay_test

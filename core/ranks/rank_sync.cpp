// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_sync.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::core {
namespace {

RankSync*& the_one() {
  static RankSync* one = nullptr;
  return one;
}

}  // namespace

RankSync::RankSync() {
  GF_CHECK(the_one() == nullptr, "ranks that meet by two clocks");
  the_one() = this;
}

RankSync::~RankSync() { the_one() = nullptr; }

RankSync* RankSync::active() { return the_one(); }

RankSync::Agreed RankSync::meet(Ticks until, Ticks next) {
  served_until(until);
  const Ticks sent = pack(parcels_);
  ranks().post(parcels_);
  const Ranks::Horizon all = ranks().collect(
      {std::min(sent, next), now_ticks()}, [this](const Ranks::Parcel& parcel) { unpack(parcel); });
  return {all.earliest, all.last};
}

}  // namespace gf::core

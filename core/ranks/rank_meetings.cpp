// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_meetings.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::core {
namespace {

RankMeetings*& the_one() {
  static RankMeetings* one = nullptr;
  return one;
}

}  // namespace

RankMeetings::RankMeetings() {
  GF_CHECK(the_one() == nullptr, "ranks that meet by two clocks");
  the_one() = this;
}

RankMeetings::~RankMeetings() { the_one() = nullptr; }

RankMeetings* RankMeetings::active() { return the_one(); }

RankMeetings::Agreed RankMeetings::meet(Ticks until, Ticks next) {
  stand_at(until);
  const Ticks sent = pack(parcels_);
  ranks().post(parcels_);
  const Ranks::Horizon all = ranks().collect(
      {std::min(sent, next), now_ticks()}, [this](const Ranks::Parcel& parcel) { unpack(parcel); });
  return {all.earliest, all.last};
}

}  // namespace gf::core

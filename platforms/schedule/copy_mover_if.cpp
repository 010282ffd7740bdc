// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/copy_mover_if.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/ranks/ranks.h"

namespace gf::platforms::schedule {

unsigned CopyMoverIf::rank_of(unsigned /*device*/) const { return core::ranks().self(); }

void refuse_other_engines(const model::Schedule& schedule, const model::Task& copy,
                          const std::vector<model::CopyMeans>& has, const std::string& why) {
  if (std::find(has.begin(), has.end(), copy.engine) != has.end()) return;
  std::string legal;
  for (const model::CopyMeans means : has)
    legal += (legal.empty() ? "" : ", ") + std::string(to_text(means));
  core::fail_config("graph " + schedule.name, "engine", std::string(to_text(copy.engine)), legal,
                    why);
}

}  // namespace gf::platforms::schedule
